import { useMemo } from 'react';
import type { Fabric } from '../../../topology/fabric.js';
import { nameOf } from '../../../topology/outline.js';
import { isAffected } from '../../../topology/what-if/effects.js';
import { Mark } from '../../../ui/marks/mark.js';
import type { WhatIf } from './use-what-if.js';
import styles from './what-if.module.css';
import { bySeverity, effectWords, outcomeCounts, outcomeTone } from './what-if-words.js';

const MOST = 50;

interface Props {
  fabric: Fabric;
  whatIf: WhatIf;
  onSelect: (key: string) => void;
}

/** The failed objects, and every volume that they affect. */
export function WhatIfPanel({ fabric, whatIf: { failures, effects, toggle }, onSelect }: Props) {
  const affected = useMemo(() => bySeverity(effects.filter(isAffected)), [effects]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard (WCAG 2.2, 2.1.1).
    <section className={styles.panel} aria-label="What if" tabIndex={0}>
      <h2>What if</h2>
      <h3 id="what-if-failed">Failed ({failures.size})</h3>
      {failures.size === 0 ? <p className="dimmed">Nothing yet.</p> : null}
      <ul aria-labelledby="what-if-failed">
        {[...failures].map((key) => (
          <li key={key}>
            <Mark tone="bad" /> {nameOf(fabric, key)}{' '}
            <button type="button" className={styles.link} aria-label={`Restore ${nameOf(fabric, key)}`} onClick={() => toggle(key)}>
              Restore
            </button>
          </li>
        ))}
      </ul>
      <h3 id="what-if-counts">Volumes then</h3>
      <ul aria-labelledby="what-if-counts" className={styles.counts}>
        {outcomeCounts(effects).map(({ what, tone, count }) => (
          <li key={what} className={count === 0 ? 'dimmed' : undefined}>
            <Mark tone={tone} /> {count} {what}
          </li>
        ))}
      </ul>
      <h3 id="what-if-affected">Affected ({affected.length})</h3>
      <ul aria-labelledby="what-if-affected">
        {affected.slice(0, MOST).map((effect) => (
          <li key={effect.volume.id}>
            <Mark tone={outcomeTone(effect.after)} />{' '}
            <button type="button" className={styles.link} onClick={() => onSelect(`volume:${effect.volume.id}`)}>
              {effect.volume.name}
            </button>{' '}
            {effectWords(effect)}
          </li>
        ))}
      </ul>
      {affected.length > MOST ? (
        <p className="dimmed">
          The first {MOST} of {affected.length}.
        </p>
      ) : null}
      <p className="dimmed">
        By the legs, paths and states that were last reported. A failed drive loses its data; a failed node or NIC keeps it out of reach.
      </p>
    </section>
  );
}
