import { getRouteApi } from '@tanstack/react-router';
import { onlyCopies, orphanKinds } from '@weft/shared/kinds/views/orphan';
import { lazy, Suspense, useMemo, useState } from 'react';
import { api } from '../../api/client.js';
import type { ListedOrphan } from '../../api/types.js';
import { DataTable } from '../../table/data-table.js';
import { Filter } from '../../table/filter.js';
import { listQuery } from '../../table/rows/list-search.js';
import { Page } from '../../ui/page.js';
import { Empty } from '../../ui/text/message.js';
import { usePermissionRefusal } from '../session/use-session.js';
import { COPIES, KINDS, type OrphanAction, orphanColumns, SIDES } from './orphan-columns.js';

const CleanDialog = lazy(() => import('./clean-dialog.js').then((module) => ({ default: module.CleanDialog })));
const IgnoreDialog = lazy(() => import('./ignore-dialogs.js').then((module) => ({ default: module.IgnoreDialog })));
const EndIgnoreDialog = lazy(() => import('./ignore-dialogs.js').then((module) => ({ default: module.EndIgnoreDialog })));

const kindOptions = orphanKinds.map((value) => ({ value, label: KINDS[value] }));
const sideOptions = [
  { value: 'host', label: SIDES.host },
  { value: 'database', label: SIDES.database },
] as const;
const copyOptions = onlyCopies.map((value) => ({ value, label: COPIES[value].what }));
const ignoredOptions = [
  { value: 'any', label: 'Ignored: listed too' },
  { value: 'true', label: 'Ignored: only these' },
] as const;

const route = getRouteApi('/orphans');

/** Objects of hosts that the database does not list, and objects of the database that their nodes do not find. */
export function OrphansPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const set = (change: Partial<typeof search>) => navigate({ search: (before) => ({ ...before, ...change }) });
  const sort = search.sort ?? '-since';
  const refusedIgnore = usePermissionRefusal('orphan:change');
  const refusedClean = usePermissionRefusal('orphan:clean');
  const [open, setOpen] = useState<{ orphan: ListedOrphan; action: OrphanAction } | null>(null);
  const isIgnoredShown = search.ignored !== undefined;
  const columns = useMemo(
    () => orphanColumns({ ignore: refusedIgnore, clean: refusedClean }, isIgnoredShown, (orphan, action) => setOpen({ orphan, action })),
    [refusedIgnore, refusedClean, isIgnoredShown],
  );
  const ignored = api.useQuery('get', '/api/v1/orphans', { params: { query: { ignored: 'true', limit: 1 } } }).data?.total;
  const close = () => setOpen(null);
  return (
    <Page
      title="Orphans"
      actions={
        <>
          <Filter label="Kind" value={search.kind} options={kindOptions} onChange={(kind) => set({ kind })} />
          <Filter label="Found" value={search.side} options={sideOptions} onChange={(side) => set({ side })} />
          <Filter
            label="Only copy"
            value={search.mayHoldOnlyCopy}
            options={copyOptions}
            onChange={(mayHoldOnlyCopy) => set({ mayHoldOnlyCopy })}
          />
          <Filter
            label="Ignored"
            value={search.ignored}
            options={ignoredOptions}
            without={ignored === undefined ? 'Ignored: left out' : `Ignored: ${ignored} left out`}
            onChange={(value) => set({ ignored: value })}
          />
        </>
      }
    >
      <DataTable
        label="Orphans"
        columns={columns}
        pageOf={(cursor) => api.queryOptions('get', '/api/v1/orphans', { params: { query: { ...listQuery(search, cursor), sort } } })}
        search={search}
        defaultSort="-since"
        onSearch={set}
        preview={({ name }) => name}
        empty={
          <Empty>
            No orphans match these filters.{ignored ? ` ${ignored} ${ignored === 1 ? 'is' : 'are'} ignored.` : null} Every other object of
            Weft on a reporting node has its counterpart in the database.
          </Empty>
        }
      />
      <Suspense fallback={null}>
        {open === null ? null : open.action === 'clean' ? (
          <CleanDialog orphan={open.orphan} onClose={close} />
        ) : open.orphan.ignored === null ? (
          <IgnoreDialog orphan={open.orphan} onClose={close} />
        ) : (
          <EndIgnoreDialog orphan={open.orphan} ignored={open.orphan.ignored} onClose={close} />
        )}
      </Suspense>
    </Page>
  );
}
