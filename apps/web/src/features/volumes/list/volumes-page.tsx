import { getRouteApi } from '@tanstack/react-router';
import { volumeHealths, volumeStates } from '@weft/shared/kinds/volume';
import { formatBytes } from '@weft/shared/units';
import { api } from '../../../api/client.js';
import type { Volume } from '../../../api/types.js';
import { paths } from '../../../paths/paths.js';
import { ListBar } from '../../../table/bar/list-bar.js';
import type { Column } from '../../../table/columns/column.js';
import { DataTable } from '../../../table/data-table.js';
import { Filter } from '../../../table/filter.js';
import { listQuery } from '../../../table/rows/list-search.js';
import { EntityLink } from '../../../ui/entity/entity-link.js';
import { Page } from '../../../ui/page.js';
import { Status } from '../../../ui/status.js';
import { TextLink } from '../../../ui/text/links.js';
import { Empty } from '../../../ui/text/message.js';
import { Time } from '../../../ui/text/time.js';
import { useBulk } from '../../bulk/bulk-actions.js';
import { liveColumns } from '../../statistics/live-columns.js';
import { useDriveClassChoices } from '../../use-choices.js';
import { volumeBytes } from '../volume-provenance.js';
import { volumeStatus } from '../volume-status.js';
import { NewVolumeButton } from './new-volume-button.js';
import { volumeBulk } from './volume-bulk.js';

/** The first one as a link, and how many more; all their names on hover. */
const Clients = ({ of }: { of: Volume['clients'] }) => {
  const [first] = of;
  if (!first) return null;
  return (
    <span title={of.length > 1 ? of.map(({ name }) => name).join(', ') : undefined}>
      <EntityLink kind="node" {...first} />
      {of.length > 1 ? ` +${of.length - 1}` : ''}
    </span>
  );
};

const columns: readonly Column<Volume>[] = [
  {
    name: 'Name',
    cell: (volume) => <TextLink {...paths.volume(volume.id)}>{volume.name}</TextLink>,
    sort: 'name',
    width: 9,
    fixed: true,
    csv: [
      { header: 'name', value: ({ name }) => name },
      { header: 'id', value: ({ id }) => id },
    ],
  },
  {
    name: 'State',
    cell: (volume) => <Status {...volumeStatus(volume)} />,
    wide: true,
    csv: [
      { header: 'state', value: ({ state }) => state },
      { header: 'health', value: ({ health }) => health },
    ],
  },
  {
    name: 'Size',
    cell: (volume) => formatBytes(volume.sizeBytes),
    told: (volume) => volumeBytes(volume, 'sizeBytes'),
    sort: 'sizeBytes',
    numeric: true,
    width: 4.75,
    csv: [{ header: 'size_bytes', value: ({ sizeBytes }) => sizeBytes }],
  },
  {
    name: 'Protection',
    // Width of "concatenated".
    width: 7.25,
    cell: (volume) => volume.protection,
    csv: [{ header: 'protection', value: ({ protection }) => protection }],
  },
  {
    name: 'Class',
    extra: true,
    width: 5.5,
    cell: ({ driveClass }) => <TextLink {...paths.drives({ driveClassId: driveClass.id })}>{driveClass.name}</TextLink>,
    csv: [{ header: 'drive_class', value: ({ driveClass }) => driveClass.name }],
  },
  ...liveColumns<Volume>({
    metrics: [
      { metric: 'iops', name: 'IOPS', width: 5 },
      { metric: 'throughput', name: 'Throughput', width: 5.75 },
      { metric: 'latency-p99', name: 'p99', width: 4.75 },
    ],
    trend: 'iops',
    objectOf: ({ id }) => `volume:${id}`,
    labelOf: ({ name }) => name,
    sourceOf: ({ name }) => `Volume ${name}, seen by its clients`,
  }),
  {
    name: 'Legs',
    extra: true,
    cell: (volume) => volume.legs.length,
    numeric: true,
    width: 3.5,
    csv: [{ header: 'legs', value: ({ legs }) => legs.length }],
  },
  {
    name: 'Clients',
    cell: ({ clients }) => (clients.length === 0 ? '' : <Clients of={clients} />),
    width: 6,
    csv: [
      { header: 'attachments', value: ({ attachmentIds }) => attachmentIds.length },
      { header: 'clients', value: ({ clients }) => clients.map(({ name }) => name).join(' ') },
    ],
  },
  {
    name: 'Created',
    extra: true,
    cell: (volume) => <Time at={volume.createdAt} />,
    sort: 'createdAt',
    width: 10.25,
    csv: [{ header: 'created_at_utc', value: ({ createdAt }) => createdAt }],
  },
];

const route = getRouteApi('/volumes');

export function VolumesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const bulk = useBulk(volumeBulk);
  const set = (change: Partial<typeof search>) => navigate({ search: (before) => ({ ...before, ...change }) });
  const driveClasses = useDriveClassChoices();
  return (
    <Page title="Volumes" actions={<NewVolumeButton />}>
      <ListBar label="Volumes" searchedBy="name" search={search} onSearch={set} onView={(view) => navigate({ search: view })}>
        <Filter label="State" value={search.state} options={volumeStates} onChange={(state) => set({ state })} />
        <Filter label="Health" value={search.health} options={volumeHealths} onChange={(health) => set({ health })} />
        <Filter label="Class" value={search.driveClassId} options={driveClasses} onChange={(driveClassId) => set({ driveClassId })} />
      </ListBar>
      <DataTable
        label="Volumes"
        columns={columns}
        pageOf={(cursor) => api.queryOptions('get', '/api/v1/volumes', { params: { query: listQuery(search, cursor) } })}
        search={search}
        defaultSort="name"
        onSearch={set}
        preview={({ name }) => name}
        bulk={{
          nameOf: ({ name }) => name,
          actions: bulk.buttons,
        }}
        empty={
          search.search || search.state || search.health || search.driveClassId ? (
            <Empty>No volumes match these filters.</Empty>
          ) : (
            <Empty drawing="volumes" action={<NewVolumeButton />}>
              No volumes yet. A volume is a block device over NVMe-oF that clients attach. Its legs are on drives of a class.
            </Empty>
          )
        }
      />
      {bulk.dialog}
    </Page>
  );
}
