import { formatBytes } from '@weft/shared/units';
import type { Drive } from '../../api/types.js';
import { paths } from '../../paths/paths.js';
import type { Column } from '../../table/columns/column.js';
import { EntityLink } from '../../ui/entity/entity-link.js';
import { shareOf } from '../../ui/gauges/share-of.js';
import { UseBar } from '../../ui/gauges/use-bar.js';
import { Status } from '../../ui/status.js';
import { TextLink } from '../../ui/text/links.js';
import { liveColumns } from '../statistics/live-columns.js';
import { DriveActions, type OnDriveChange } from './drive-actions.js';
import { driveBytes, driveValue } from './drive-provenance.js';
import { driveStatus, type LostNodes } from './drive-status.js';

const serial: Column<Drive> = {
  name: 'Serial',
  cell: (drive) => (
    <TextLink {...paths.drive(drive.id)}>
      <code>{drive.serial}</code>
    </TextLink>
  ),
  sort: 'serial',
  width: 8,
  fixed: true,
  csv: [
    { header: 'serial', value: ({ serial }) => serial },
    { header: 'id', value: ({ id }) => id },
  ],
};
const node: Column<Drive> = {
  name: 'Node',
  width: 5,
  cell: (drive) => <EntityLink kind="node" {...drive.node} />,
  csv: [{ header: 'node', value: (drive) => drive.node.name }],
};
/** Allocated and free as a bar; the free bytes as text. */
const Use = ({ of: { capacityBytes, allocatedBytes, freeBytes } }: { of: Drive }) => (
  <UseBar
    label={`${formatBytes(allocatedBytes)} of ${formatBytes(capacityBytes)} used`}
    parts={[{ kind: 'used', share: shareOf(allocatedBytes, capacityBytes) }]}
  >
    {formatBytes(freeBytes)} free
  </UseBar>
);

const live = liveColumns<Drive>({
  metrics: [
    { metric: 'iops', name: 'IOPS', width: 4.75, extra: true },
    { metric: 'throughput', name: 'Throughput', width: 5.75 },
    { metric: 'latency-p99', name: 'p99', width: 4.75 },
  ],
  trend: 'throughput',
  objectOf: ({ id }) => `drive:${id}`,
  labelOf: ({ serial }) => serial,
  sourceOf: ({ serial }) => `Drive ${serial}, seen by its node: all legs on it`,
});
const factsOf = (lost?: LostNodes): readonly Column<Drive>[] => [
  {
    name: 'State',
    cell: (drive) => <Status {...driveStatus(drive, lost)} />,
    wide: true,
    csv: [
      { header: 'state', value: ({ state }) => state },
      { header: 'scheduling', value: ({ scheduling }) => scheduling },
      { header: 'contents', value: ({ contents }) => contents.join('; ') },
    ],
  },
  {
    name: 'Model',
    extra: true,
    cell: (drive) => drive.model,
    sort: 'model',
    width: 9,
    csv: [
      { header: 'model', value: ({ model }) => model },
      { header: 'firmware', value: ({ firmware }) => firmware },
    ],
  },
  {
    name: 'Size',
    cell: (drive) => formatBytes(drive.sizeBytes),
    told: (drive) => driveBytes(drive, 'sizeBytes'),
    sort: 'sizeBytes',
    numeric: true,
    // Width of `1023.99 GiB`.
    width: 6.25,
    csv: [{ header: 'size_bytes', value: ({ sizeBytes }) => sizeBytes }],
  },
  {
    name: 'Use',
    cell: (drive) => (drive.state === 'in-service' ? <Use of={drive} /> : ''),
    told: (drive) => (drive.state === 'in-service' ? driveBytes(drive, 'freeBytes') : null),
    width: 7.5,
    csv: [
      // For a drive out of service, neither free nor full is meaningful.
      { header: 'capacity_bytes', value: ({ state, capacityBytes }) => (state === 'in-service' ? capacityBytes : null) },
      { header: 'allocated_bytes', value: ({ allocatedBytes }) => allocatedBytes },
      { header: 'free_bytes', value: ({ state, freeBytes }) => (state === 'in-service' ? freeBytes : null) },
    ],
  },
  {
    name: 'NUMA',
    extra: true,
    cell: (drive) => drive.numaNode,
    numeric: true,
    width: 3.5,
    csv: [{ header: 'numa_node', value: ({ numaNode }) => numaNode }],
  },
  {
    name: 'Used up',
    extra: true,
    cell: (drive) => (drive.smart?.percentageUsed == null ? '' : `${drive.smart.percentageUsed} %`),
    told: (drive) => (drive.smart?.percentageUsed == null ? null : driveValue(drive, 'wear', Date.parse(drive.updatedAt))),
    numeric: true,
    width: 4.5,
    csv: [
      { header: 'used_up_percent', value: ({ smart }) => smart?.percentageUsed },
      { header: 'available_spare_percent', value: ({ smart }) => smart?.availableSparePercent },
      { header: 'power_on_hours', value: ({ smart }) => smart?.powerOnHours },
    ],
  },
];
const actions = (onOpen: OnDriveChange): Column<Drive> => ({
  name: 'Actions',
  late: true,
  cell: (drive) => (
    <span className="row">
      <DriveActions drive={drive} onOpen={onOpen} />
    </span>
  ),
  width: 5,
  fixed: true,
});

export const driveColumns = (lost: LostNodes, onOpen: OnDriveChange) => [serial, node, ...factsOf(lost), ...live, actions(onOpen)];
export const driveColumnsOfNode = (lost: LostNodes, onOpen: OnDriveChange) => [serial, ...factsOf(lost), actions(onOpen)];
export const drivePreviewColumns = [serial, node, ...factsOf().slice(0, 4)].map((column) => ({ ...column, whole: !column.wide }));
