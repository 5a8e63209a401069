import { z } from 'zod';
import { idSchema, labelsSchema, lineSchema, nameSchema } from '../identity.js';
import { MOST_FROZEN } from '../messages/thin.js';
import { bytesSchema, conditionSchema, objectFields, referenceSchema } from './common.js';

/** pending: being taken; it is no snapshot yet. ready: it holds what its volume held at `takenAt`. deleting: it failed, or a person deleted it. */
export const snapshotStates = ['pending', 'ready', 'deleting'] as const;
export type SnapshotState = (typeof snapshotStates)[number];
/** Allowed actions by state: both the server's guard and the console's buttons read this table. */
export const snapshotActions: Record<'clone' | 'roll-back' | 'delete', readonly SnapshotState[]> = {
  clone: ['ready'],
  'roll-back': ['ready'],
  delete: ['ready'],
};

export const snapshotSchema = z
  .strictObject({
    ...objectFields,
    name: nameSchema,
    description: z.string(),
    volume: referenceSchema.meta({ description: 'The volume that it was taken of. It may be deleted since: the snapshot stays.' }),
    state: z.enum(snapshotStates),
    groupId: idSchema.meta({ description: 'The same for snapshots of several volumes that were taken at one moment.' }),
    origin: z.enum(['person', 'schedule']),
    takenAt: z.iso.datetime().nullable().meta({ description: 'Null: not taken yet.' }),
    heldMs: z.int().nullable().meta({
      description:
        "How long its client held the volume's I/O, in milliseconds. Null: the volume was not attached for writing, or it is not taken yet.",
    }),
    sizeBytes: bytesSchema,
    countedBytes: bytesSchema.meta({ description: 'Bytes that its legs count with against the over-provisioning ratio of their pools.' }),
    mappedBytes: bytesSchema.nullable().meta({
      description: 'Bytes of pools that its legs use, with those that they share with the volume and other copies. Null: not reported.',
    }),
    isAttached: z.boolean(),
    conditions: z.array(conditionSchema),
  })
  .meta({ id: 'Snapshot' });
export type Snapshot = z.infer<typeof snapshotSchema>;

export const snapshotCreateSchema = z
  .strictObject({
    volumeIds: z.array(idSchema).min(1).max(MOST_FROZEN).meta({
      description: 'Thin volumes. Several are taken at one moment: all that are attached for writing are attached to the same client.',
    }),
    name: nameSchema.nullable().default(null).meta({
      description: 'Name of the snapshot; with several volumes, its end after the name of each volume. Null: from the volume and the time.',
    }),
    description: lineSchema(1024).default(''),
  })
  .meta({ id: 'SnapshotCreate' });
export type SnapshotCreate = z.infer<typeof snapshotCreateSchema>;

export const snapshotCloneSchema = z
  .strictObject({
    name: nameSchema,
    description: lineSchema(1024).default(''),
    labels: labelsSchema.optional().meta({ description: 'Absent: those of the snapshot.' }),
  })
  .meta({ id: 'SnapshotClone' });
export type SnapshotClone = z.infer<typeof snapshotCloneSchema>;

/** Gives a volume the data of one of its snapshots. What was written since is lost, unless another snapshot has it. */
export const rollBackSchema = z
  .strictObject({ volumeName: nameSchema.meta({ description: 'Name of the volume, as confirmation.' }) })
  .meta({ id: 'RollBack' });
export type RollBack = z.infer<typeof rollBackSchema>;
