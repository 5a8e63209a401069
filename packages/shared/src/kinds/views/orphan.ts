import { z } from 'zod';
import { idSchema } from '../../identity.js';
import { hostObjectKinds } from '../../messages/report.js';
import { referenceSchema, sentMessageSchema } from '../common.js';

/**
 * Objects without their counterpart. On a host only: the kinds that agents report, and a drive with the volume group of another cluster (foreign-drive).
 * In the database only: a drive, leg or attachment whose node reports that it is not there.
 */
export const orphanKinds = [...hostObjectKinds, 'foreign-drive', 'drive', 'leg', 'attachment'] as const;
export type OrphanKind = (typeof orphanKinds)[number];

export const orphanSides = ['host', 'database'] as const;
export type OrphanSide = (typeof orphanSides)[number];

/** Whether an orphan may hold the only copy of its bytes. Only `no` lets a person remove it without a copy. */
export const onlyCopies = ['yes', 'unknown', 'no'] as const;
export type OnlyCopy = (typeof onlyCopies)[number];

export const volumeCases = ['none', 'one', 'several', 'unknown'] as const;

const possibleVolumesSchema = z
  .strictObject({
    which: z.enum(volumeCases).meta({ description: 'none: it belongs to no volume. unknown: nothing names its volume.' }),
    references: z.array(
      z.strictObject({ id: idSchema, name: z.string().nullable().meta({ description: 'Null: the database has no such volume.' }) }),
    ),
  })
  .meta({ id: 'PossibleVolumes', description: 'Volumes that it may belong to, by name.' });
export type PossibleVolumes = z.infer<typeof possibleVolumesSchema>;

export const listedOrphanSchema = z
  .strictObject({
    id: idSchema.meta({ description: 'Follows from the identity of the object: a later object of the same name has another id.' }),
    kind: z.enum(orphanKinds),
    side: z
      .enum(orphanSides)
      .meta({ description: 'host: no object of the database lists it. database: its node reports that it is not there.' }),
    node: referenceSchema,
    name: z.string().meta({ description: 'Name on the host; serial of a drive; volume and index of a leg.' }),
    what: sentMessageSchema,
    detail: z.string().nullable().meta({ description: 'As the agent reports it.' }),
    since: z.iso.datetime().nullable().meta({ description: 'First report without the counterpart. Null: not recorded.' }),
    sizeBytes: z.int().min(0).nullable().meta({ description: 'Bytes. Null: unknown, or it has no size.' }),
    inUse: z.boolean().nullable().meta({ description: 'Open, connected, or enabled for a host. Null: unknown.' }),
    volume: possibleVolumesSchema,
    mayHoldOnlyCopy: z.enum(onlyCopies).meta({
      description:
        'yes: the database knows its volume, and it may have writes that no healthy leg has. no: it holds no bytes of a volume, or they are also elsewhere. unknown: nothing shows either.',
    }),
    copy: sentMessageSchema.meta({ description: 'Reason for `mayHoldOnlyCopy`.' }),
    remedy: sentMessageSchema.meta({ description: 'What a person can do. Weft itself changes no orphan.' }),
  })
  .meta({ id: 'ListedOrphan' });
export type ListedOrphan = z.infer<typeof listedOrphanSchema>;

/** Orphans on one host. */
export const nodeOrphansSchema = z
  .strictObject({
    count: z.int(),
    since: z.iso.datetime().nullable().meta({ description: 'First report of the oldest one. Null: none, or not recorded.' }),
  })
  .meta({ id: 'NodeOrphans' });
export type NodeOrphans = z.infer<typeof nodeOrphansSchema>;
export const NO_ORPHANS: NodeOrphans = { count: 0, since: null };
