import { type Range, rangeNames, ranges } from '../../charts/range.js';
import styles from './range-switch.module.css';

/** Null: a zoomed period takes the place of all ranges. Native radios: Mantine's control would take 3 kB of the first load of every page with charts. */
export const RangeSwitch = ({ range, onRange }: { range: Range | null; onRange: (range: Range) => void }) => (
  <div role="radiogroup" aria-label="Time range" className={styles.ranges}>
    {rangeNames.map((name) => (
      <label key={name} className={styles.range}>
        <input type="radio" name="range" checked={name === range} onChange={() => onRange(name)} />
        {ranges[name].short}
      </label>
    ))}
  </div>
);
