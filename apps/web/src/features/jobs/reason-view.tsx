import type { JobReason } from '../../api/types.js';
import { Linked } from '../../ui/text/linked.js';
import type { Sentence } from '../../ui/text/sentence.js';
import { jobReasonSentence } from './job-sentences.js';
import styles from './reason-view.module.css';

/** Whether the data of a sentence have the node. */
const names = (sentence: Sentence, node: string): boolean =>
  typeof sentence !== 'string' &&
  sentence.some((piece) => typeof piece === 'object' && 'kind' in piece && piece.kind === 'node' && piece.name === node);

/** Why something failed or waits: a text, and after a failed command also the command and its output. */
export const ReasonView = ({ reason }: { reason: JobReason }) => {
  const { node, command, exitCode, stderr, processes } = reason;
  const sentence = jobReasonSentence(reason);
  const elsewhere = node && !names(sentence, node) ? ` (node ${node})` : '';
  return (
    <div className={styles.reason}>
      <p>
        <Linked text={sentence} />
        {elsewhere}
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
};
