import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { alertSeverities } from '@weft/shared/kinds/alerting/alert';
import { lazy, Suspense, useMemo } from 'react';
import { api } from '../../api/client.js';
import { paths } from '../../paths/paths.js';
import { DataTable } from '../../table/data-table.js';
import { Filter } from '../../table/filter.js';
import { listQuery } from '../../table/rows/list-search.js';
import { Page } from '../../ui/page.js';
import { ButtonLink, InlineLink } from '../../ui/text/links.js';
import { Empty } from '../../ui/text/message.js';
import { alertColumns } from './alert-columns.js';

const RuleFilter = lazy(() => import('./rule-table.js').then((module) => ({ default: module.RuleFilter })));

const SHOWN = ['resolved', 'all'] as const;
const EMPTY = {
  open: 'No alerts are open. A problem that a rule describes appears here by itself (docs/alerts.md).',
  resolved: 'No resolved alerts match these filters.',
  all: 'No alerts match these filters.',
};

const route = getRouteApi('/alerts');

/** Alerts, newest first. Consequences of another alert are listed under that one. */
export function AlertsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const set = (change: Partial<typeof search>) => navigate({ search: (before) => ({ ...before, ...change }) });
  const { show, ...filters } = search;
  const { causedBy, subjectId } = filters;
  const query = (cursor?: string) => ({
    ...listQuery(filters, cursor),
    sort: search.sort ?? ('-startedAt' as const),
    ...(show === 'all' ? {} : { open: show === 'resolved' ? ('false' as const) : ('true' as const) }),
    // The list about one object includes consequences of other objects.
    ...(causedBy === undefined && subjectId === undefined ? { causedBy: 'none' } : {}),
  });
  // A consequence has none of its own.
  const columns = useMemo(() => alertColumns.filter(({ name }) => causedBy === undefined || name !== 'Consequences'), [causedBy]);
  return (
    <Page
      title="Alerts"
      actions={
        <>
          {causedBy !== undefined || subjectId !== undefined ? (
            <Button size="xs" variant="default" onClick={() => set({ causedBy: undefined, subjectId: undefined })}>
              Of everything
            </Button>
          ) : null}
          <Filter label="State" value={show} options={SHOWN} without="State: open" onChange={(value) => set({ show: value })} />
          <Filter label="Severity" value={search.severity} options={alertSeverities} onChange={(value) => set({ severity: value })} />
          <Suspense fallback={null}>
            <RuleFilter value={search.rule} onChange={(value) => set({ rule: value })} />
          </Suspense>
          <ButtonLink {...paths.silences()} size="xs" variant="default">
            Silences
          </ButtonLink>
        </>
      }
    >
      {causedBy === undefined ? null : <CausedBy id={causedBy} />}
      <DataTable
        label="Alerts"
        columns={columns}
        pageOf={(cursor) => api.queryOptions('get', '/api/v1/alerts', { params: { query: query(cursor) } })}
        search={search}
        defaultSort="-startedAt"
        onSearch={set}
        preview={({ summary }) => summary}
        empty={<Empty>{EMPTY[show ?? 'open']}</Empty>}
      />
    </Page>
  );
}

/** The alert whose consequences the list shows. */
function CausedBy({ id }: { id: string }) {
  const cause = api.useQuery('get', '/api/v1/alerts/{id}', { params: { path: { id } } }).data;
  return (
    <p className="written">
      Consequences of {cause ? <InlineLink {...paths.alert(id)}>{cause.summary}</InlineLink> : 'another alert.'} Channels get only the
      cause.
    </p>
  );
}
