import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { eventKinds, eventSeverities } from '@weft/shared/kinds/views/event';
import { api } from '../../api/client.js';
import type { ClusterEvent } from '../../api/types.js';
import { paths } from '../../paths/paths.js';
import type { Column } from '../../table/columns/column.js';
import { DataTable } from '../../table/data-table.js';
import { Filter } from '../../table/filter.js';
import { listQuery } from '../../table/rows/list-search.js';
import { Page } from '../../ui/page.js';
import { Status } from '../../ui/status.js';
import { NounLink } from '../../ui/text/linked.js';
import { TextLink } from '../../ui/text/links.js';
import { Empty } from '../../ui/text/message.js';
import { Ago, Time } from '../../ui/time/time.js';
import { eventMoment } from './event-moment.js';
import { eventTone, severityWord } from './event-words.js';

/** Objects that a row names; the export has all that the API sends. */
const NAMED = 4;

function Subject({ kind, id, name }: { kind: ClusterEvent['kind']; id: string; name: string }) {
  switch (kind) {
    case 'volume':
    case 'node':
    case 'drive':
    case 'attachment':
      return <NounLink noun={{ kind, id, name }} />;
    case 'drive-class':
      return <TextLink {...paths.driveClass(id)}>{name}</TextLink>;
    case 'job':
      return <TextLink {...paths.job(id)}>{name}</TextLink>;
    case 'settings':
      return <TextLink {...paths.settings()}>{name}</TextLink>;
  }
}

function Subjects({ event: { kind, subjects, subjectCount } }: { event: ClusterEvent }) {
  const named = subjects.slice(0, NAMED);
  return (
    <>
      {named.map(({ id, name }, at) => (
        <span key={id}>
          {at > 0 ? ', ' : ''}
          <Subject kind={kind} id={id} name={name} />
        </span>
      ))}
      {subjectCount > named.length ? ` and ${subjectCount - named.length} more` : ''}
    </>
  );
}

/** The page of its first object after the last change of the event, or the overview. */
const Then = ({ event }: { event: ClusterEvent }) => <TextLink {...eventMoment(event)}>show</TextLink>;

const columns: readonly Column<ClusterEvent>[] = [
  {
    name: 'When',
    cell: ({ lastAt }) => <Ago at={lastAt} />,
    sort: 'lastAt',
    width: 7.5,
    fixed: true,
    csv: [
      { header: 'at_utc', value: ({ at }) => at },
      { header: 'last_at_utc', value: ({ lastAt }) => lastAt },
      { header: 'id', value: ({ id }) => id },
    ],
  },
  { name: 'Then', cell: (event) => <Then event={event} />, width: 5 },
  // The age has the full time on hover only; this column is for keyboards and print.
  { name: 'Began', extra: true, cell: ({ at }) => <Time at={at} />, sort: 'at', width: 10.25 },
  {
    name: 'Severity',
    cell: (event) => <Status tone={eventTone(event)} what={severityWord(event)} />,
    width: 9,
    csv: [{ header: 'severity', value: ({ severity }) => severity }],
  },
  {
    name: 'Changes',
    cell: ({ count }) => count.toLocaleString('en'),
    numeric: true,
    width: 5,
    csv: [{ header: 'count', value: ({ count }) => count }],
  },
  {
    name: 'Of',
    cell: (event) => <Subjects event={event} />,
    width: 16,
    csv: [
      { header: 'kind', value: ({ kind }) => kind },
      { header: 'subjects', value: ({ subjects }) => subjects.map(({ name }) => name).join(' ') },
      { header: 'subject_count', value: ({ subjectCount }) => subjectCount },
    ],
  },
  {
    name: 'Event',
    cell: ({ message }) => <span title={message}>{message}</span>,
    wide: true,
    csv: [
      { header: 'topic', value: ({ topic }) => topic },
      { header: 'from', value: ({ from }) => from },
      { header: 'to', value: ({ to }) => to },
      { header: 'message', value: ({ message }) => message },
    ],
  },
];

const route = getRouteApi('/events');

/** Changes of states, health, conditions, connections and settings, and jobs, newest first. */
export function EventsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const set = (change: Partial<typeof search>) => navigate({ search: (before) => ({ ...before, ...change }) });
  const sort = search.sort ?? '-lastAt';
  const { kind, severity, subjectId } = search;
  const filter = new URLSearchParams(
    Object.entries({ kind, severity, subjectId }).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  return (
    <Page
      title="Events"
      actions={
        <>
          {subjectId ? (
            <Button size="xs" variant="default" onClick={() => set({ subjectId: undefined })}>
              Of everything
            </Button>
          ) : null}
          <Filter label="Severity" value={severity} options={eventSeverities} onChange={(value) => set({ severity: value })} />
          <Filter label="Kind" value={kind} options={eventKinds} onChange={(value) => set({ kind: value })} />
          <Button component="a" href={`/api/v1/events/export?format=ndjson&${filter}`} download size="xs" variant="default">
            Download NDJSON
          </Button>
        </>
      }
    >
      <DataTable
        label="Events"
        columns={columns}
        pageOf={(cursor) => api.queryOptions('get', '/api/v1/events', { params: { query: { ...listQuery(search, cursor), sort } } })}
        search={search}
        defaultSort="-lastAt"
        onSearch={set}
        empty={<Empty>No events match these filters. Each change of a state, a connection or a setting leaves one.</Empty>}
      />
    </Page>
  );
}
