import { useMemo } from 'react';
import { Provenance } from '../../../provenance/provenance.js';
import type { Scale } from '../../../topology/colours.js';
import { inkOf, type Theme } from '../../../topology/drawing/theme.js';
import type { Fabric } from '../../../topology/fabric.js';
import type { Colouring } from '../../../topology/topology-search.js';
import styles from './legend.module.css';
import { type Entry, entriesOf, noteOf } from './legend-entries.js';
import { legendProvenance } from './legend-provenance.js';

interface Props {
  fabric: Fabric;
  theme: Theme;
  colouring: Colouring;
  scale: Scale | null;
  isReading: boolean;
  /** Colours with another meaning than that of the colouring. */
  entries: Entry[] | null;
}

/** Meaning of the colours. */
export function Legend({ fabric, theme, colouring, scale, isReading, entries: own }: Props) {
  const entries = useMemo(() => own ?? entriesOf(fabric, colouring, scale), [own, fabric, colouring, scale]);
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
