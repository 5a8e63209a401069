import { z } from 'zod';
import { idSchema } from '../../identity.js';
import { paramsSchema } from '../../text/message.js';
import { capacityForecastSchema } from '../capacity-forecast.js';
import { bytesSchema, referenceSchema } from '../common.js';
import { jobSchema } from '../job.js';
import { volumeHealths } from '../volume.js';

/** bad: data is unreachable. warn: works, but needs attention. info: as planned. */
export const findingSeverities = ['bad', 'warn', 'info'] as const;
export type FindingSeverity = (typeof findingSeverities)[number];

const nounSchema = z
  .strictObject({ kind: z.enum(['volume', 'node', 'drive', 'backup', 'server']), id: idSchema, name: z.string() })
  .meta({ id: 'Noun', description: 'An object with a problem.' });
export type Noun = z.infer<typeof nounSchema>;

const sentenceDataSchema = z
  .strictObject({ code: z.string(), params: paramsSchema, part: z.enum(['message', 'waitingFor', 'unblockedBy']) })
  .meta({ id: 'SentenceData', description: 'One sentence of a message of docs/messages.md, as data.' });
export type SentenceData = z.infer<typeof sentenceDataSchema>;

/** The object's own explanation of a problem: each part is a piece of one sentence. */
const causeFields = {
  because: z.string(),
  waitingFor: z.string().nullable().meta({ description: 'The blocker, and its node.' }),
  unblockedBy: z.string().nullable().meta({ description: 'What ends the situation.' }),
  data: z
    .strictObject({
      because: sentenceDataSchema.optional(),
      waitingFor: sentenceDataSchema.optional(),
      unblockedBy: sentenceDataSchema.optional(),
    })
    .meta({ description: 'Data of these sentences. Absent for a sentence that is only a text.' }),
};

const healthFields = {
  health: z.enum(volumeHealths),
  unconfirmed: z.boolean().meta({
    description:
      'The health is healthy or detached by the last reports, and the condition Healthy is not true: a node does not confirm it.',
  }),
};

export const findingSchema = z
  .strictObject({
    severity: z.enum(findingSeverities),
    subject: nounSchema,
    what: z.string().meta({ description: 'State of the subject, in one or two words.' }),
    since: z.iso.datetime().nullable(),
    ...causeFields,
    affected: z
      .array(z.strictObject({ ...healthFields, count: z.int() }))
      .meta({ description: 'Number of volumes affected, by health, most severe first.' }),
    volumes: z
      .array(z.strictObject({ volume: referenceSchema, ...healthFields, since: z.iso.datetime().nullable(), ...causeFields }))
      .meta({ description: 'The first affected volumes, each with its own explanation.' }),
  })
  .meta({ id: 'Finding', description: 'A problem: its cause and its consequences.' });
export type Finding = z.infer<typeof findingSchema>;

export const classCapacitySchema = z
  .strictObject({
    driveClass: referenceSchema,
    driveCount: z.int(),
    inServiceCount: z.int(),
    nodeCount: z.int(),
    capacityBytes: bytesSchema,
    usedBytes: bytesSchema.meta({ description: 'Allocated to legs.' }),
    freeBytes: bytesSchema.meta({ description: 'Available for new legs.' }),
    reservedBytes: bytesSchema.meta({ description: 'Never allocated (setting reservedRatio).' }),
    repair: z
      .strictObject({
        node: referenceSchema,
        neededBytes: bytesSchema.meta({ description: 'Mirror legs of this class on the node.' }),
        availableBytes: bytesSchema.meta({ description: 'Free in this class on the drives of other nodes that take new legs now.' }),
      })
      .nullable()
      .meta({ description: 'Space needed to repair the loss of the node with the most mirror legs. Null: the class has no mirror legs.' }),
    forecast: capacityForecastSchema,
  })
  .meta({ id: 'ClassCapacity' });
export type ClassCapacity = z.infer<typeof classCapacitySchema>;

const cpuSchema = z
  .strictObject({
    nodes: z.int().meta({ description: 'Nodes in this role that reported.' }),
    busyRatio: z.number().meta({ description: 'Fraction of all their cores.' }),
    exportRatio: z.number().meta({ description: 'Export overhead (CPU spent on exporting legs).' }),
    busiest: z
      .array(z.strictObject({ node: referenceSchema, busyRatio: z.number() }))
      .meta({ description: 'Busiest first, at most five.' }),
  })
  .meta({ id: 'RoleCpu' });
export type RoleCpu = z.infer<typeof cpuSchema>;

const count = z.int().min(0);
export const overviewSchema = z
  .strictObject({
    at: z.iso.datetime(),
    counts: z.strictObject({
      nodes: z.strictObject({ online: count, lost: count, never: count }),
      drives: z.strictObject({
        ...{ total: count, inService: count, available: count, occupied: count },
        capacityBytes: bytesSchema.meta({ description: 'Of drives in service, for legs. Each drive counts once, whatever its classes.' }),
        allocatedBytes: bytesSchema.meta({ description: 'Of these, allocated to legs.' }),
      }),
      driveClasses: count,
      volumes: z.strictObject({
        total: count,
        byHealth: z.array(
          z.strictObject({
            health: z.enum(volumeHealths),
            count,
            unconfirmed: count.meta({ description: 'Of these, volumes whose health is unconfirmed.' }),
          }),
        ),
      }),
      attachments: z.strictObject({
        total: count,
        attached: count,
        open: count.meta({ description: 'Attachments with an open device.' }),
        fewerPaths: count.meta({ description: 'Attached, and not every path is live in the last report of the client.' }),
      }),
      jobs: z.strictObject({ running: count, waiting: count }),
      orphans: z
        .strictObject({
          total: count.meta({ description: 'Without the ignored ones.' }),
          ignored: count,
          byOnlyCopy: z.strictObject({ yes: count, unknown: count, no: count }).meta({ description: 'By `mayHoldOnlyCopy`.' }),
        })
        .meta({ description: 'Objects of a host or of the database without a counterpart.' }),
      backupProblems: count.nullable().meta({
        description: '1: backups are late, or the server that answers cannot read their folder. 0: neither. Null: a past moment.',
      }),
    }),
    example: z
      .strictObject({ volume: referenceSchema, client: referenceSchema.nullable() })
      .nullable()
      .meta({ description: 'The newest volume and its client, for example commands to copy.' }),
    findings: z.array(findingSchema).meta({ description: 'Most severe first, at most 50.' }),
    findingCount: z.int(),
    classes: z.array(classCapacitySchema),
    cpu: z
      .strictObject({ targets: cpuSchema.nullable(), clients: cpuSchema.nullable() })
      .meta({ description: 'Average of the last stored 30 s. Null: no reports.' }),
    jobs: z.array(jobSchema).meta({ description: 'Waiting and running jobs, newest first, at most ten of each.' }),
    changes: z.array(jobSchema).meta({ description: 'The last ten jobs that ended.' }),
  })
  .meta({ id: 'Overview', description: 'Summary of the whole cluster.' });
export type Overview = z.infer<typeof overviewSchema>;
