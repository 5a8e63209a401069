import { lazy, Suspense } from 'react';
import { momentText } from '../../charts/moment-text.js';
import type { History } from '../../charts/timeline.js';
import { Message } from '../../ui/text/message.js';
import styles from './statistics.module.css';

/** With the catalogue of messages, which charts do not need. */
const LongMemoryProblem = lazy(() => import('./long-memory-problem.js').then((module) => ({ default: module.LongMemoryProblem })));

/** Which values of the drawn history are from the long memory, or why they are missing. */
export function LongMemoryNote({ of }: { of: History['longMemory'] }) {
  if (!of) return null;
  const until = momentText(of.until);
  if (of.problem === null) return <p className={styles.marks}>Values before {until} are from the long memory.</p>;
  return (
    <Message tone="warn">
      Values before {until} are missing:{' '}
      <Suspense fallback="…">
        <LongMemoryProblem of={of.problem} />
      </Suspense>
    </Message>
  );
}
