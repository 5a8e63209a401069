import { z } from 'zod';
import { idSchema, nameSchema } from '../../identity.js';
import { transportSchema } from '../../messages/assignment.js';
import { messageFields, objectFields, referenceSchema } from '../common.js';
import { jobReasonSchema } from '../job.js';

/*
 * A drill: one fault, made on purpose and taken back, with a verifying load on one volume beside it.
 * close-path: one path of the volume's client. cut-network: a target's exports on one storage network. stop-exports: all exports of a target. kill-agent: the
 * agent of a node. fail-leg: one mirror half, in md.
 */
export const drillKinds = ['close-path', 'cut-network', 'stop-exports', 'kill-agent', 'fail-leg'] as const;
export type DrillKind = (typeof drillKinds)[number];

/** preparing: creates and attaches a scratch volume. running: load, fault, healing. removing: removes the scratch volume. The others: ended. */
export const drillStates = ['preparing', 'running', 'removing', 'done', 'failed', 'cancelled'] as const;
export type DrillState = (typeof drillStates)[number];
export const drillEnded: readonly DrillState[] = ['done', 'failed', 'cancelled'];
export const drillActions: Record<'cancel' | 'delete', readonly DrillState[]> = { cancel: ['preparing', 'running'], delete: drillEnded };
/** settling: load without a fault. fault: an agent makes it. healing: it is taken back, and everything becomes whole. */
export const drillPhases = ['settling', 'fault', 'healing'] as const;
export type DrillPhase = (typeof drillPhases)[number];

export const MAX_FAULT_SECONDS = 120;
const DEFAULT_FAULT_SECONDS = 20;
const faultSecondsSchema = z.int().min(5).max(MAX_FAULT_SECONDS).default(DEFAULT_FAULT_SECONDS);

const drillScratchSchema = z
  .strictObject({
    nodeId: idSchema.meta({ description: 'The client.' }),
    sizeBytes: z
      .int()
      .min(16 * 2 ** 20)
      .max(2 ** 40)
      .multipleOf(4096)
      .default(2 ** 30),
    driveClassId: idSchema,
    protection: z.enum(['raid1', 'raid10']).default('raid1'),
    transport: transportSchema.default('rdma'),
  })
  .meta({ id: 'DrillScratch' });
export type DrillScratch = z.infer<typeof drillScratchSchema>;

/** Drills that begin by themselves, each on a scratch volume, one kind after the other. */
export const drillScheduleSchema = z
  .strictObject({
    everyDays: z.int().min(1).max(366),
    hour: z
      .int()
      .min(0)
      .max(23)
      .meta({ description: 'Hour of the day in UTC. A drill that cannot begin within it waits for the next day that is due.' }),
    kinds: z.array(z.enum(drillKinds)).min(1).max(drillKinds.length).meta({ description: 'Their order is the order of the drills.' }),
    faultSeconds: faultSecondsSchema,
    scratch: drillScratchSchema,
  })
  .refine(({ kinds }) => new Set(kinds).size === kinds.length, { path: ['kinds'], error: 'must name each kind once' })
  .meta({ id: 'DrillSchedule' });
export type DrillSchedule = z.infer<typeof drillScheduleSchema>;

/** Whose drills the schedule's are. */
export const DRILL_SCHEDULE = 'schedule';

export const drillCreateSchema = z
  .strictObject({
    kind: z.enum(drillKinds),
    attachmentId: idSchema.optional().meta({ description: 'An attached volume. Either this, or `scratch`.' }),
    scratch: drillScratchSchema.optional().meta({ description: 'A volume made for this drill, and removed after it.' }),
    load: z.boolean().default(true).meta({
      description:
        'Write and verify during the drill. It destroys what the volume holds. False for a volume in use: nothing is written or measured.',
    }),
    confirmName: nameSchema.optional().meta({
      description:
        'Name of the volume, as confirmation that its data may be destroyed. Absent: the agent refuses a volume that holds data.',
    }),
    faultSeconds: faultSecondsSchema,
    nodeId: idSchema
      .optional()
      .meta({ description: 'Where the fault is made, or the target of the path. Absent: the target of the first leg.' }),
    storageNetwork: nameSchema.optional().meta({ description: 'Of close-path and cut-network. Absent: the first network of the volume.' }),
    legId: idSchema.optional().meta({ description: 'Of fail-leg. Absent: the first leg on the target.' }),
  })
  .refine(({ attachmentId, scratch }) => (attachmentId === undefined) !== (scratch === undefined), 'give either attachmentId or scratch')
  .meta({ id: 'DrillCreate' });
export type DrillCreate = z.infer<typeof drillCreateSchema>;

/** What stands against a drill now. */
export const drillRefusalSchema = z.strictObject({ ...messageFields }).meta({ id: 'DrillRefusal' });
export type DrillRefusal = z.infer<typeof drillRefusalSchema>;

const limit = z.number().meta({ description: 'Longest that I/O may stop, seconds (docs/faults.md), with the settings of now.' });

export const drillPlanSchema = z
  .strictObject({
    kind: z.enum(drillKinds),
    node: referenceSchema.nullable().meta({ description: 'Where the fault is made. Null: decided when the scratch volume is placed.' }),
    storageNetwork: nameSchema.nullable(),
    volume: referenceSchema.nullable(),
    touched: z.array(referenceSchema).meta({ description: 'Volumes that the fault touches.' }),
    stallLimitSeconds: limit,
    longestSeconds: z
      .int()
      .meta({ description: 'The drill ends within this time at the latest, without the removal of a scratch volume.' }),
    refusals: z.array(drillRefusalSchema),
  })
  .meta({ id: 'DrillPlan' });
export type DrillPlan = z.infer<typeof drillPlanSchema>;

const moment = z.iso.datetime().nullable();
const secondsOrNull = z.number().nullable();

export const drillReportSchema = z
  .strictObject({
    longestStallSeconds: secondsOrNull.meta({
      description: 'Longest completion of any I/O of the load. Null: no load, or no result of it.',
    }),
    stallLimitSeconds: limit,
    withinLimit: z.boolean().nullable().meta({ description: 'Null: not measured.' }),
    ios: z.number().nullable().meta({ description: 'Reads and writes of the load.' }),
    errors: z.int().nullable().meta({ description: 'I/O errors and wrong bytes that the load met. Null: no load.' }),
    shownSeconds: secondsOrNull.meta({ description: 'From the fault until the server showed it. Null: it showed nothing.' }),
    wholeSeconds: secondsOrNull.meta({ description: 'From the end of the fault until everything was whole. Null: not yet.' }),
  })
  .meta({ id: 'DrillReport' });
export type DrillReport = z.infer<typeof drillReportSchema>;

export const drillSchema = z
  .strictObject({
    ...objectFields,
    kind: z.enum(drillKinds),
    state: z.enum(drillStates),
    phase: z.enum(drillPhases),
    cancelRequested: z.boolean(),
    volume: referenceSchema.nullable().meta({ description: 'Null: its scratch volume is not attached yet.' }),
    isScratch: z.boolean(),
    client: referenceSchema,
    node: referenceSchema.nullable().meta({ description: 'Where the fault is made. Null: not decided.' }),
    storageNetwork: nameSchema.nullable(),
    load: z.boolean(),
    faultSeconds: z.int(),
    touched: z.array(referenceSchema),
    startedAt: moment.meta({ description: 'When the load was ordered.' }),
    faultAt: moment.meta({ description: 'When the fault was in force, as its agent reported it.' }),
    shownAt: moment.meta({ description: 'When the server first showed it.' }),
    liftedAt: moment.meta({ description: 'When its agent had taken it back, or the server withdrew it.' }),
    wholeAt: moment,
    report: drillReportSchema,
    jobId: idSchema,
    requestedBy: z.string().meta({ description: 'schedule: the schedule of the settings.' }),
    error: jobReasonSchema.nullable(),
    finishedAt: moment,
    simulated: z.boolean(),
  })
  .meta({ id: 'Drill' });
export type Drill = z.infer<typeof drillSchema>;
