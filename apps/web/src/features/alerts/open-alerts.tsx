import { lazy, type ReactNode, Suspense } from 'react';
import { api } from '../../api/client.js';
import { paths } from '../../paths/paths.js';
import { Empty } from '../../ui/text/message.js';
import type { useOpenAlerts } from './use-open-alerts.js';

/** A lazy chunk, because the first load has no room for it. */
const AlertLines = lazy(() => import('./alert-lines.js').then((module) => ({ default: module.AlertLines })));

const READ = 20;

/** Open alerts about an object, or that it causes. Read beside the object, not after it. */
export const useAlertsAbout = (subjectId: string) =>
  api.useQuery('get', '/api/v1/alerts', { params: { query: { subjectId, open: 'true', limit: READ } } });

interface Props {
  read: ReturnType<typeof useOpenAlerts | typeof useAlertsAbout>;
  /** Whose alerts they are; absent: of everything. */
  of?: string;
  children: ReactNode;
}

/**
 * Content of a page, below a few lines with the open alerts if there are any. It waits for them: lines that arrive late would push the content that the
 * user already reads. Without an answer they are left out.
 */
export const BelowAlerts = ({ read: { data, isPending, failureCount }, of, children }: Props) =>
  isPending && failureCount === 0 ? (
    <Empty>Loading…</Empty>
  ) : (
    <Suspense fallback={<Empty>Loading…</Empty>}>
      {data && data.total > 0 ? (
        <AlertLines
          alerts={data.items}
          total={data.total}
          most={of === undefined ? 1 : 3}
          all={paths.alerts(of === undefined ? {} : { subjectId: of })}
        />
      ) : null}
      {children}
    </Suspense>
  );
