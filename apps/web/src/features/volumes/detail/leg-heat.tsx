import { Link } from '@tanstack/react-router';
import type { CSSProperties } from 'react';
import type { Volume } from '../../../api/types.js';
import { paths } from '../../../paths/paths.js';
import { shareOf } from '../../../ui/gauges/share-of.js';
import { Section } from '../../../ui/page.js';
import { NounLink } from '../../../ui/text/linked.js';
import { TextLink } from '../../../ui/text/links.js';
import { nodeNoun } from '../../../ui/text/nouns.js';
import { valueText } from '../../../ui/text/value-text.js';
import { isSound, legStatus } from '../leg-status.js';
import { median } from './latency/compared.js';
import { useLatencies } from './latency/use-latencies.js';
import styles from './leg-heat.module.css';

type Leg = Volume['legs'][number];

/** Legs by target, coloured by their latency of the last minute: a slow one stands out. */
export function LegHeat({ volume, isAttached }: { volume: Volume; isAttached: boolean }) {
  const latencies = useLatencies(volume, isAttached).data;
  const secondsOf = (leg: Leg) => latencies?.of.get(`leg:${leg.id}`)?.seconds ?? null;
  const values = volume.legs.flatMap((leg) => secondsOf(leg) ?? []);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const usual = median(values) ?? 0;
  const targets = [...new Map(volume.legs.map(({ node }) => [node.id, node])).values()].sort((a, b) => a.name.localeCompare(b.name));
  return (
    <Section title="Legs by latency" actions={<TextLink {...paths.volume(volume.id, 'performance')}>Compare</TextLink>}>
      <ul className={styles.targets} aria-label="Legs by latency">
        {targets.map((target) => (
          <li key={target.id}>
            <NounLink noun={nodeNoun(target)} />
            <span className={styles.cells}>
              {volume.legs
                .filter(({ node }) => node.id === target.id)
                .map((leg) => (
                  <Cell key={leg.id} leg={leg} volume={volume} seconds={secondsOf(leg)} usual={usual} />
                ))}
            </span>
          </li>
        ))}
      </ul>
      <p className={styles.scale}>
        {values.length === 0 ? (isAttached ? 'No values of the last minute yet.' : 'Attached to no client: no I/O.') : scale(least, most)}
      </p>
    </Section>
  );
}

function scale(least: number, most: number): string {
  const [low, high] = [valueText(least, 's'), valueText(most, 's')];
  return `Average of the last minute: ${low === high ? low : `${low} to ${high}`}.`;
}

/** The median has a third of the colour, so that a slow leg stands out and equal ones do not. */
function Cell({ leg, volume, seconds, usual }: { leg: Leg; volume: Volume; seconds: number | null; usual: number }) {
  const state = isSound(leg) ? '' : `, ${legStatus(leg, volume).what}`;
  const label = `Leg ${leg.index}, ${leg.drive.serial}: ${seconds === null ? 'no value' : valueText(seconds, 's')}${state}`;
  const strength = `${Math.min(100, 30 * shareOf(seconds, usual))}%`;
  return (
    <Link
      {...paths.drive(leg.drive.id)}
      className={styles.cell}
      data-state={isSound(leg) ? (seconds === null ? 'none' : 'sound') : 'doubtful'}
      style={{ '--strength': strength } as CSSProperties}
      aria-label={label}
      title={label}
    />
  );
}
