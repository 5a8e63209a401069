import type { Job } from '../../api/types.js';
import { Linked } from '../../ui/text/linked.js';
import { Message } from '../../ui/text/message.js';
import type { Noun } from '../../ui/text/nouns.js';

type Wait = Job['waitingFor'][number];
const keyOf = ({ node, message, unblockedBy }: Wait): string => `${node} ${message} ${unblockedBy}`;
const ended = (text: string): string => text.replace(/[.;]+$/, '');

/** The blockers of a job and how to clear them, each once; every name is a link. */
export function JobWaits({ job, nouns }: { job: Job; nouns: readonly Noun[] }) {
  const waits = [...new Map(job.waitingFor.map((wait) => [keyOf(wait), wait])).values()];
  return waits.map((wait) => (
    <Message key={keyOf(wait)} tone="warn">
      <p>
        <Linked text={ended(wait.message)} nouns={nouns} />.{' '}
        <span className="dimmed">
          Unblocked by <Linked text={ended(wait.unblockedBy)} nouns={nouns} />.
        </span>
      </p>
    </Message>
  ));
}
