import { z } from 'zod';
import { idSchema, nameSchema } from '../identity.js';
import { boundedList, MAX, textSchema } from './bounded.js';
import { reasonSchema } from './report.js';

/*
 * Orders to run one step of a benchmark, beside the assignment. An order that is no longer listed has ended: its fio is killed. The agent also kills a fio
 * whose order no server has listed for a while, and fio itself dies with the agent. So nothing is left, whoever dies.
 */
const MOST_VOLUMES = 64;

/** An agent without a server for this long ends its benchmark, seconds. */
export const BENCHMARK_UNLISTED_SECONDS = 60;
/** An agent that is ready waits this long for the start of its step, seconds. */
export const BENCHMARK_START_WITHIN_SECONDS = 120;
/** Servers list open orders again at this interval, seconds. */
export const BENCHMARK_LISTED_EVERY_SECONDS = 10;

const taskSchema = z.discriminatedUnion('kind', [
  /** Runs nothing: checks that every volume can be used. */
  z.strictObject({ kind: z.literal('check') }),
  /** Writes every volume in full. */
  z.strictObject({ kind: z.literal('precondition'), blockBytes: z.int(), depth: z.int() }),
  z.strictObject({
    kind: z.literal('measure'),
    access: z.enum(['random', 'sequential']),
    readPercent: z.int().min(0).max(100),
    blockBytes: z.int().min(512),
    jobs: z.int().min(1).max(256),
    depth: z.int().min(1).max(1024),
    seconds: z.int().min(1),
  }),
]);
export type BenchmarkTask = z.infer<typeof taskSchema>;
/** The load of a drill: 4 KiB blocks, written, read again and compared; the first error ends it. No order of a benchmark asks for it. */
export interface VerifyTask {
  kind: 'verify';
  seconds: number;
  /** Bytes from the start of the volume that it writes to. */
  bytes: number;
}

export const benchmarkOrderSchema = z.strictObject({
  /** Of the order: one step at one client. */
  id: idSchema,
  benchmarkId: idSchema,
  volumes: boundedList(
    z.strictObject({
      volumeId: idSchema,
      name: nameSchema.max(MAX.name),
      sizeBytes: z.int().min(1),
      /** A volume that holds data is used all the same. */
      mayHoldData: z.boolean(),
    }),
    MOST_VOLUMES,
  ),
  task: taskSchema,
  /** The first step of a benchmark looks for written data; later ones would find their own. */
  isFirst: z.boolean(),
  /** The agent has reported that it runs. An agent that does not know it has restarted, and must not run it again. */
  wasStarted: z.boolean(),
  /**
   * When fio starts, counted from the arrival of this message; negative: it should have started before. Null: the agent claims the volumes, reports
   * `ready` and waits. Absent: at once, and always of an order that runs already.
   */
  startsInMs: z.number().min(-1e9).max(1e9).nullable().optional(),
  /** No statistics of these volumes are kept while fio runs. */
  withoutCollection: z.boolean().optional(),
});
export type BenchmarkOrder = z.infer<typeof benchmarkOrderSchema>;

/** Every open order of a node. */
export const benchmarkOrdersSchema = z.strictObject({ orders: boundedList(benchmarkOrderSchema, 4) });
export type BenchmarkOrders = z.infer<typeof benchmarkOrdersSchema>;

/** Longest output of fio that is sent, compressed and in base64: a step with 64 volumes has about 1 MB. */
const FIO_OUTPUT_CHARACTERS = 3 * 2 ** 20;

/** A counter of the kernel: 64 bits. */
const counterSchema = z
  .number()
  .min(0)
  .max(2 ** 64);

const kernelIoSchema = z.strictObject({
  volumeId: idSchema,
  reads: counterSchema,
  writes: counterSchema,
  readBytes: counterSchema,
  writtenBytes: counterSchema,
  /** Sum of all latencies, nanoseconds. */
  timeNs: counterSchema,
  /** Pairs of bucket and count (stats/histograms.ts). */
  histogram: boundedList(z.tuple([z.int().min(0), counterSchema]), 128),
});
export type KernelIo = z.infer<typeof kernelIoSchema>;

export const benchmarkStepResultSchema = z.strictObject({
  /** Seconds of fio's run, by the steady clock. */
  seconds: z.number().min(0).max(1e9),
  /** fio's JSON (json+), compressed with gzip, in base64. Null: the task runs no fio. */
  fio: textSchema(FIO_OUTPUT_CHARACTERS).nullable(),
  /** What dm-stats counted meanwhile. A volume without counters is missing. */
  kernel: boundedList(kernelIoSchema, MOST_VOLUMES),
  /** Busy share of all cores meanwhile; null: not measured. */
  cpuRatio: z.number().min(0).max(1).nullable(),
  /** How much later than ordered fio started, by the agent's steady clock. Null or absent: no time was ordered. */
  startLateMs: z.number().min(-1e9).max(1e9).nullable().optional(),
});
export type BenchmarkStepResult = z.infer<typeof benchmarkStepResultSchema>;

/** About one order. `attempt`: a new one for each start, so that a server sees that an agent has restarted. */
export const benchmarkNewsSchema = z.discriminatedUnion('state', [
  z.strictObject({ id: idSchema, attempt: idSchema, state: z.literal('ready') }),
  z.strictObject({ id: idSchema, attempt: idSchema, state: z.literal('running'), progressRatio: z.number().min(0).max(1) }),
  z.strictObject({ id: idSchema, attempt: idSchema, state: z.literal('failed'), reason: reasonSchema }),
  z.strictObject({ id: idSchema, attempt: idSchema, state: z.literal('done'), result: benchmarkStepResultSchema }),
]);
export type BenchmarkNews = z.infer<typeof benchmarkNewsSchema>;
