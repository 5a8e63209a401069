import { LATENCY_BOUNDS_NS } from '@weft/shared/stats/histogram';
import type { Field, HistogramName } from '../points/observed.js';
import type { Series, SeriesKind } from '../points/series.js';

/*
 * Names in the long memory (docs/observability.md, "Long memory"): `weft_history_<kind>_<field>`. A sample is the count or sum of one step, not a total
 * since some start, so a sample that is sent twice is the same sample, and no server needs the one before it.
 */

/** `perUnit`: stored units in one exported unit, such as nanoseconds in a second. */
export interface ExportedField {
  name: string;
  perUnit: number;
  labels?: Readonly<Record<string, string>>;
}

const NS = 1e9;
const plain = (name: string): ExportedField => ({ name, perUnit: 1 });
const seconds = (name: string): ExportedField => ({ name, perUnit: NS });
const cpu = (mode: string): ExportedField => ({ name: 'cpu_seconds', perUnit: 1, labels: { mode } });
const cached = (name: string, direction: 'read' | 'write'): ExportedField => ({ name, perUnit: 1, labels: { direction } });

export const exportedFields: Readonly<Record<Field, ExportedField>> = {
  reads: plain('reads'),
  writes: plain('writes'),
  readBytes: plain('read_bytes'),
  writtenBytes: plain('written_bytes'),
  timeNs: seconds('io_seconds'),
  readTimeNs: seconds('read_seconds'),
  writeTimeNs: seconds('write_seconds'),
  untimedReads: plain('untimed_reads'),
  untimedWrites: plain('untimed_writes'),
  user: cpu('user'),
  system: cpu('system'),
  irq: cpu('irq'),
  softirq: cpu('softirq'),
  steal: cpu('steal'),
  idle: cpu('idle'),
  targetTax: plain('target_tax_seconds'),
  agentCpu: plain('agent_cpu_seconds'),
  interrupts: plain('interrupts'),
  nicReceivedBytes: plain('nic_received_bytes'),
  nicSentBytes: plain('nic_sent_bytes'),
  nicErrors: plain('nic_errors'),
  rdmaRetransmits: plain('rdma_retransmits'),
  tcpRetransmits: plain('tcp_retransmits'),
  agentMemoryBytes: plain('agent_memory_bytes'),
  memoryTotalBytes: plain('memory_total_bytes'),
  memoryAvailableBytes: plain('memory_available_bytes'),
  cacheReadHits: cached('hits', 'read'),
  cacheReadMisses: cached('misses', 'read'),
  cacheWriteHits: cached('hits', 'write'),
  cacheWriteMisses: cached('misses', 'write'),
  cachePromotions: plain('promotions'),
  cacheDemotions: plain('demotions'),
  cacheUsed: plain('used_byte_seconds'),
  cacheTotal: plain('size_byte_seconds'),
  cacheDirty: plain('dirty_byte_seconds'),
  wearRatio: plain('wear_ratio'),
  spareRatio: plain('available_spare_ratio'),
  temperatureCelsius: plain('temperature_celsius'),
  mediaErrors: plain('media_errors'),
};

/** Observed part of the step. */
export const OBSERVED = { name: 'observed_seconds', perUnit: 1000 } as const satisfies ExportedField;
/** Busy seconds of one core (label `core`). */
export const CORES = plain('core_busy_seconds');
/** I/O of one bucket (label `below`: its upper bound in seconds). Only buckets with I/O have a sample. */
export const exportedHistograms: Readonly<Record<HistogramName, ExportedField>> = {
  histogram: plain('io_latency_ios'),
  readHistogram: { name: 'io_latency_by_direction_ios', perUnit: 1, labels: { direction: 'read' } },
  writeHistogram: { name: 'io_latency_by_direction_ios', perUnit: 1, labels: { direction: 'write' } },
};
/** For people, who cannot make it of the buckets in PromQL (label `quantile`). */
export const QUANTILE = plain('io_latency_quantile_seconds');

/** Values of the label `below`, by bucket. */
export const bucketLabels: readonly string[] = [...LATENCY_BOUNDS_NS.map((ns) => String(ns / NS)), '+Inf'];

const kindNames: Readonly<Record<SeriesKind, string>> = {
  attachment: 'volume',
  leg: 'leg',
  cache: 'cache',
  drive: 'drive',
  node: 'node',
  'drive-class': 'drive_class',
  cluster: 'cluster',
};
export const metricName = (kind: SeriesKind, { name }: ExportedField): string => `weft_history_${kindNames[kind]}_${name}`;

/** Label with the id of a kind's own object; the cluster has none. */
const ownIds: Readonly<Record<SeriesKind, string | undefined>> = {
  attachment: 'attachment_id',
  leg: 'leg',
  cache: 'leg',
  drive: 'drive_id',
  node: 'node_id',
  'drive-class': 'drive_class_id',
  cluster: undefined,
};
/** Label with a part of a series' identity. */
export const idLabel = (kind: SeriesKind, part: Exclude<keyof Series, 'kind'>): string | undefined =>
  part === 'id' ? ownIds[kind] : `${part}_id`;
