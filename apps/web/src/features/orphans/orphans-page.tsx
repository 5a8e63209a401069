import { getRouteApi } from '@tanstack/react-router';
import { type OnlyCopy, type OrphanKind, onlyCopies, orphanKinds } from '@weft/shared/kinds/views/orphan';
import { formatBytes } from '@weft/shared/units';
import { api } from '../../api/client.js';
import type { ListedOrphan } from '../../api/types.js';
import type { Column } from '../../table/columns/column.js';
import { DataTable } from '../../table/data-table.js';
import { Filter } from '../../table/filter.js';
import { listQuery } from '../../table/rows/list-search.js';
import type { Tone } from '../../ui/marks/mark.js';
import { Page } from '../../ui/page.js';
import { Status } from '../../ui/status.js';
import { NounLink } from '../../ui/text/linked.js';
import { Empty } from '../../ui/text/message.js';
import { Time } from '../../ui/text/time.js';
import { orphanCommands } from './orphan-commands.js';
import { Volumes } from './volumes.js';

const KINDS: Record<OrphanKind, string> = {
  'volume-group': 'volume group',
  'logical-volume': 'logical volume',
  subsystem: 'subsystem',
  port: 'port',
  controller: 'controller',
  array: 'array',
  mapping: 'dm device',
  'foreign-drive': 'drive with another group',
  drive: 'drive in service',
  leg: 'leg',
  attachment: 'attachment',
};
const kindOptions = orphanKinds.map((value) => ({ value, label: KINDS[value] }));
const SIDES = { host: 'on the host only', database: 'in the database only' };
const sideOptions = [
  { value: 'host', label: SIDES.host },
  { value: 'database', label: SIDES.database },
] as const;
const COPIES: Record<OnlyCopy, { tone: Tone; what: string }> = {
  yes: { tone: 'bad', what: 'possible' },
  unknown: { tone: 'warn', what: 'unknown' },
  no: { tone: 'good', what: 'no' },
};
const copyOptions = onlyCopies.map((value) => ({ value, label: COPIES[value].what }));

const columns: readonly Column<ListedOrphan>[] = [
  {
    name: 'Name',
    cell: ({ name }) => <code title={name}>{name}</code>,
    width: 15,
    fixed: true,
    csv: [
      { header: 'name', value: ({ name }) => name },
      { header: 'id', value: ({ id }) => id },
    ],
  },
  { name: 'Kind', cell: ({ kind }) => KINDS[kind], sort: 'kind', width: 8.5, csv: [{ header: 'kind', value: ({ kind }) => kind }] },
  {
    name: 'Node',
    cell: ({ node }) => <NounLink noun={{ kind: 'node', ...node }} />,
    width: 5,
    csv: [{ header: 'node', value: ({ node }) => node.name }],
  },
  {
    name: 'Volume',
    cell: ({ volume }) => <Volumes of={volume} />,
    csv: [
      { header: 'volumes', value: ({ volume }) => volume.which },
      { header: 'volume_names', value: ({ volume }) => volume.references.map(({ name }) => name ?? '').join(' ') },
      { header: 'volume_ids', value: ({ volume }) => volume.references.map(({ id }) => id).join(' ') },
    ],
  },
  {
    name: 'Only copy',
    cell: ({ mayHoldOnlyCopy, copy }) => <Status {...COPIES[mayHoldOnlyCopy]} why={copy.message} />,
    wide: true,
    csv: [{ header: 'may_hold_only_copy', value: ({ mayHoldOnlyCopy }) => mayHoldOnlyCopy }],
  },
  {
    name: 'Size',
    cell: ({ sizeBytes }) => (sizeBytes === null ? <span className="dimmed">unknown</span> : formatBytes(sizeBytes)),
    sort: 'sizeBytes',
    numeric: true,
    width: 5.5,
    csv: [{ header: 'size_bytes', value: ({ sizeBytes }) => sizeBytes }],
  },
  {
    name: 'Since',
    cell: ({ since }) => (since === null ? <span className="dimmed">unknown</span> : <Time at={since} />),
    sort: 'since',
    width: 9,
    csv: [{ header: 'since_utc', value: ({ since }) => since }],
  },
  { name: 'Found', cell: ({ side }) => SIDES[side], extra: true, width: 9, csv: [{ header: 'side', value: ({ side }) => side }] },
  {
    name: 'In use',
    cell: ({ inUse }) => (inUse === null ? <span className="dimmed">unknown</span> : inUse ? 'yes' : 'no'),
    extra: true,
    csv: [{ header: 'in_use', value: ({ inUse }) => inUse }],
  },
  {
    name: 'Meaning',
    cell: ({ what }) => what.message,
    extra: true,
    wide: true,
    csv: [{ header: 'what', value: ({ what }) => what.message }],
  },
  { name: 'Detail', cell: ({ detail }) => detail, extra: true, wide: true, csv: [{ header: 'detail', value: ({ detail }) => detail }] },
  {
    name: 'Remedy',
    cell: ({ remedy }) => remedy.message,
    extra: true,
    wide: true,
    csv: [{ header: 'remedy', value: ({ remedy }) => remedy.message }],
  },
  {
    name: 'Commands on the node',
    cell: (orphan) => orphanCommands(orphan).map((command) => <code key={command}>{command} </code>),
    extra: true,
    wide: true,
  },
];

const route = getRouteApi('/orphans');

/** Objects of hosts that the database does not list, and objects of the database that their nodes do not find. */
export function OrphansPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const set = (change: Partial<typeof search>) => navigate({ search: (before) => ({ ...before, ...change }) });
  const sort = search.sort ?? '-since';
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
        empty={<Empty>No orphans match these filters. Every object of Weft on a reporting node has its counterpart in the database.</Empty>}
      />
    </Page>
  );
}
