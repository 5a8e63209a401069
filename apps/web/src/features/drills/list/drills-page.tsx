import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { api } from '../../../api/client.js';
import type { Drill } from '../../../api/types.js';
import { paths } from '../../../paths/paths.js';
import type { Column } from '../../../table/columns/column.js';
import { DataTable } from '../../../table/data-table.js';
import { listQuery, PAGE_ROWS } from '../../../table/rows/list-search.js';
import { ActionButton } from '../../../ui/actions/action-button.js';
import { Page, Section } from '../../../ui/page.js';
import { Status } from '../../../ui/status.js';
import { InlineLink, TextLink } from '../../../ui/text/links.js';
import { Empty } from '../../../ui/text/message.js';
import { Ago } from '../../../ui/time/time.js';
import { usePermissionRefusal } from '../../session/use-session.js';
import { drillStatus, drillWords, placeText, secondsText, trendOf } from '../drill-words.js';
import { ScheduleSection } from '../schedule/schedule-section.js';

const NOT_MEASURED = <span className="dimmed">not measured</span>;

const columns: readonly Column<Drill>[] = [
  {
    name: 'Drill',
    cell: ({ id, kind }) => <TextLink {...paths.drill(id)}>{drillWords[kind]}</TextLink>,
    width: 13,
    fixed: true,
    csv: [
      { header: 'id', value: ({ id }) => id },
      { header: 'kind', value: ({ kind }) => kind },
    ],
  },
  { name: 'Place', cell: placeText, width: 10, csv: [{ header: 'place', value: placeText }] },
  {
    name: 'State',
    cell: (drill) => <Status {...drillStatus(drill)} />,
    wide: true,
    csv: [{ header: 'state', value: ({ state }) => state }],
  },
  {
    name: 'Longest stall',
    cell: ({ report }) => secondsText(report.longestStallSeconds) ?? NOT_MEASURED,
    width: 7.5,
    csv: [{ header: 'longest_stall_seconds', value: ({ report }) => report.longestStallSeconds ?? '' }],
  },
  {
    name: 'Limit',
    cell: ({ report }) => secondsText(report.stallLimitSeconds),
    width: 5,
    csv: [{ header: 'limit_seconds', value: ({ report }) => report.stallLimitSeconds }],
  },
  {
    name: 'Errors',
    cell: ({ report }) => report.errors ?? NOT_MEASURED,
    width: 6,
    csv: [{ header: 'errors', value: ({ report }) => report.errors ?? '' }],
  },
  {
    name: 'Started',
    cell: ({ createdAt }) => <Ago at={createdAt} />,
    sort: 'createdAt',
    width: 7.5,
    csv: [{ header: 'created_at_utc', value: ({ createdAt }) => createdAt }],
  },
];

const route = getRouteApi('/drills');

export function DrillsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const go = useNavigate();
  const role = usePermissionRefusal('drill:create');
  return (
    <Page
      title="Drills"
      actions={
        <ActionButton variant="filled" refusedBecause={role} onClick={() => go(paths.newDrill())}>
          New drill…
        </ActionButton>
      }
    >
      <Trend />
      <DataTable
        label="Drills"
        columns={columns}
        pageOf={(cursor) =>
          api.queryOptions('get', '/api/v1/drills', {
            params: { query: { ...listQuery(search, cursor), sort: search.sort ?? '-createdAt' } },
          })
        }
        search={search}
        defaultSort="-createdAt"
        onSearch={(change) => navigate({ search: (before) => ({ ...before, ...change }) })}
        empty={
          <Empty>No drill has run yet. A drill makes one fault on purpose, measures the stall of I/O, and takes the fault back.</Empty>
        }
      />
      <ScheduleSection />
    </Page>
  );
}

/** The longest stall of each kind, drill by drill. */
function Trend() {
  const { data } = api.useQuery('get', '/api/v1/drills', { params: { query: { sort: '-createdAt', limit: PAGE_ROWS } } });
  const trend = trendOf(data?.items ?? []);
  if (trend.length === 0) return null;
  return (
    <Section title="Longest stalls, oldest first">
      <ul className="lines">
        {trend.map(({ kind, drills }) => (
          <li key={kind} className="row">
            <span>{drillWords[kind]}:</span>
            {drills.map(({ id, report }) => (
              <InlineLink key={id} {...paths.drill(id)}>
                {secondsText(report.longestStallSeconds)}
              </InlineLink>
            ))}
            <span className="dimmed">limit {secondsText(drills.at(-1)?.report.stallLimitSeconds ?? null)}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
