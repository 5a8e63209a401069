import { Button } from '@mantine/core';
import { messageOf, problemOf } from '../api/problem.js';
import { Shortages } from './shortages.js';
import styles from './text/message.module.css';

/** An error: what to do, shortages in numbers, and the request id to look up in the server's log. */
export function ProblemView({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const problem = problemOf(error);
  return (
    <div role="alert" className={styles.message} data-tone="bad">
      <p>{messageOf(error)}</p>
      {problem?.shortages ? <Shortages shortages={problem.shortages} /> : null}
      {problem && problem.status >= 500 ? <p className="dimmed">Request {problem.requestId}</p> : null}
      {onRetry ? (
        <Button variant="default" onClick={onRetry}>
          Try again
        </Button>
      ) : null}
    </div>
  );
}
