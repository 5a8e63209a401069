import type { PreflightFinding } from '../../api/types.js';
import { ActionButton } from '../../ui/actions/action-button.js';
import { Mark } from '../../ui/marks/mark.js';
import { Copyable } from '../../ui/text/copyable.js';
import { NounLink } from '../../ui/text/linked.js';
import { Ago } from '../../ui/time/time.js';
import { SETS, TONES } from './finding-groups.js';
import styles from './preflight-page.module.css';

interface Props {
  finding: PreflightFinding;
  refusedBecause: string | null;
  onOpen: (finding: PreflightFinding) => void;
}

/** One finding: what was found, why it matters, how to fix it, and the commands. */
export const FindingCard = ({ finding, refusedBecause, onOpen }: Props) => {
  const { title, result, severity, sets, node, what, why, fix, command, since, acceptance } = finding;
  return (
    <li className={styles.finding}>
      <div className={styles.head}>
        <Mark tone={result === 'unknown' ? 'idle' : TONES[severity]} />
        <h3 className={styles.title}>{title}</h3>
        {node ? <NounLink noun={{ kind: 'node', ...node }} /> : null}
        <span className="dimmed">
          {sets.map((set) => SETS[set]).join(', ')} · since <Ago at={since} />
        </span>
        <span className={styles.action}>
          <ActionButton size="compact-xs" refusedBecause={refusedBecause} onClick={() => onOpen(finding)}>
            {acceptance ? 'End acceptance…' : 'Accept…'}
          </ActionButton>
        </span>
      </div>
      <p>{what.message}</p>
      <p className="dimmed">{why}</p>
      {fix ? <p>{fix}</p> : null}
      {command ? <Copyable text={command} label={`Commands for ${title}${node ? ` on ${node.name}` : ''}`} /> : null}
      {acceptance ? (
        <p className="dimmed">
          Accepted by {acceptance.by} <Ago at={acceptance.at} />: {acceptance.reason}
        </p>
      ) : null}
    </li>
  );
};
