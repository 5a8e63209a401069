import { useMemo } from 'react';
import { Provenance } from '../../provenance/provenance.js';
import { classFill, type Fill, type Scale } from '../../topology/colours.js';
import type { Fabric } from '../../topology/fabric.js';
import { inkOf, type Theme } from '../../topology/theme.js';
import type { Colouring } from '../../topology/topology-search.js';
import { valueText } from '../../ui/text/value-text.js';
import { legendProvenance } from './legend-provenance.js';
import styles from './topology.module.css';

interface Props {
  fabric: Fabric;
  theme: Theme;
  colouring: Colouring;
  scale: Scale | null;
  isReading: boolean;
}

interface Entry {
  label: string;
  fill: Fill;
}

/** Meaning of the colours. */
export function Legend({ fabric, theme, colouring, scale, isReading }: Props) {
  const entries = useMemo(() => entriesOf(fabric, colouring, scale), [fabric, colouring, scale]);
  const note = noteOf(colouring, scale);
  const told = useMemo(() => legendProvenance(colouring, fabric.topology), [colouring, fabric.topology]);
  return (
    <div className={styles.legend}>
      <ul aria-label="Colours">
        {entries.map(({ label, fill }) => {
          const { colour, alpha } = inkOf(fill, theme);
          return (
            <li key={label}>
              <span className={styles.swatch} style={{ background: colour, opacity: alpha }} aria-hidden />
              {label}
            </li>
          );
        })}
      </ul>
      <span className={styles.legendNote}>{isReading ? 'Reading…' : told === null ? note : <Provenance of={told}>{note}</Provenance>}</span>
    </div>
  );
}

const HEALTH: Entry[] = [
  { label: 'healthy', fill: { tone: 'good' } },
  { label: 'not in use', fill: { tone: 'idle' } },
  { label: 'changing', fill: { tone: 'busy' } },
  { label: 'warning', fill: { tone: 'warn' } },
  { label: 'failed', fill: { tone: 'bad' } },
];

function entriesOf({ topology }: Fabric, colouring: Colouring, scale: Scale | null): Entry[] {
  if (colouring === 'health') return HEALTH;
  if (colouring === 'class') {
    const named = topology.driveClasses.slice(0, 10).map(({ name }, index) => ({ label: name, fill: classFill(index) }));
    const more = topology.driveClasses.length - named.length;
    return [...named, ...(more > 0 ? [{ label: `${more} more`, fill: classFill(10) }] : []), { label: 'in none', fill: 'nothing' }];
  }
  const unit = colouring === 'latency' ? 's' : 'ratio';
  const ends = scale?.ends ?? [];
  const text = (value: number) => valueText(value, unit);
  const steps = ends.map((end, step) => ({ label: `under ${text(end)}`, fill: { step } }));
  return [
    { label: NOTHING[colouring], fill: 'nothing' },
    ...steps,
    { label: `${text(ends.at(-1) ?? 0)} and more`, fill: { step: ends.length } },
  ];
}

const NOTHING = { wear: 'not reported', space: 'not in service', latency: 'no I/O observed', load: 'not observed' } as const;

function noteOf(colouring: Colouring, scale: Scale | null): string {
  switch (colouring) {
    case 'health':
      return '';
    case 'space':
      return 'Allocated to legs, of the capacity for legs.';
    case 'wear':
      return 'Used endurance, by SMART.';
    case 'class':
      return 'A drive in several classes has the colour of the first.';
    case 'latency':
      return 'Average latency in the last 30 s.';
    case 'load': {
      const most = [...(scale?.most ?? [])].map(([kind, value]) => `${kind} ${valueText(value, '1/s')}`);
      return `I/O in the last 30 s, relative to the busiest of its kind${most.length > 0 ? `: ${most.join(', ')}` : ''}.`;
    }
  }
}
