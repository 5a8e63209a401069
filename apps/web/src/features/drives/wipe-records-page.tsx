import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { type WipeState, wipeStates } from '@weft/shared/kinds/drive';
import { formatBytes } from '@weft/shared/units';
import { api } from '../../api/client.js';
import type { WipeRecord } from '../../api/types.js';
import { paths } from '../../paths/paths.js';
import type { Column } from '../../table/columns/column.js';
import { DataTable } from '../../table/data-table.js';
import { Filter } from '../../table/filter.js';
import { listQuery } from '../../table/rows/list-search.js';
import type { Tone } from '../../ui/marks/mark.js';
import { Page } from '../../ui/page.js';
import { Status } from '../../ui/status.js';
import { NounLink } from '../../ui/text/linked.js';
import { TextLink } from '../../ui/text/links.js';
import { Empty } from '../../ui/text/message.js';
import { Ago, Time } from '../../ui/time/time.js';
import { usedMethodText } from './wipe-method.js';

const TONES: Record<WipeState, Tone> = { ordered: 'idle', wiping: 'busy', wiped: 'good', failed: 'bad' };

const columns: readonly Column<WipeRecord>[] = [
  {
    name: 'Ordered',
    cell: ({ createdAt }) => <Ago at={createdAt} />,
    sort: 'createdAt',
    width: 7.5,
    fixed: true,
    csv: [
      { header: 'ordered_at_utc', value: ({ createdAt }) => createdAt },
      { header: 'began_at_utc', value: ({ beganAt }) => beganAt },
    ],
  },
  {
    name: 'Drive',
    cell: ({ drive, serial }) => <NounLink noun={{ kind: 'drive', id: drive.id, name: serial }} />,
    sort: 'serial',
    width: 9,
    csv: [
      { header: 'serial', value: ({ serial }) => serial },
      { header: 'wwid', value: ({ wwid }) => wwid },
    ],
  },
  {
    name: 'Model',
    cell: ({ model, sizeBytes }) => `${model}, ${formatBytes(sizeBytes)}`,
    width: 14,
    csv: [
      { header: 'model', value: ({ model }) => model },
      { header: 'size_bytes', value: ({ sizeBytes }) => sizeBytes },
    ],
  },
  {
    name: 'Node',
    cell: ({ node }) => <NounLink noun={{ kind: 'node', ...node }} />,
    width: 6,
    csv: [{ header: 'node', value: ({ node }) => node.name }],
  },
  {
    name: 'State',
    cell: ({ state, error }) => (
      <span title={error?.message}>
        <Status tone={TONES[state]} what={state} />
      </span>
    ),
    width: 7,
    csv: [
      { header: 'state', value: ({ state }) => state },
      { header: 'error', value: ({ error }) => error?.message ?? '' },
    ],
  },
  {
    name: 'Method',
    cell: usedMethodText,
    width: 10,
    csv: [
      { header: 'method', value: ({ method }) => method },
      { header: 'sanitize_action', value: ({ sanitizeAction }) => sanitizeAction ?? '' },
    ],
  },
  {
    name: 'Ended',
    cell: ({ endedAt }) => (endedAt ? <Time at={endedAt} /> : '–'),
    width: 10.25,
    csv: [{ header: 'ended_at_utc', value: ({ endedAt }) => endedAt }],
  },
  {
    name: 'By',
    cell: ({ orderedBy, jobId }) => <TextLink {...paths.job(jobId)}>{orderedBy}</TextLink>,
    width: 7,
    csv: [{ header: 'ordered_by', value: ({ orderedBy }) => orderedBy }],
  },
  {
    name: 'Held before',
    cell: ({ contents }) => contents.join('; ') || 'nothing recognised',
    wide: true,
    csv: [{ header: 'contents', value: ({ contents }) => contents.join('; ') }],
  },
];

const route = getRouteApi('/drives/wipes');

/** Proof of each wipe, also of drives that have left the cluster. */
export function WipeRecordsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const set = (change: Partial<typeof search>) => navigate({ search: (before) => ({ ...before, ...change }) });
  const { driveId, state } = search;
  const filter = new URLSearchParams(Object.entries({ driveId, state }).flatMap(([name, value]) => (value ? [[name, value]] : [])));
  return (
    <Page
      title="Wipe records"
      above={<TextLink {...paths.drives()}>Drives</TextLink>}
      actions={
        <>
          {driveId ? (
            <Button size="xs" variant="default" onClick={() => set({ driveId: undefined })}>
              Of every drive
            </Button>
          ) : null}
          <Filter label="State" value={state} options={wipeStates} onChange={(value) => set({ state: value })} />
          <Button component="a" href={`/api/v1/wipe-records/export?format=ndjson&${filter}`} download size="xs" variant="default">
            Download NDJSON
          </Button>
        </>
      }
    >
      <DataTable
        label="Wipe records"
        columns={columns}
        pageOf={(cursor) => api.queryOptions('get', '/api/v1/wipe-records', { params: { query: listQuery(search, cursor) } })}
        search={search}
        defaultSort="-createdAt"
        onSearch={set}
        empty={<Empty>No records. Each wipe of a drive leaves one, from its order to its end.</Empty>}
      />
    </Page>
  );
}
