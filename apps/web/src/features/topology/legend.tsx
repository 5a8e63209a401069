import { useMemo } from 'react';
import { valueText } from '../../charts/value-text.js';
import { classFill, type Fill, type Scale } from '../../topology/colours.js';
import type { Fabric } from '../../topology/fabric.js';
import { inkOf, type Theme } from '../../topology/theme.js';
import type { Colouring } from '../../topology/topology-search.js';
import styles from './topology.module.css';
import { MOST_DRIVES } from './use-values.js';

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

/** What the colours say. */
export function Legend({ fabric, theme, colouring, scale, isReading }: Props) {
  const entries = useMemo(() => entriesOf(fabric, colouring, scale), [fabric, colouring, scale]);
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
      <span className={styles.legendNote}>{isReading ? 'Reading…' : noteOf(fabric, colouring)}</span>
    </div>
  );
}

const HEALTH: Entry[] = [
  { label: 'well', fill: { tone: 'good' } },
  { label: 'not in use', fill: { tone: 'idle' } },
  { label: 'changing', fill: { tone: 'busy' } },
  { label: 'look at it', fill: { tone: 'warn' } },
  { label: 'does not work', fill: { tone: 'bad' } },
];

function entriesOf({ topology }: Fabric, colouring: Colouring, scale: Scale | null): Entry[] {
  if (colouring === 'health') return HEALTH;
  if (colouring === 'class') {
    const named = topology.driveClasses.slice(0, 10).map(({ name }, index) => ({ label: name, fill: classFill(index) }));
    const more = topology.driveClasses.length - named.length;
    return [...named, ...(more > 0 ? [{ label: `${more} more`, fill: classFill(10) }] : []), { label: 'in none', fill: 'nothing' }];
  }
  const unit = colouring === 'latency' ? 's' : colouring === 'load' ? '1/s' : 'ratio';
  const ends = scale?.ends ?? [];
  const text = (value: number) => valueText(value, unit);
  const steps = ends.map((end, step) => ({ label: `under ${text(end)}`, fill: { step } }));
  return [
    { label: colouring === 'wear' ? 'not said' : colouring === 'space' ? 'not in service' : 'no I/O', fill: 'nothing' },
    ...steps,
    { label: `${text(ends.at(-1) ?? 0)} and more`, fill: { step: ends.length } },
  ];
}

function noteOf({ topology }: Fabric, colouring: Colouring): string {
  switch (colouring) {
    case 'health':
      return '';
    case 'space':
      return 'Allocated to legs, of what legs can use.';
    case 'wear':
      return 'Used up, as SMART estimates it.';
    case 'class':
      return 'A drive in several classes has the colour of the first.';
    default: {
      const what = colouring === 'load' ? 'I/O operations per second' : '99th percentile of latency';
      const drives = topology.drives.length > MOST_DRIVES ? `, of targets instead of their ${topology.drives.length} drives` : '';
      return `${what} in the last half minute${drives}.`;
    }
  }
}
