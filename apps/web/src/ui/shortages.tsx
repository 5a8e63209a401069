import { formatBytes, formatNeeded } from '@weft/shared/units';
import type { Shortage } from '../api/types.js';
import styles from './text/message.module.css';

const amount = (value: number, unit: Shortage['unit'], written: (bytes: number) => string): string =>
  unit === 'bytes' ? written(value) : String(value);

/** Each shortage: resource, place and amount. */
export const Shortages = ({ shortages }: { shortages: readonly Shortage[] }) => (
  <table className={styles.shortages} aria-label="Shortages">
    <thead>
      <tr>
        <th scope="col">Short of</th>
        <th scope="col">Where</th>
        <th scope="col">Needed</th>
        <th scope="col">Available</th>
        <th scope="col">Missing</th>
      </tr>
    </thead>
    <tbody>
      {shortages.map(({ what, where, unit, needed, available }) => (
        <tr key={`${what} ${where}`}>
          <td>{what.replace('-', ' ')}</td>
          <td>{where}</td>
          <td>{amount(needed, unit, formatNeeded)}</td>
          <td>{amount(available, unit, formatBytes)}</td>
          <td>{amount(needed - available, unit, formatNeeded)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
