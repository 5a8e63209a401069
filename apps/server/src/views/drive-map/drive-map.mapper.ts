import type { DriveMap, MappedDrive } from '@weft/shared/kinds/views/drive-map';
import { driveState, freeBytes } from '../../domain/drive/drive-state.js';
import type { MapDocument } from '../../drives/drives.service.js';
import type { DriveLoad } from '../../stats/query/stats-query.service.js';

type MappedNode = DriveMap['nodes'][number];
interface LabelledNode {
  _id: string;
  name: string;
  spec: { labels: Record<string, string> };
}

/** Sorts numbers in names by value: n2 before n10. */
const order = new Intl.Collator('en', { numeric: true });
const byPlace = (a: MappedNode, b: MappedNode): number =>
  order.compare(a.zone ?? '', b.zone ?? '') || order.compare(a.rack ?? '', b.rack ?? '') || order.compare(a.name, b.name);

export const toMappedNodes = (nodes: Iterable<LabelledNode>): MappedNode[] =>
  [...nodes]
    .map(({ _id, name, spec: { labels } }) => ({ id: _id, name, rack: labels['rack'] ?? null, zone: labels['zone'] ?? null }))
    .sort(byPlace);

/** Rounds to significant digits: digits beyond the precision of the measurement would be half of the answer. */
const digits = (value: number | null, count: number): number | null => (value === null ? null : Number(value.toPrecision(count)));

/** @param load undefined: no observations of its legs, or it has no legs */
export function toMappedDrive(drive: MapDocument, reservedRatio: number, load: DriveLoad | undefined): MappedDrive {
  const state = driveState(drive);
  const free = state === 'in-service' ? freeBytes(drive, reservedRatio) : null;
  const usedUp = drive.status.inventory.smart?.percentageUsed ?? null;
  const iops = load ? load.reads + load.writes : null;
  return {
    id: drive._id,
    serial: drive.serial,
    nodeId: drive.nodeId,
    state,
    sizeBytes: drive.status.inventory.sizeBytes,
    freeBytes: free,
    freeRatio: free === null || drive.status.capacityBytes === 0 ? null : digits(free / drive.status.capacityBytes, 4),
    wearRatio: usedUp === null ? null : usedUp / 100,
    iops: digits(iops, 6),
    throughputBytesPerSecond: digits(load ? load.readBytes + load.writtenBytes : null, 6),
    latencySeconds: digits(load && iops ? load.timeNs / iops / 1e9 : null, 6),
  };
}
