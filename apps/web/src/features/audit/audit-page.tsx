import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { api } from '../../api/client.js';
import type { AuditEntry } from '../../api/types.js';
import type { Column } from '../../table/column.js';
import { DataTable } from '../../table/data-table.js';
import { Filter } from '../../table/filter.js';
import { listQuery } from '../../table/list-search.js';
import { Linked, NounLink } from '../../ui/linked.js';
import { Empty } from '../../ui/message.js';
import type { Noun } from '../../ui/nouns.js';
import { Page } from '../../ui/page.js';
import { Time } from '../../ui/time.js';
import { useRoleRefusal } from '../session/use-session.js';
import { actionOptions, actionText, statementsText } from './audit-words.js';

const nounsOf = ({ subject }: AuditEntry): Noun[] => [subject];

const columns: readonly Column<AuditEntry>[] = [
  {
    name: 'When',
    cell: ({ at }) => <Time at={at} />,
    sort: 'at',
    width: 10.25,
    fixed: true,
    csv: [
      { header: 'at_utc', value: ({ at }) => at },
      { header: 'id', value: ({ id }) => id },
    ],
  },
  { name: 'Who', cell: ({ by }) => by, width: 7, csv: [{ header: 'by', value: ({ by }) => by }] },
  {
    name: 'Did',
    cell: ({ action }) => actionText(action),
    width: 13,
    csv: [{ header: 'action', value: ({ action }) => action }],
  },
  {
    name: 'To',
    cell: ({ subject }) => (
      <>
        {subject.kind} <NounLink noun={subject} />
      </>
    ),
    width: 14,
    csv: [
      { header: 'subject_kind', value: ({ subject }) => subject.kind },
      { header: 'subject', value: ({ subject }) => subject.name },
      { header: 'subject_id', value: ({ subject }) => subject.id },
    ],
  },
  {
    name: 'Statements',
    cell: (entry) => (
      <span title={statementsText(entry)}>
        <Linked text={statementsText(entry)} nouns={nounsOf(entry)} />
      </span>
    ),
    wide: true,
    csv: [{ header: 'statements', value: statementsText }],
  },
];

const route = getRouteApi('/audit');

/** Who destroyed, gave up or took away what, and on which statements. Nothing here is ever changed or removed. */
export function AuditPage() {
  const refused = useRoleRefusal('administrator');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const set = (change: Partial<typeof search>) => navigate({ search: (before) => ({ ...before, ...change }) });
  return (
    <Page
      title="Audit"
      actions={
        <>
          {search.subjectId || search.by ? (
            <Button size="xs" variant="default" onClick={() => set({ subjectId: undefined, by: undefined })}>
              Of everything
            </Button>
          ) : null}
          <Filter label="Action" value={search.action} options={actionOptions} onChange={(action) => set({ action })} />
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
          empty={<Empty>Nothing fits. What destroys data, gives it up, or rests on somebody’s word is written down here for good.</Empty>}
        />
      ) : (
        <Empty>{refused}</Empty>
      )}
    </Page>
  );
}
