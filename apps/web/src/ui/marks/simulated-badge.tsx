import { useServerFacts } from '../../api/server-facts.js';
import styles from './simulated-badge.module.css';

/** On every page of a simulated cluster, also in print. */
export function SimulatedBadge() {
  const { simulated } = useServerFacts();
  if (!simulated) return null;
  return (
    <span className={styles.badge} role="note" aria-label="Simulated cluster" title="No drive and no byte on this page is real.">
      SIMULATED
    </span>
  );
}
