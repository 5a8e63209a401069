/*
 * Every metric of the statistics API: its name, unit, objects, and the aggregation of several objects or a longer time into one value.
 * Query, live subscription and charts read this table. Prometheus has other names (docs/observability.md).
 */

/**
 * Kinds of objects with statistics. volume: the sum over all its clients. attachment: one client's part. client, target: a node in that role, identified
 * by the node's id: all volumes attached there, all legs on its drives. drive-class: the volumes created from it. cluster: all volumes.
 */
export const statisticsObjectKinds = [
  'volume',
  'attachment',
  'leg',
  'drive',
  'node',
  'client',
  'target',
  'drive-class',
  'cluster',
] as const;
export type StatisticsObjectKind = (typeof statisticsObjectKinds)[number];

/**
 * rate: counts add up, divided by the observed time. ratio: shares of time add up. histogram: bucket counts add up, and the value is read from the sum.
 * mean, max, min: of the reported values.
 */
export type Aggregation = 'rate' | 'ratio' | 'histogram' | 'mean' | 'max' | 'min';
export type Unit = '1/s' | 'B/s' | 's' | 'ratio' | 'B' | '°C' | 'count';

export interface Metric {
  /** Title in charts. */
  title: string;
  unit: Unit;
  objects: readonly StatisticsObjectKind[];
  aggregation: Aggregation;
  /** Each value is a list: the counts of the histogram's buckets, or one number per core. */
  list?: 'bucket' | 'core';
  /** For percentiles: the fraction of all I/O that is faster. */
  fraction?: number;
  /** Of reads or of writes alone, as far as agents collect their histograms; missing: of both together. */
  direction?: 'read' | 'write';
  /** Reported of the caches of legs. Missing: of the objects themselves. */
  of?: 'cache';
}

const io = ['volume', 'attachment', 'leg', 'drive', 'client', 'target', 'drive-class', 'cluster'] as const satisfies StatisticsObjectKind[];
const rate = (title: string, unit: Unit, objects: readonly StatisticsObjectKind[]): Metric => ({
  title,
  unit,
  objects,
  aggregation: 'rate',
});
const cpu = (title: string): Metric => ({ title, unit: 'ratio', objects: ['node'], aggregation: 'ratio' });
const percentile = (fraction: number): Metric => ({
  title: `Latency, ${Number((fraction * 100).toFixed(1))}th percentile`,
  unit: 's',
  objects: io,
  aggregation: 'histogram',
  fraction,
});
const percentileBy = (direction: 'read' | 'write', fraction: number): Metric => ({
  ...percentile(fraction),
  title: `${direction === 'read' ? 'Read' : 'Write'} latency, ${Number((fraction * 100).toFixed(1))}th percentile`,
  direction,
});
/** drive: a drive in service as a cache. */
const cached = ['volume', 'leg', 'drive', 'target'] as const satisfies StatisticsObjectKind[];
const cacheRate = (title: string): Metric => ({ ...rate(title, '1/s', cached), of: 'cache' });
const cacheRatio = (title: string): Metric => ({ title, unit: 'ratio', objects: cached, aggregation: 'ratio', of: 'cache' });
const gauge = (title: string, unit: Unit, object: StatisticsObjectKind, aggregation: Aggregation): Metric => ({
  title,
  unit,
  objects: [object],
  aggregation,
});

export const metrics = {
  iops: rate('I/O operations', '1/s', io),
  'read-iops': rate('Reads', '1/s', io),
  'write-iops': rate('Writes', '1/s', io),
  throughput: rate('Throughput', 'B/s', io),
  'read-throughput': rate('Read throughput', 'B/s', io),
  'write-throughput': rate('Write throughput', 'B/s', io),
  'latency-average': { title: 'Latency, average', unit: 's', objects: io, aggregation: 'histogram' },
  /** Over the reads or writes of agents that report them separately; no value without such an agent. */
  'read-latency-average': { title: 'Read latency, average', unit: 's', objects: io, aggregation: 'histogram' },
  'write-latency-average': { title: 'Write latency, average', unit: 's', objects: io, aggregation: 'histogram' },
  'latency-p50': percentile(0.5),
  'latency-p90': percentile(0.9),
  'latency-p95': percentile(0.95),
  'latency-p99': percentile(0.99),
  'latency-p999': percentile(0.999),
  /** Over the reads or writes of agents that collect latency by direction; no value without such an agent. */
  'read-latency-p50': percentileBy('read', 0.5),
  'read-latency-p90': percentileBy('read', 0.9),
  'read-latency-p95': percentileBy('read', 0.95),
  'read-latency-p99': percentileBy('read', 0.99),
  'read-latency-p999': percentileBy('read', 0.999),
  'write-latency-p50': percentileBy('write', 0.5),
  'write-latency-p90': percentileBy('write', 0.9),
  'write-latency-p95': percentileBy('write', 0.95),
  'write-latency-p99': percentileBy('write', 0.99),
  'write-latency-p999': percentileBy('write', 0.999),
  /** Counts of all buckets, LATENCY_BUCKETS long: as observed, not per second. */
  'latency-heat-map': { title: 'Latency heat map', unit: 'count', objects: io, aggregation: 'histogram', list: 'bucket' },

  /** Shares of the CPU time of all cores together. */
  'cpu-busy': cpu('CPU'),
  'cpu-user': cpu('CPU, user'),
  'cpu-system': cpu('CPU, system'),
  'cpu-irq': cpu('CPU, interrupts'),
  'cpu-softirq': cpu('CPU, soft interrupts'),
  'cpu-steal': cpu('CPU, stolen'),
  'target-tax': cpu('CPU for exporting legs'),
  'agent-cpu': cpu("CPU of Weft's agent"),
  'core-busy': { title: 'CPU by core', unit: 'ratio', objects: ['node'], aggregation: 'ratio', list: 'core' },
  'agent-memory': gauge("Memory of Weft's agent", 'B', 'node', 'mean'),
  'memory-available': gauge('Memory available', 'B', 'node', 'mean'),
  'memory-total': gauge('Memory', 'B', 'node', 'mean'),
  interrupts: rate('Interrupts', '1/s', ['node']),
  'nic-receive': rate('Received by all NICs', 'B/s', ['node']),
  'nic-transmit': rate('Sent by all NICs', 'B/s', ['node']),
  'nic-errors': rate('Errors of all NICs', '1/s', ['node']),
  /** No value for NICs that do not count them. */
  'rdma-retransmits': rate('RDMA retransmits of all NICs', '1/s', ['node']),
  /** Of all connections of the machine. */
  'tcp-retransmits': rate('TCP retransmits', '1/s', ['node']),

  /** Of the reads, or writes, that reach caches. */
  'cache-read-hit-ratio': cacheRatio('Cache, share of reads found'),
  'cache-write-hit-ratio': cacheRatio('Cache, share of writes found'),
  'cache-read-hits': cacheRate('Cache, reads found'),
  'cache-read-misses': cacheRate('Cache, reads not found'),
  'cache-write-hits': cacheRate('Cache, writes found'),
  'cache-write-misses': cacheRate('Cache, writes not found'),
  'cache-promotions': cacheRate('Cache, blocks taken in'),
  'cache-demotions': cacheRate('Cache, blocks dropped'),
  /** Shares of the size of caches. */
  'cache-used': cacheRatio('Cache, used'),
  'cache-dirty': cacheRatio('Cache, not yet on the drive'),

  wear: gauge('Wear', 'ratio', 'drive', 'max'),
  'available-spare': gauge('Available spare', 'ratio', 'drive', 'min'),
  temperature: gauge('Temperature', '°C', 'drive', 'max'),
  'media-errors': gauge('Media errors', 'count', 'drive', 'max'),
} as const satisfies Record<string, Metric>;

export type MetricName = keyof typeof metrics;
export const metricNames = Object.keys(metrics) as [MetricName, ...MetricName[]];

/** A row of the table, with one type for all rows. */
export const metricOf = (name: MetricName): Metric => metrics[name];

/** Metrics of a kind of object. */
export const metricsOf = (kind: StatisticsObjectKind): MetricName[] => metricNames.filter((name) => metricOf(name).objects.includes(kind));
