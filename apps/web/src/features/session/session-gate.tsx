import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../api/client.js';
import { hasCode } from '../../api/problem.js';
import { Empty } from '../../ui/message.js';
import { ProblemView } from '../../ui/problem-view.js';
import { LoginPage } from './login-page.js';
import { SessionContext } from './use-session.js';

/** The page for whoever is logged in, else the login at the same address. */
export function SessionGate({ children }: { children: ReactNode }) {
  const { data, error, refetch } = useQuery(api.queryOptions('get', '/api/v1/session'));
  if (data) return <SessionContext value={data.user}>{children}</SessionContext>;
  if (data === null || hasCode(error, 'unauthenticated')) return <LoginPage />;
  if (error) return <ProblemView error={error} onRetry={() => refetch()} />;
  return <Empty>Loading…</Empty>;
}
