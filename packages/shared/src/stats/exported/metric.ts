/** The object that each combination of labels stands for. */
export const seriesOf = {
  attachment: 'attached volume',
  leg: 'leg',
  path: 'path of an attached volume',
  array: 'mirror attached read-write',
  volume: 'volume and server',
  scrubbed: 'mirrored volume and server',
  checksummed: 'volume with checksum errors and server',
  checksummedLeg: 'leg with checksum errors and server',
  snapshotSchedule: 'volume with scheduled snapshots and server',
  drive: 'drive',
  core: 'core and mode of a node',
  nic: 'NIC',
  rdma: 'counter of an RDMA NIC',
  slice: 'top-level cgroup of a node with limits per client',
  orphan: 'side, only_copy and server',
  finding: 'severity and set, and server',
  drill: 'kind of drill and server',
  benchmark: 'profile with a finished benchmark, and server',
  benchmarkFraction: 'fraction and profile with a finished benchmark, and server',
  benchmarkState: 'state of benchmarks, and server',
  missing: 'missing drive and server',
  pool: 'drive with a pool and server',
  mirrorClass: 'drive class with mirrors, and server',
  alert: 'rule, severity and state of open alerts, and server',
  agent: 'agent',
  node: 'node and server',
  member: 'member of the replica set and server',
  class: 'drive class that grows, and server',
  state: 'state and server',
  reason: 'reason and server',
  endpoint: 'endpoint, method and status and server',
  peer: 'server of the database, and server',
  server: 'server',
} as const;

export interface ExportedMetric {
  readonly name: string;
  readonly by: 'agent' | 'server';
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly unit: 'seconds' | 'bytes' | 'ratio' | 'celsius' | 'count' | 'none';
  /** The metric's own labels, without `le`; service discovery adds others. */
  readonly labels: readonly string[];
  readonly per: keyof typeof seriesOf;
  readonly meaning: string;
  readonly source: string;
  /** Upper bounds of a histogram, in its unit. */
  readonly bounds?: readonly number[];
  /** Only agents with this setting export it, which is off by default, or with limits per client. Totals leave it out. */
  readonly setting?: 'latencyByDirection' | 'limits';
}

export type Kind = Pick<ExportedMetric, 'by' | 'type' | 'labels' | 'per' | 'source'>;
type Rest = Pick<ExportedMetric, 'name' | 'unit' | 'meaning'> & Partial<ExportedMetric>;
export const all = (kind: Kind, ...metrics: Rest[]): ExportedMetric[] => metrics.map((metric) => ({ ...kind, ...metric }));

/** Of each server; most of what servers export. */
export const server: Kind = { by: 'server', type: 'gauge', labels: [], per: 'server', source: 'the server' };

/** Bounds of the time to store statistics or to hand them on, seconds. */
export const STATISTICS_BOUNDS_SECONDS = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30];
