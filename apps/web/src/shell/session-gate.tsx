import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { api } from '../api/client.js';
import { hasCode } from '../api/problem.js';
import { SessionContext } from '../features/session/use-session.js';
import { ProblemView } from '../ui/problem-view.js';
import { Empty } from '../ui/text/message.js';

/** Lazy chunks: most page loads are by a logged-in user. */
const LoginPage = lazy(() => import('../features/session/login-page.js').then((module) => ({ default: module.LoginPage })));
const NewPasswordPage = lazy(() => import('./new-password-page.js').then((module) => ({ default: module.NewPasswordPage })));
const NewFactorPage = lazy(() => import('./new-factor-page.js').then((module) => ({ default: module.NewFactorPage })));

/** Renders the page for a user whose session is complete; else the login, the password change or the set-up of a second factor, at the same address. */
export function SessionGate({ children }: { children: ReactNode }) {
  const { data, error, refetch } = useQuery(api.queryOptions('get', '/api/v1/session'));
  if (data?.user.mustChangePassword)
    return (
      <SessionContext value={{ ...data.user, permissions: data.permissions }}>
        <Suspense fallback={<Empty>Loading…</Empty>}>
          <NewPasswordPage />
        </Suspense>
      </SessionContext>
    );
  if (data?.mustSetUpSecondFactor)
    return (
      <SessionContext value={{ ...data.user, permissions: data.permissions }}>
        <Suspense fallback={<Empty>Loading…</Empty>}>
          <NewFactorPage />
        </Suspense>
      </SessionContext>
    );
  if (data) return <SessionContext value={{ ...data.user, permissions: data.permissions }}>{children}</SessionContext>;
  if (data === null || hasCode(error, 'unauthenticated'))
    return (
      <Suspense fallback={<Empty>Loading…</Empty>}>
        <LoginPage />
      </Suspense>
    );
  if (error) return <ProblemView error={error} onRetry={() => refetch()} />;
  return <Empty>Loading…</Empty>;
}
