import { apiRequest } from '../../api/curl.js';
import type { DriveMap } from '../../api/types.js';
import type { FieldProvenance, MetricProvenance } from '../../provenance/provenance.js';
import { driveBytes, driveValue } from '../drives/drive-provenance.js';
import type { MapRow } from './brush.js';
import type { MeasureName } from './map-search.js';

/** Provenance of the value of one drive. */
export function mappedNumber(row: MapRow, name: MeasureName): FieldProvenance | MetricProvenance {
  if (name === 'free')
    return { ...driveBytes({ ...row, updatedAt: row.at }, 'freeBytes'), ...ofMap(`select(.id=="${row.id}") | .freeRatio`) };
  return driveValue(row, METRICS[name], Date.parse(row.at));
}

const METRICS = { wear: 'wear', latency: 'latency-average', load: 'iops' } as const;

const ofMap = (drive: string) => ({ request: apiRequest('get', '/api/v1/drive-map', {}), pick: `.drives[] | ${drive}` });

const LEGS = 'dm-stats of the legs’ LVs on each target: the kernel’s count of every I/O, over the last stored 30 s';
const MEASURES: Record<MeasureName, Omit<FieldProvenance, 'nodes' | 'at' | 'request' | 'pick'> & { field: string }> = {
  wear: {
    field: 'wearRatio',
    title: 'Wear of every drive: used fraction of its rated endurance',
    source: 'NVMe SMART / Health log of each drive',
    error: 'As reported by the drive, in whole percent; read every few minutes.',
    promql: 'max by (drive) (weft_drive_wear_ratio)',
  },
  latency: {
    field: 'latencySeconds',
    title: 'Average latency of all I/O of a drive’s legs',
    source: LEGS,
    error: 'Exact: total time divided by the number of I/Os.',
    promql:
      'sum by (drive) (rate(weft_leg_io_seconds_total[1m])) / (sum by (drive) (rate(weft_leg_reads_total[1m])) + sum by (drive) (rate(weft_leg_writes_total[1m])))',
  },
  load: {
    field: 'iops',
    title: 'I/O per second of a drive’s legs',
    source: LEGS,
    error: 'Exact: difference of a counter over the observed time. Nothing is sampled.',
    promql: 'sum by (drive) (rate(weft_leg_reads_total[1m])) + sum by (drive) (rate(weft_leg_writes_total[1m]))',
  },
  free: {
    field: 'freeRatio',
    title: 'Free for new legs, as a fraction of the capacity for legs',
    source: 'the server’s record of allocations on drives',
    error: 'Exact.',
    promql: null,
  },
};

/** Provenance of the colours of the whole map. */
export function mapNumbers(name: MeasureName, { to }: Pick<DriveMap, 'to'>): FieldProvenance {
  const { field, ...words } = MEASURES[name];
  return { ...words, nodes: [], at: to, ...ofMap(`[.serial, .${field}]`) };
}
