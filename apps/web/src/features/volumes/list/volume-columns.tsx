import { formatBytes } from '@weft/shared/units';
import type { Volume } from '../../../api/types.js';
import { paths } from '../../../paths/paths.js';
import type { Column } from '../../../table/columns/column.js';
import { EntityLink } from '../../../ui/entity/entity-link.js';
import { Status } from '../../../ui/status.js';
import { TextLink } from '../../../ui/text/links.js';
import { Time } from '../../../ui/time/time.js';
import { liveColumns } from '../../statistics/live-columns.js';
import { volumeBytes } from '../volume-provenance.js';
import { volumeStatus } from '../volume-status.js';

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

export const volumeColumns: readonly Column<Volume>[] = [
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
    cell: ({ driveClass }) => <TextLink {...paths.driveClass(driveClass.id)}>{driveClass.name}</TextLink>,
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
