import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { api } from '../../api/client.js';
import type { AuditEntry } from '../../api/types.js';
import type { Column } from '../../table/columns/column.js';
import { DataTable } from '../../table/data-table.js';
import { Filter } from '../../table/filter.js';
import { listQuery } from '../../table/rows/list-search.js';
import { Page } from '../../ui/page.js';
import { Linked, NounLink } from '../../ui/text/linked.js';
import { Empty } from '../../ui/text/message.js';
import type { Noun } from '../../ui/text/nouns.js';
import { Ago, Time } from '../../ui/time/time.js';
import { usePermissionRefusal } from '../session/use-session.js';
import { actionOptions, actionText, statementsSentence, statementsText } from './audit-words.js';

const PAGED = ['volume', 'node', 'drive', 'attachment', 'backup', 'benchmark', 'deployment', 'drill'] as const;
const isPaged = (kind: string): kind is (typeof PAGED)[number] => PAGED.some((each) => each === kind);

/** The object, if it has its own page. */
function nounOf({ subject }: AuditEntry): Noun | null {
  if (subject === null) return null;
  const { kind, id, name } = subject;
  return isPaged(kind) ? { kind, id, name } : null;
}

function Subject({ entry }: { entry: AuditEntry }) {
  const noun = nounOf(entry);
  if (entry.subject === null) return <span className="dimmed">none</span>;
  return (
    <>
      {entry.subject.kind} {noun ? <NounLink noun={noun} /> : entry.subject.name}
    </>
  );
}

const columns: readonly Column<AuditEntry>[] = [
  {
    name: 'When',
    cell: ({ at }) => <Ago at={at} />,
    sort: 'at',
    width: 7.5,
    fixed: true,
    csv: [
      { header: 'at_utc', value: ({ at }) => at },
      { header: 'id', value: ({ id }) => id },
    ],
  },
  // The age has the full time on hover only; this column is for keyboards and print.
  { name: 'Time', extra: true, cell: ({ at }) => <Time at={at} />, width: 10.25 },
  { name: 'User', cell: ({ by }) => by, width: 7, csv: [{ header: 'by', value: ({ by }) => by }] },
  {
    name: 'Action',
    cell: ({ action }) => actionText(action),
    width: 13,
    csv: [{ header: 'action', value: ({ action }) => action }],
  },
  {
    name: 'To',
    cell: (entry) => <Subject entry={entry} />,
    width: 14,
    csv: [
      { header: 'subject_kind', value: ({ subject }) => subject?.kind ?? '' },
      { header: 'subject', value: ({ subject }) => subject?.name ?? '' },
      { header: 'subject_id', value: ({ subject }) => subject?.id ?? '' },
    ],
  },
  {
    name: 'Request or statements',
    cell: (entry) => (
      <span title={statementsText(entry)}>
        <Linked text={statementsSentence(entry)} />
      </span>
    ),
    wide: true,
    csv: [
      { header: 'statements', value: statementsText },
      { header: 'route', value: ({ request }) => request?.route ?? '' },
      { header: 'address', value: ({ request }) => request?.address ?? '' },
      { header: 'login_name', value: ({ request }) => request?.name ?? '' },
      { header: 'api_token', value: ({ request }) => request?.token?.name ?? '' },
      { header: 'status', value: ({ request }) => request?.status ?? '' },
      { header: 'count', value: ({ request }) => request?.count ?? '' },
      { header: 'request_id', value: ({ request }) => request?.id ?? '' },
    ],
  },
];

const route = getRouteApi('/audit');

/** Changes and refusals with user and address; destructive actions, accepted losses and force detaches with their statements. */
export function AuditPage() {
  const refused = usePermissionRefusal('audit:read');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const set = (change: Partial<typeof search>) => navigate({ search: (before) => ({ ...before, ...change }) });
  const { action, subjectId, by } = search;
  const filter = new URLSearchParams(Object.entries({ action, subjectId, by }).flatMap(([name, value]) => (value ? [[name, value]] : [])));
  return (
    <Page
      title="Audit"
      actions={
        <>
          {subjectId || by ? (
            <Button size="xs" variant="default" onClick={() => set({ subjectId: undefined, by: undefined })}>
              Of everything
            </Button>
          ) : null}
          <Filter label="Action" value={action} options={actionOptions} onChange={(value) => set({ action: value })} />
          {refused === null ? (
            <Button component="a" href={`/api/v1/audit/export?${filter}`} download size="xs" variant="default">
              Download NDJSON
            </Button>
          ) : null}
        </>
      }
    >
      {refused === null ? (
        <DataTable
          label="Audit"
          columns={columns}
          pageOf={(cursor) =>
            api.queryOptions('get', '/api/v1/audit', {
              params: { query: { ...listQuery(search, cursor), sort: search.sort ?? '-at' } },
            })
          }
          search={search}
          defaultSort="-at"
          onSearch={set}
          empty={<Empty>No entries match these filters. Every change and every refused request has an entry.</Empty>}
        />
      ) : (
        <Empty>{refused}</Empty>
      )}
    </Page>
  );
}
