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

const LEGS = 'dm-stats of the legs’ LVs on each target: the kernels’ counts of every I/O, over the last half minute that is stored';
const MEASURES: Record<MeasureName, Omit<FieldProvenance, 'nodes' | 'at' | 'request' | 'pick'> & { field: string }> = {
  wear: {
    field: 'wearRatio',
    title: 'Wear of every drive: its rated endurance, used up',
    source: 'NVMe SMART / Health log of each drive',
    error: 'As the drive says it, in whole percent; read every few minutes.',
    promql: 'max by (drive) (weft_drive_wear_ratio)',
  },
  latency: {
    field: 'latencySeconds',
    title: 'Average latency of all I/O of a drive’s legs',
    source: LEGS,
    error: 'Exact: the sum of all times by their number.',
    promql:
      'sum by (drive) (rate(weft_leg_io_seconds_total[1m])) / (sum by (drive) (rate(weft_leg_reads_total[1m])) + sum by (drive) (rate(weft_leg_writes_total[1m])))',
  },
  load: {
    field: 'iops',
    title: 'I/O of a drive’s legs a second',
    source: LEGS,
    error: 'Exact: the difference of a counter over the time that was observed. Nothing is sampled.',
    promql: 'sum by (drive) (rate(weft_leg_reads_total[1m])) + sum by (drive) (rate(weft_leg_writes_total[1m]))',
  },
  free: {
    field: 'freeRatio',
    title: 'Free for new legs, of what legs can use in all',
    source: 'the server’s book of what is allocated on drives',
    error: 'Exact.',
    promql: null,
  },
};

/** Provenance of the colours of the whole map. */
export function mapNumbers(name: MeasureName, { to }: Pick<DriveMap, 'to'>): FieldProvenance {
  const { field, ...words } = MEASURES[name];
  return { ...words, nodes: [], at: to, ...ofMap(`[.serial, .${field}]`) };
}
