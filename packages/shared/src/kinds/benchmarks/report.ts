import { z } from 'zod';
import { idSchema } from '../../identity.js';
import { referenceSchema } from '../common.js';
import { benchmarkFactsSchema, benchmarkPointSchema, benchmarkSchema } from './benchmark.js';

/* The report of a benchmark: what each load reached, from fio's own output. Latencies in seconds. */

const figures = {
  iops: z.number(),
  bytesPerSecond: z.number(),
  readIops: z.number(),
  writeIops: z.number(),
  latencyAverageSeconds: z.number().nullable(),
  latencyP50Seconds: z.number().nullable(),
  latencyP90Seconds: z.number().nullable(),
  latencyP95Seconds: z.number().nullable(),
  latencyP99Seconds: z.number().nullable(),
};
export const benchmarkFiguresSchema = z.strictObject(figures).meta({ id: 'BenchmarkFigures' });
export type BenchmarkFigures = z.infer<typeof benchmarkFiguresSchema>;
export const figureNames = Object.keys(figures) as (keyof BenchmarkFigures)[];

/** Percentiles from dm-stats under the same I/O, with the bounds of their buckets. */
export const kernelLatencySchema = z
  .strictObject({
    ios: z.number(),
    averageSeconds: z.number().nullable(),
    percentiles: z.array(
      z.strictObject({
        fraction: z.number(),
        seconds: z.number(),
        lowerSeconds: z.number(),
        upperSeconds: z.number().nullable(),
      }),
    ),
  })
  .meta({
    id: 'KernelLatency',
    description: 'dm-stats of the volumes during the step. It times the device; fio adds submission and reaping.',
  });
export type KernelLatency = z.infer<typeof kernelLatencySchema>;

const cpuRatio = z.number().nullable();
export const benchmarkRunSchema = z
  .strictObject({
    stepIndex: z.int(),
    repeat: z.int(),
    startedAt: z.iso.datetime(),
    endedAt: z.iso.datetime(),
    figures: benchmarkFiguresSchema.meta({ description: 'All clients together. Percentiles are from the merged histograms.' }),
    clients: z.array(
      z.strictObject({
        node: referenceSchema,
        figures: benchmarkFiguresSchema,
        kernel: kernelLatencySchema.nullable(),
        cpuRatio: cpuRatio.meta({ description: 'Busy share of all cores of the client.' }),
        orderId: idSchema.meta({ description: "Names fio's own output: GET /benchmarks/:id/outputs/:orderId." }),
      }),
    ),
    kernel: kernelLatencySchema.nullable(),
    targets: z
      .array(z.strictObject({ node: referenceSchema, cpuRatio, exportRatio: cpuRatio }))
      .meta({ description: 'CPU of the targets during the step, by the history. exportRatio: CPU for exporting legs.' }),
    startSkewSeconds: z
      .number()
      .nullable()
      .meta({ description: 'Time from the first to the last start of fio among the clients. Null: one client, or not known.' }),
    isOutlier: z.boolean(),
  })
  .meta({ id: 'BenchmarkRun' });
export type BenchmarkRun = z.infer<typeof benchmarkRunSchema>;

export const spreadSchema = z
  .strictObject({
    mean: z.number(),
    standardDeviation: z.number().nullable().meta({ description: 'Of the sample. Null: fewer than two repeats.' }),
    least: z.number(),
    most: z.number(),
    count: z.int(),
  })
  .meta({ id: 'Spread' });
export type Spread = z.infer<typeof spreadSchema>;

/** All repeats of one load. */
export const benchmarkResultSchema = z
  .strictObject({
    point: benchmarkPointSchema,
    withoutCollection: z.boolean().meta({ description: "Measured with Weft's statistics of the volumes off at the clients." }),
    figures: benchmarkFiguresSchema.meta({ description: 'Averages over the repeats.' }),
    iopsByClient: z.array(z.strictObject({ node: referenceSchema, iops: z.number() })),
    iopsSpread: spreadSchema,
    latencySpread: spreadSchema.nullable(),
    targetCpuRatio: cpuRatio.meta({ description: 'Average over targets and repeats. Null: no history of that time.' }),
    targetExportRatio: cpuRatio,
    withinLatencyBound: z.boolean().nullable().meta({ description: 'Null: not a latency-bound search.' }),
    runs: z.array(benchmarkRunSchema),
  })
  .meta({ id: 'BenchmarkResult' });
export type BenchmarkResult = z.infer<typeof benchmarkResultSchema>;

const ratioSchema = z.number().nullable().meta({ description: 'Second divided by first. Null: one of them has no value.' });
/** One load in two measurements. */
export const comparedPointSchema = z
  .strictObject({
    point: benchmarkPointSchema,
    first: benchmarkFiguresSchema,
    second: benchmarkFiguresSchema,
    iopsRatio: ratioSchema,
    latencyAverageRatio: ratioSchema,
    latencyP99Ratio: ratioSchema,
    withinSpread: z
      .boolean()
      .nullable()
      .meta({ description: 'The difference of the mean IOPS is below twice its standard error. Null: too few repeats.' }),
  })
  .meta({ id: 'ComparedPoint' });
export type ComparedPoint = z.infer<typeof comparedPointSchema>;

export const benchmarkReportSchema = z
  .strictObject({
    benchmark: benchmarkSchema,
    facts: benchmarkFactsSchema.nullable(),
    results: z.array(benchmarkResultSchema),
    collectionCosts: z.array(comparedPointSchema).meta({
      description: "Of a benchmark with compareCollection: each load with Weft's statistics at the clients (first), and without (second).",
    }),
  })
  .meta({ id: 'BenchmarkReport' });
export type BenchmarkReport = z.infer<typeof benchmarkReportSchema>;

export const benchmarkComparisonSchema = z
  .strictObject({
    first: benchmarkSchema,
    second: benchmarkSchema,
    differences: z.array(z.string()).meta({ description: 'What else differs: versions, kernels, settings, volumes.' }),
    points: z.array(comparedPointSchema),
    onlyFirst: z.array(benchmarkPointSchema),
    onlySecond: z.array(benchmarkPointSchema),
  })
  .meta({ id: 'BenchmarkComparison' });
export type BenchmarkComparison = z.infer<typeof benchmarkComparisonSchema>;
