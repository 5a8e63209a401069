import { formatBytes, formatNeeded } from '@weft/shared/units';
import type { ClassCapacity } from '../../api/types.js';
import { Status } from '../../ui/status.js';
import { NounLink } from '../../ui/text/linked.js';
import styles from './repair-headroom.module.css';

/** Space that the loss of the node with the most mirror legs needs, and whether the other nodes have it. */
export function RepairHeadroom({ of: repair }: { of: ClassCapacity['repair'] }) {
  if (!repair) return <span className="dimmed">no mirror to repair</span>;
  const { node, neededBytes, availableBytes } = repair;
  const missing = neededBytes - availableBytes;
  return (
    <span className={styles.repair}>
      <Status tone={missing > 0 ? 'warn' : 'good'} what={formatNeeded(neededBytes)} />{' '}
      <span className="dimmed">
        if <NounLink noun={{ kind: 'node', ...node }} /> fails; {formatBytes(availableBytes)} free elsewhere
        {missing > 0 ? `, ${formatNeeded(missing)} short; unblocked by more drives in the class, on other nodes` : ''}
      </span>
    </span>
  );
}
