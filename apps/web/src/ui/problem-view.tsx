import { Button } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { messageOf, problemOf } from '../api/problem.js';
import styles from './text/message.module.css';

/** A lazy chunk: few problems are a shortage. */
const Shortages = lazy(() => import('./shortages.js').then((module) => ({ default: module.Shortages })));

/** An error: what to do, shortages in numbers, and the request id to look up in the server's log. */
export function ProblemView({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const problem = problemOf(error);
  return (
    <div role="alert" className={styles.message} data-tone="bad">
      <p>{messageOf(error)}</p>
      {problem?.shortages ? (
        <Suspense fallback={null}>
          <Shortages shortages={problem.shortages} />
        </Suspense>
      ) : null}
      {problem && problem.status >= 500 ? <p className="dimmed">Request {problem.requestId}</p> : null}
      {onRetry ? (
        <Button variant="default" onClick={onRetry}>
          Try again
        </Button>
      ) : null}
    </div>
  );
}
