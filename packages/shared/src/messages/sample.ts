import { z } from 'zod';
import { idSchema } from '../identity.js';
import { LATENCY_BUCKETS } from '../stats/histogram.js';
import { boundedList, boundedRecord, figureSchema, MAX, MOST, textSchema } from './bounded.js';
import { longList } from './long-list.js';

/*
 * What an agent counted in one interval: differences, so that any server can take any sample, and a lost one is a gap.
 *  - no clock of the agent's is in it: it says how long ago the interval ended when it is sent, and how long it was, both by its monotonic clock.
 *  - an object whose counters began anew in the interval (device made again, reboot) is absent from the sample.
 *  - nothing is kept while there is no server: that is a gap too. The counters themselves are served to Prometheus by the agent.
 */

const count = z.int().min(0);
const ratio = z.number().min(0).max(1e12);

/** A histogram: pairs of bucket and count, buckets rising. */
export const bucketCountsSchema = boundedList(
  z.tuple([
    z
      .int()
      .min(0)
      .max(LATENCY_BUCKETS - 1),
    z.int().min(1),
  ]),
  LATENCY_BUCKETS,
);

/** I/O of one device in the interval; the histogram is of reads and writes together. */
export const ioSampleSchema = z.strictObject({
  reads: count,
  writes: count,
  readBytes: count,
  writtenBytes: count,
  /** Sum over all I/O. */
  timeNs: count,
  histogram: bucketCountsSchema,
});
export type IoSample = z.infer<typeof ioSampleSchema>;

/** Seconds of CPU time by mode, one core's or all of a machine's (proc_stat(5)). `idle` includes waiting for I/O. */
export const cpuSampleSchema = z.strictObject({ user: ratio, system: ratio, irq: ratio, softirq: ratio, steal: ratio, idle: ratio });
export type CpuSample = z.infer<typeof cpuSampleSchema>;

export const nodeSampleSchema = z.strictObject({
  cores: boundedList(cpuSampleSchema, 8192),
  /** CPU times may be of an interval that was longer than the sample's by this: the machine stood still while they were read. Missing: by nothing to speak of. */
  uncertainMs: z.number().min(0).max(600_000).optional(),
  /** Seconds of CPU time spent on exporting legs; what is in it and what it cannot see: docs/observability.md. */
  targetTaxSeconds: ratio,
  agentCpuSeconds: ratio,
  agentMemoryBytes: count,
  memoryTotalBytes: count,
  memoryAvailableBytes: count,
  interrupts: count,
  nics: boundedList(
    z.strictObject({
      name: textSchema(MAX.interfaceName),
      rxBytes: count,
      txBytes: count,
      rxErrors: count,
      txErrors: count,
      /** Of the RDMA device on it, named as the kernel names them (hw_counters); absent without one. */
      rdma: boundedRecord(textSchema(MAX.sysfsWord), count, MOST.rdmaCounters).optional(),
    }),
    MOST.nics,
  ),
});
export type NodeSample = z.infer<typeof nodeSampleSchema>;

/** What a drive says of itself now (NVM Express Base 2.0, SMART / Health Information, figure 207); null: it did not say. */
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
  /** Rises by one per sample of one agent process. */
  sequence: count,
  durationMs: z.number().min(1).max(600_000),
  endedAgoMs: z.number().min(0).max(600_000),
  /** Volumes attached here, by their dm device. */
  attachments: longList(z.strictObject({ attachmentId: idSchema, volumeId: idSchema, io: ioSampleSchema }), 4096),
  /** Legs on this node's drives, by their LV. */
  legs: longList(
    z.strictObject({ legId: idSchema, volumeId: idSchema, driveSerial: textSchema(MAX.driveSerial), io: ioSampleSchema }),
    16_384,
  ),
  drives: longList(z.strictObject({ serial: textSchema(MAX.driveSerial), health: driveHealthSchema }), 1024),
  node: nodeSampleSchema.nullable(),
});
export type Sample = z.infer<typeof sampleSchema>;
