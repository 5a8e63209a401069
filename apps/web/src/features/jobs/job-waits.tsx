import type { Job, JobWait } from '../../api/types.js';
import { Linked } from '../../ui/text/linked.js';
import { Message } from '../../ui/text/message.js';
import { waitSentence } from './job-sentences.js';

const keyOf = ({ node, message, unblockedBy }: JobWait): string => `${node} ${message} ${unblockedBy}`;

/** The blockers of a job and how to clear them, each once. */
export function JobWaits({ job }: { job: Pick<Job, 'waitingFor'> }) {
  const waits = [...new Map(job.waitingFor.map((wait) => [keyOf(wait), wait])).values()];
  return waits.map((wait) => (
    <Message key={keyOf(wait)} tone="warn">
      <p>
        <Linked text={waitSentence(wait, 'message')} />.{' '}
        {wait.unblockedBy === '' ? null : (
          <span className="dimmed">
            Unblocked by <Linked text={waitSentence(wait, 'unblockedBy')} />.
          </span>
        )}
      </p>
    </Message>
  ));
}
