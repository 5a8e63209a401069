import { z } from 'zod';
import { idSchema, lineSchema, nameSchema } from '../../identity.js';
import { transportSchema } from '../../messages/assignment.js';
import { bytesSchema, objectFields, powerOfTwoSchema, referenceSchema } from '../common.js';
import { jobReasonSchema, jobWaitSchema } from '../job.js';
import { protections } from '../volume.js';

/*
 * A benchmark: fio on chosen clients and volumes, step by step. reference: 4 KiB random I/O with 100, 70 and 0 % reads, five times each, as the published
 * reference architectures measure. latency-bound: raises the depth until the latency exceeds a limit. own: the points of the request.
 */
export const benchmarkProfiles = ['reference', 'block-size-sweep', 'depth-sweep', 'latency-bound', 'own'] as const;
export type BenchmarkProfile = (typeof benchmarkProfiles)[number];

/**
 * preparing: creates and attaches scratch volumes. running: steps. removing: detaches and deletes scratch volumes. The others: ended. What was measured is
 * kept in each of them.
 */
export const benchmarkStates = ['preparing', 'running', 'removing', 'done', 'failed', 'cancelled'] as const;
export type BenchmarkState = (typeof benchmarkStates)[number];
export const benchmarkEnded: readonly BenchmarkState[] = ['done', 'failed', 'cancelled'];
export const benchmarkActions: Record<'cancel' | 'delete', readonly BenchmarkState[]> = {
  cancel: ['preparing', 'running'],
  delete: benchmarkEnded,
};

export const MAX_BENCHMARK_VOLUMES = 64;
export const MAX_BENCHMARK_POINTS = 32;
export const MAX_REPEATS = 20;

/** One load: what each volume gets at the same time. */
export const benchmarkPointSchema = z
  .strictObject({
    access: z.enum(['random', 'sequential']).default('random'),
    readPercent: z.int().min(0).max(100),
    blockBytes: powerOfTwoSchema(512, 4 * 2 ** 20),
    jobs: z.int().min(1).max(256).meta({ description: 'fio jobs on each volume.' }),
    depth: z.int().min(1).max(1024).meta({ description: 'I/Os in flight of each job.' }),
  })
  .meta({ id: 'BenchmarkPoint' });
export type BenchmarkPoint = z.infer<typeof benchmarkPointSchema>;

/** A latency-bound search ends at the first depth at which more than `share` of the I/O of one window takes longer than `limitMs`. */
export const latencyBoundSchema = z
  .strictObject({
    limitMs: z.number().min(0.01).max(60_000).default(20),
    share: z.number().min(0).max(1).default(1e-7).meta({ description: 'Share of the I/O of one window: 1e-7 is 0.00001 %.' }),
    windowSeconds: z.int().min(1).max(600).default(5),
    readPercent: z.int().min(0).max(100).default(70),
    blockBytes: powerOfTwoSchema(512, 4 * 2 ** 20).default(4096),
    jobs: z.int().min(1).max(256).default(1),
  })
  .meta({ id: 'LatencyBound' });
export type LatencyBound = z.infer<typeof latencyBoundSchema>;

/** Volumes made for this benchmark, and removed after it. */
export const scratchSchema = z
  .strictObject({
    nodeIds: z.array(idSchema).min(1).max(MAX_BENCHMARK_VOLUMES).meta({ description: 'The clients.' }),
    volumesPerClient: z.int().min(1).max(16).default(1),
    sizeBytes: z
      .int()
      .min(16 * 2 ** 20)
      .max(2 ** 50)
      .multipleOf(4096)
      .meta({ description: 'Size of each volume in bytes.' }),
    driveClassId: idSchema,
    protection: z.enum(protections),
    transport: transportSchema.default('rdma'),
  })
  .meta({ id: 'BenchmarkScratch' });
export type BenchmarkScratch = z.infer<typeof scratchSchema>;

const attachedVolumeSchema = z.strictObject({
  attachmentId: idSchema,
  confirmName: nameSchema.optional().meta({
    description: 'Name of the volume, as confirmation that its data may be destroyed. Absent: the agent refuses a volume that holds data.',
  }),
});

export const benchmarkCreateSchema = z
  .strictObject({
    title: lineSchema(120).default(''),
    profile: z.enum(benchmarkProfiles),
    points: z
      .array(benchmarkPointSchema)
      .min(1)
      .max(MAX_BENCHMARK_POINTS)
      .optional()
      .meta({ description: 'The loads of the profile own, in their order. Not for the other profiles.' }),
    latencyBound: latencyBoundSchema.optional().meta({ description: 'Of the profile latency-bound. Absent: its defaults.' }),
    runSeconds: z.int().min(1).max(86_400).default(60).meta({ description: 'Run time of one step, seconds.' }),
    repeats: z.int().min(1).max(MAX_REPEATS).default(5).meta({ description: 'How often each load runs. Not for latency-bound.' }),
    precondition: z
      .boolean()
      .default(true)
      .meta({ description: 'First write every volume in full, sequentially, with blocks of 2 MiB at depth 64.' }),
    compareCollection: z.boolean().default(false).meta({
      description:
        "Runs each repeat twice: with Weft's statistics of the volumes at their clients, and without. The report has the difference. Not for latency-bound.",
    }),
    volumes: z.array(attachedVolumeSchema).min(1).max(MAX_BENCHMARK_VOLUMES).optional().meta({
      description: 'Attached volumes. Either these, or `scratch`.',
    }),
    scratch: scratchSchema.optional(),
  })
  .refine(({ volumes, scratch }) => (volumes === undefined) !== (scratch === undefined), 'give either volumes or scratch')
  .refine(({ profile, points }) => (profile === 'own') === (points !== undefined), 'give points for the profile own, and for no other')
  .refine(
    ({ profile, latencyBound }) => latencyBound === undefined || profile === 'latency-bound',
    'latencyBound is for the profile latency-bound',
  )
  .refine(
    ({ profile, compareCollection }) => !compareCollection || profile !== 'latency-bound',
    'compareCollection is not for the profile latency-bound',
  )
  .meta({ id: 'BenchmarkCreate' });
export type BenchmarkCreate = z.infer<typeof benchmarkCreateSchema>;

/** One volume at one client. */
export const benchmarkVolumeSchema = z
  .strictObject({
    attachmentId: idSchema,
    volume: referenceSchema,
    node: referenceSchema,
    sizeBytes: bytesSchema,
    protection: z.enum(protections),
    transport: transportSchema,
    placement: z.enum(['local', 'remote', 'mixed']).meta({ description: 'local: every leg is on a drive of the client itself.' }),
    targets: z.array(referenceSchema).meta({ description: 'Nodes with its legs.' }),
    mayHoldData: z.boolean().meta({ description: 'Its name was confirmed, or it is a scratch volume.' }),
  })
  .meta({ id: 'BenchmarkVolume' });
export type BenchmarkVolume = z.infer<typeof benchmarkVolumeSchema>;

export const benchmarkStepSchema = z
  .strictObject({
    kind: z.enum(['check', 'precondition', 'measure']),
    point: benchmarkPointSchema.nullable().meta({ description: 'Null: not a measurement.' }),
    repeat: z.int().meta({ description: 'From 1.' }),
    seconds: z.int().meta({ description: 'Run time, seconds. 0: it runs until it is done.' }),
    withoutCollection: z.boolean().meta({ description: "Weft's statistics of the volumes are off at the clients during the step." }),
  })
  .meta({ id: 'BenchmarkStep' });
export type BenchmarkStep = z.infer<typeof benchmarkStepSchema>;

/** What was there when it started. */
export const benchmarkFactsSchema = z
  .strictObject({
    serverVersion: z.string(),
    simulated: z.boolean(),
    nodes: z.array(
      z.strictObject({
        id: idSchema,
        name: z.string(),
        roles: z.array(z.enum(['client', 'target'])),
        agentVersion: z.string().nullable(),
        kernel: z.string().nullable(),
        operatingSystem: z.string().nullable(),
        cpu: z.string().nullable(),
        memoryBytes: bytesSchema.nullable(),
        nics: z.array(z.strictObject({ name: z.string(), speedBitsPerSecond: z.number().nullable(), mtu: z.number().nullable() })),
        drives: z.array(z.strictObject({ serial: z.string(), model: z.string(), firmware: z.string(), sizeBytes: bytesSchema })),
      }),
    ),
    settings: z.record(z.string(), z.string()).meta({ description: "The cluster's settings at that moment, each as JSON." }),
  })
  .meta({ id: 'BenchmarkFacts' });
export type BenchmarkFacts = z.infer<typeof benchmarkFactsSchema>;

export const benchmarkSchema = z
  .strictObject({
    ...objectFields,
    title: z.string(),
    profile: z.enum(benchmarkProfiles),
    state: z.enum(benchmarkStates),
    cancelRequested: z.boolean(),
    steps: z
      .array(benchmarkStepSchema)
      .meta({ description: 'All steps that are known now. A latency-bound search adds steps as it goes.' }),
    stepIndex: z.int().meta({ description: 'Index of the current step in `steps`; their number: all have ended.' }),
    progressRatio: z.number().min(0).max(1).meta({ description: 'Progress of the whole benchmark, by the time of its steps.' }),
    stepProgressRatio: z.number().min(0).max(1).meta({ description: 'Progress of the current step.' }),
    stepStartedAt: z.iso.datetime().nullable(),
    runSeconds: z.int(),
    repeats: z.int(),
    latencyBound: latencyBoundSchema.nullable(),
    scratch: scratchSchema.nullable(),
    scratchWaits: z
      .array(z.strictObject({ volume: z.string().meta({ description: 'Name of the scratch volume.' }), wait: jobWaitSchema }))
      .meta({ description: 'What blocks the creation or the removal of scratch volumes now.' }),
    volumes: z.array(benchmarkVolumeSchema),
    jobId: idSchema,
    requestedBy: z.string(),
    error: jobReasonSchema.nullable(),
    finishedAt: z.iso.datetime().nullable(),
    simulated: z.boolean(),
  })
  .meta({ id: 'Benchmark' });
export type Benchmark = z.infer<typeof benchmarkSchema>;
