import type { Job } from '../../api/types.js';
import { Linked } from '../../ui/text/linked.js';
import type { Noun } from '../../ui/text/nouns.js';
import styles from './reason-view.module.css';

type Reason = NonNullable<Job['error']>;

/** Why something failed or waits: a text, and after a failed command also the command and its output. */
export const ReasonView = ({
  reason: { message, node, command, exitCode, stderr, processes },
  nouns,
}: {
  reason: Reason;
  nouns: readonly Noun[];
}) => (
  <div className={styles.reason}>
    <p>
      <Linked text={`${message}${node ? ` (node ${node})` : ''}`} nouns={nouns} />
    </p>
    {command ? (
      <figure className={styles.output} aria-label="Command">
        $ {command.join(' ')}
        {exitCode === undefined || exitCode === null ? '' : `\nexit code ${exitCode}`}
        {stderr ? `\n${stderr}` : ''}
      </figure>
    ) : null}
    {processes && processes.length > 0 ? (
      <ul aria-label="Processes">
        {processes.map(({ pid, command: name, via, path }) => (
          <li key={`${pid} ${path}`}>
            {name} (pid {pid}), {via.replace('-', ' ')} <code>{path}</code>
          </li>
        ))}
      </ul>
    ) : null}
  </div>
);
