import { LATENCY_BUCKETS } from '@weft/shared/stats/histogram';
import { type MetricName, metricOf } from '@weft/shared/stats/metrics';
import { type Percentile, percentile } from '@weft/shared/stats/percentile';
import type { Field, HistogramName, Observed } from './observed.js';

/** Fields of a metric that is a rate per second. */
const rates: Partial<Record<MetricName, readonly Field[]>> = {
  iops: ['reads', 'writes'],
  'read-iops': ['reads'],
  'write-iops': ['writes'],
  throughput: ['readBytes', 'writtenBytes'],
  'read-throughput': ['readBytes'],
  'write-throughput': ['writtenBytes'],
  interrupts: ['interrupts'],
  'nic-receive': ['nicReceivedBytes'],
  'nic-transmit': ['nicSentBytes'],
  'nic-errors': ['nicErrors'],
  'rdma-retransmits': ['rdmaRetransmits'],
  'tcp-retransmits': ['tcpRetransmits'],
  'cache-read-hits': ['cacheReadHits'],
  'cache-read-misses': ['cacheReadMisses'],
  'cache-write-hits': ['cacheWriteHits'],
  'cache-write-misses': ['cacheWriteMisses'],
  'cache-promotions': ['cachePromotions'],
  'cache-demotions': ['cacheDemotions'],
};
/** Fields of a metric that is a share of other fields. */
const parts: Partial<Record<MetricName, { part: Field; whole: readonly Field[] }>> = {
  'cache-read-hit-ratio': { part: 'cacheReadHits', whole: ['cacheReadHits', 'cacheReadMisses'] },
  'cache-write-hit-ratio': { part: 'cacheWriteHits', whole: ['cacheWriteHits', 'cacheWriteMisses'] },
  'cache-used': { part: 'cacheUsed', whole: ['cacheTotal'] },
  'cache-dirty': { part: 'cacheDirty', whole: ['cacheTotal'] },
};
/** Fields of a metric that is a share of all CPU time. */
const shares: Partial<Record<MetricName, readonly Field[]>> = {
  'cpu-busy': ['user', 'system', 'irq', 'softirq', 'steal'],
  'cpu-user': ['user'],
  'cpu-system': ['system'],
  'cpu-irq': ['irq'],
  'cpu-softirq': ['softirq'],
  'cpu-steal': ['steal'],
  'target-tax': ['targetTax'],
  'agent-cpu': ['agentCpu'],
};
const gauges: Partial<Record<MetricName, Field>> = {
  'agent-memory': 'agentMemoryBytes',
  'memory-available': 'memoryAvailableBytes',
  'memory-total': 'memoryTotalBytes',
  wear: 'wearRatio',
  'available-spare': 'spareRatio',
  temperature: 'temperatureCelsius',
  'media-errors': 'mediaErrors',
};
interface Direction {
  count: Field;
  untimed: Field;
  timeNs: Field;
}
/** Fields of a metric that is an average over reads or writes alone. */
const directions: Partial<Record<MetricName, Direction>> = {
  'read-latency-average': { count: 'reads', untimed: 'untimedReads', timeNs: 'readTimeNs' },
  'write-latency-average': { count: 'writes', untimed: 'untimedWrites', timeNs: 'writeTimeNs' },
};
/** Together they are all CPU time. */
export const cpuModes: readonly Field[] = ['user', 'system', 'irq', 'softirq', 'steal', 'idle'];

/** Stored fields that a metric is computed from. */
export function fieldsOf(metric: MetricName): readonly (Field | HistogramName | 'cores')[] {
  const gauge = gauges[metric];
  if (gauge) return [gauge];
  if (shares[metric]) return [...shares[metric], ...cpuModes];
  const share = parts[metric];
  if (share) return [...new Set([share.part, ...share.whole])];
  if (metric === 'core-busy') return ['cores', ...cpuModes];
  if (metric === 'latency-average') return ['reads', 'writes', 'timeNs'];
  const direction = directions[metric];
  if (direction) return Object.values(direction);
  return rates[metric] ?? [histogramOf(metric)];
}

/** Sum of the fields; null when one was never reported. */
function sum({ numbers }: Observed, fields: readonly Field[]): number | null {
  let total = 0;
  for (const field of fields) {
    const value = numbers[field];
    if (value === undefined) return null;
    total += value;
  }
  return total;
}

const divided = (part: number | null, whole: number | null): number | null => (part === null || !whole ? null : part / whole);

/** Seconds of an I/O of one direction, over the I/O whose time is known; null: no such I/O. */
function averageOf({ count, untimed, timeNs }: Direction, { numbers }: Observed): number | null {
  return divided(numbers[timeNs] ?? null, ((numbers[count] ?? 0) - (numbers[untimed] ?? 0)) * 1e9);
}

/** Busy share of each core. All cores cover the same time: for each it is their mean, by the kernel's clock, as for all other shares of CPU time. */
function coresBusy(observed: Observed): number[] | null {
  const { cores } = observed;
  const coreSeconds = divided(sum(observed, cpuModes), cores?.length ?? 0);
  return cores && coreSeconds ? cores.map((busy) => Math.min(1, busy / coreSeconds)) : null;
}

/** The histogram that a percentile or a heat map is read from. */
const histogramOf = (metric: MetricName): HistogramName => {
  const { direction } = metricOf(metric);
  return direction === undefined ? 'histogram' : `${direction}Histogram`;
};

export function percentileOf(metric: MetricName, observed: Observed): Percentile | null {
  const { fraction } = metricOf(metric);
  const histogram = observed[histogramOf(metric)];
  return fraction === undefined || !histogram ? null : percentile(histogram, fraction);
}

/** The metric's value from all observations, in its unit; null: no value. A list for metrics that are lists. */
export function metricValue(metric: MetricName, observed: Observed): number | number[] | null {
  const seconds = observed.coveredMs / 1000;
  if (seconds <= 0) return null;
  const gauge = gauges[metric];
  if (gauge) return observed.numbers[gauge] ?? null;
  if (rates[metric]) return divided(sum(observed, rates[metric]), seconds);
  if (shares[metric]) return divided(sum(observed, shares[metric]), sum(observed, cpuModes));
  const share = parts[metric];
  if (share) return divided(sum(observed, [share.part]), sum(observed, share.whole));
  if (metric === 'core-busy') return coresBusy(observed);
  if (metric === 'latency-average') return divided(sum(observed, ['timeNs']), (sum(observed, ['reads', 'writes']) ?? 0) * 1e9);
  const direction = directions[metric];
  if (direction) return averageOf(direction, observed);
  if (metric === 'latency-heat-map') return observed.histogram?.slice(0, LATENCY_BUCKETS) ?? null;
  const found = percentileOf(metric, observed);
  return found && found.ns / 1e9;
}
