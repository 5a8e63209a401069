import type { ReactNode } from 'react';
import { fieldError, hasCode } from '../api/problem.js';
import { Page } from './page.js';
import { ProblemView } from './problem-view.js';
import { Empty } from './text/message.js';

interface Result<T> {
  data: T | undefined;
  error: unknown;
  refetch: () => unknown;
}

interface Props<T> {
  of: Result<T>;
  gone: string;
  /** The response is the whole page: without it, the page still has a heading and a title. */
  isPage?: boolean;
  children: (data: T) => ReactNode;
}

/** A server response in each of its states: data, loading, not found, error. */
export function Loaded<T>({ of: { data, error, refetch }, gone, isPage = false, children }: Props<T>) {
  const alone = (title: string, content: ReactNode) => (isPage ? <Page title={title}>{content}</Page> : content);
  // No object has a malformed id.
  if (hasCode(error, 'not-found') || fieldError(error, 'params.id') !== null) return alone('Not found', <Empty>{gone}</Empty>);
  if (data !== undefined) return children(data);
  if (error) return alone('Not loaded', <ProblemView error={error} onRetry={() => refetch()} />);
  return <Empty>Loading…</Empty>;
}
