import { z } from 'zod';
import { idSchema } from '../identity.js';
import { LATENCY_BUCKETS } from '../stats/histogram.js';
import { boundedList, boundedRecord, boundedWhole, figureSchema, MAX, MOST, textSchema } from './bounded.js';
import { longList } from './long-list.js';

/*
 * An agent's counts in one interval, as differences: any server can take any sample, and a lost sample is a gap.
 *  - The sample contains no clock of the agent: only the age of the interval's end when sent, and its length, both by the agent's monotonic clock.
 *  - An object whose counters restarted in the interval (device re-created, reboot) is absent from the sample.
 *  - Without a server the agent stores no samples: that is a gap too. The agent serves the counters themselves to Prometheus.
 */

const count = z.int().min(0);
const ratio = z.number().min(0).max(1e12);

/** A bucket and its count. */
const bucketCountSchema = z.tuple([
  z
    .int()
    .min(0)
    .max(LATENCY_BUCKETS - 1),
  z.int().min(1),
]);
type BucketCount = z.infer<typeof bucketCountSchema>;

/** What the schema of a pair says, without an object for each: a server reads some hundred thousand pairs a second. */
const isBucketCount = (pair: unknown): pair is BucketCount =>
  Array.isArray(pair) &&
  pair.length === 2 &&
  Number.isSafeInteger(pair[0]) &&
  pair[0] >= 0 &&
  pair[0] < LATENCY_BUCKETS &&
  Number.isSafeInteger(pair[1]) &&
  pair[1] >= 1;

/** A histogram: pairs of bucket and count, in rising order of buckets. */
export const bucketCountsSchema = boundedWhole(bucketCountSchema, isBucketCount, LATENCY_BUCKETS);

/** I/O of one device in the interval; `histogram` counts reads and writes together. */
export const ioSampleSchema = z.strictObject({
  reads: count,
  writes: count,
  readBytes: count,
  writtenBytes: count,
  /** Sum over all I/O. */
  timeNs: count,
  /** The same of reads and of writes alone; together they are `timeNs`. Both missing: the agent is older and does not report them. */
  readTimeNs: count.optional(),
  writeTimeNs: count.optional(),
  histogram: bucketCountsSchema,
  /**
   * Histograms of reads and of writes alone, collected beside dm-stats: their counts may differ from `reads` and `writes` by the I/O between the two
   * readings. Both missing: not collected, or not for the whole interval.
   */
  readHistogram: bucketCountsSchema.optional(),
  writeHistogram: bucketCountsSchema.optional(),
});
export type IoSample = z.infer<typeof ioSampleSchema>;

/** A leg's cache in the interval, and as it is at its end (dm-cache's status; Documentation/admin-guide/device-mapper/cache.rst). */
export const cacheSampleSchema = z.strictObject({
  readHits: count,
  readMisses: count,
  writeHits: count,
  writeMisses: count,
  /** Blocks that came into the cache, and that left it. */
  promotions: count,
  demotions: count,
  usedBytes: count,
  totalBytes: count,
  /** Bytes that the leg's own drive lacks. */
  dirtyBytes: count,
});
export type CacheSample = z.infer<typeof cacheSampleSchema>;

/** Seconds of CPU time by mode, of one core or of all (proc_stat(5)). `idle` includes waiting for I/O. */
export const cpuSampleSchema = z.strictObject({ user: ratio, system: ratio, irq: ratio, softirq: ratio, steal: ratio, idle: ratio });
export type CpuSample = z.infer<typeof cpuSampleSchema>;

export const nodeSampleSchema = z.strictObject({
  cores: boundedList(cpuSampleSchema, 8192),
  /** The interval of the CPU times may be longer than the sample's by this: the machine stalled while the agent read them. Missing: a negligible difference. */
  uncertainMs: z.number().min(0).max(600_000).optional(),
  /** Seconds of CPU time spent on exporting legs; what this includes and cannot see: docs/observability.md. */
  targetTaxSeconds: ratio,
  agentCpuSeconds: ratio,
  agentMemoryBytes: count,
  memoryTotalBytes: count,
  memoryAvailableBytes: count,
  interrupts: count,
  /** Segments that TCP sent again, of all connections of the machine; absent: unknown. */
  tcpRetransmits: count.optional(),
  nics: boundedList(
    z.strictObject({
      name: textSchema(MAX.interfaceName),
      rxBytes: count,
      txBytes: count,
      rxErrors: count,
      txErrors: count,
      /** Counters of the NIC's RDMA device, with the kernel's names (hw_counters); absent without a device. */
      rdma: boundedRecord(textSchema(MAX.sysfsWord), count, MOST.rdmaCounters).optional(),
    }),
    MOST.nics,
  ),
});
export type NodeSample = z.infer<typeof nodeSampleSchema>;

/** Current health data of a drive (NVM Express Base 2.0, SMART / Health Information, figure 207); null: not reported by the drive. */
export const driveHealthSchema = z.strictObject({
  /** Percentage used as a ratio; may exceed 1. */
  wearRatio: ratio.nullable(),
  availableSpareRatio: ratio.nullable(),
  temperatureCelsius: figureSchema.nullable(),
  mediaErrors: count.nullable(),
  criticalWarning: count.nullable(),
});
export type DriveHealth = z.infer<typeof driveHealthSchema>;

export const sampleSchema = z.strictObject({
  /** Rises by one with each sample of an agent process. */
  sequence: count,
  durationMs: z.number().min(1).max(600_000),
  endedAgoMs: z.number().min(0).max(600_000),
  /** Volumes attached here, measured at their dm device. */
  attachments: longList(z.strictObject({ attachmentId: idSchema, volumeId: idSchema, io: ioSampleSchema }), 4096),
  /** Legs on this node's drives, measured where clients' I/O arrives: above a cache. */
  legs: longList(
    z.strictObject({ legId: idSchema, volumeId: idSchema, driveSerial: textSchema(MAX.driveSerial), io: ioSampleSchema }),
    16_384,
  ),
  /** Caches of these legs. Absent: none is assigned. */
  caches: longList(z.strictObject({ legId: idSchema, cache: cacheSampleSchema }), 16_384).optional(),
  drives: longList(z.strictObject({ serial: textSchema(MAX.driveSerial), health: driveHealthSchema }), 1024),
  node: nodeSampleSchema.nullable(),
});
export type Sample = z.infer<typeof sampleSchema>;
