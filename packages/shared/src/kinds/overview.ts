import { z } from 'zod';
import { idSchema } from '../identity.js';
import { bytesSchema, referenceSchema } from './common.js';
import { jobSchema } from './job.js';
import { volumeHealths } from './volume.js';

/** bad: data is unreachable. warn: works, but needs attention. info: as planned. */
export const findingSeverities = ['bad', 'warn', 'info'] as const;
export type FindingSeverity = (typeof findingSeverities)[number];

const nounSchema = z
  .strictObject({ kind: z.enum(['volume', 'node', 'drive']), id: idSchema, name: z.string() })
  .meta({ id: 'Noun', description: 'An object that a sentence names.' });
export type Noun = z.infer<typeof nounSchema>;

/** The object's own explanation of a problem: each part is a piece of one sentence. */
const causeFields = {
  because: z.string(),
  waitingFor: z.string().nullable().meta({ description: 'What it waits for, and on which node.' }),
  unblockedBy: z.string().nullable().meta({ description: 'What would end it.' }),
};

export const findingSchema = z
  .strictObject({
    severity: z.enum(findingSeverities),
    subject: nounSchema,
    what: z.string().meta({ description: 'The state of the subject, in a word or two.' }),
    since: z.iso.datetime().nullable(),
    ...causeFields,
    affected: z
      .array(z.strictObject({ health: z.enum(volumeHealths), count: z.int() }))
      .meta({ description: 'How many volumes are in which health because of it, gravest first.' }),
    volumes: z
      .array(z.strictObject({ volume: referenceSchema, health: z.enum(volumeHealths), since: z.iso.datetime().nullable(), ...causeFields }))
      .meta({ description: 'The first of them, in their own words.' }),
    nouns: z.array(nounSchema).meta({ description: 'Every object that its sentences name.' }),
  })
  .meta({ id: 'Finding', description: 'Something that is not as it should be: a cause, with what follows from it.' });
export type Finding = z.infer<typeof findingSchema>;

export const classCapacitySchema = z
  .strictObject({
    driveClass: referenceSchema,
    driveCount: z.int(),
    nodeCount: z.int(),
    capacityBytes: bytesSchema,
    usedBytes: bytesSchema.meta({ description: 'Allocated to legs.' }),
    freeBytes: bytesSchema.meta({ description: 'What new legs may take.' }),
    reservedBytes: bytesSchema.meta({ description: 'Never allocated, by the setting reservedRatio.' }),
    repair: z
      .strictObject({
        node: referenceSchema,
        neededBytes: bytesSchema.meta({ description: 'Legs of mirrors of this class on that node.' }),
        availableBytes: bytesSchema.meta({ description: 'Free in the class on the other nodes.' }),
      })
      .nullable()
      .meta({ description: 'What has to be kept free to repair the loss of the node that holds most; null: no mirror has a leg.' }),
  })
  .meta({ id: 'ClassCapacity' });
export type ClassCapacity = z.infer<typeof classCapacitySchema>;

const cpuSchema = z
  .strictObject({
    nodes: z.int().meta({ description: 'Nodes in the role that said something.' }),
    busyRatio: z.number().meta({ description: 'Of all their cores together.' }),
    exportRatio: z.number().meta({ description: 'Spent on exporting legs.' }),
    busiest: z
      .array(z.strictObject({ node: referenceSchema, busyRatio: z.number() }))
      .meta({ description: 'Busiest first, five at most.' }),
  })
  .meta({ id: 'RoleCpu' });
export type RoleCpu = z.infer<typeof cpuSchema>;

const count = z.int().min(0);
export const overviewSchema = z
  .strictObject({
    at: z.iso.datetime(),
    counts: z.strictObject({
      nodes: z.strictObject({ online: count, lost: count, never: count }),
      drives: z.strictObject({ total: count, inService: count, available: count, occupied: count }),
      driveClasses: count,
      volumes: z.strictObject({ total: count, byHealth: z.array(z.strictObject({ health: z.enum(volumeHealths), count })) }),
      attachments: z.strictObject({
        total: count,
        attached: count,
        open: count.meta({ description: 'Whose device somebody has open.' }),
        fewerPaths: count.meta({ description: 'Attached, and by the last word of its client not every path is live.' }),
      }),
      jobs: z.strictObject({ running: count, waiting: count }),
    }),
    example: z
      .strictObject({ volume: referenceSchema, client: referenceSchema.nullable() })
      .nullable()
      .meta({ description: 'A volume, and the client that has it: the newest. For commands that people copy.' }),
    findings: z.array(findingSchema).meta({ description: 'Gravest first, fifty at most.' }),
    findingCount: z.int(),
    classes: z.array(classCapacitySchema),
    cpu: z
      .strictObject({ targets: cpuSchema.nullable(), clients: cpuSchema.nullable() })
      .meta({ description: 'Of the last half minute that is stored; null: nothing was said.' }),
    jobs: z.array(jobSchema).meta({ description: 'Waiting and running ones, newest first, ten of each at most.' }),
    changes: z.array(jobSchema).meta({ description: 'The last ten that ended.' }),
    nouns: z.array(nounSchema).meta({ description: 'Nodes that these jobs name.' }),
  })
  .meta({ id: 'Overview', description: 'The whole cluster on a page.' });
export type Overview = z.infer<typeof overviewSchema>;
