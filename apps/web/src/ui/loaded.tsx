import type { ReactNode } from 'react';
import { fieldError, hasCode } from '../api/problem.js';
import { ProblemView } from './problem-view.js';
import { Empty } from './text/message.js';

interface Result<T> {
  data: T | undefined;
  error: unknown;
  refetch: () => unknown;
}

/** A server response in each of its states: data, loading, not found, error. */
export function Loaded<T>({
  of: { data, error, refetch },
  gone,
  children,
}: {
  of: Result<T>;
  gone: string;
  children: (data: T) => ReactNode;
}) {
  // No object has a malformed id.
  if (hasCode(error, 'not-found') || fieldError(error, 'params.id') !== null) return <Empty>{gone}</Empty>;
  if (data !== undefined) return children(data);
  if (error) return <ProblemView error={error} onRetry={() => refetch()} />;
  return <Empty>Loading…</Empty>;
}
