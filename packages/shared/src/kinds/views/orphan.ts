import { z } from 'zod';
import { idSchema } from '../../identity.js';
import { MAX } from '../../messages/bounded.js';
import { hostObjectKinds } from '../../messages/report.js';
import { plainTextSchema, referenceSchema, sentMessageSchema } from '../common.js';

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

export const MAX_IGNORE_REASON_CHARACTERS = 500;
export const orphanIgnoreCreateSchema = z
  .strictObject({ reason: plainTextSchema(MAX_IGNORE_REASON_CHARACTERS) })
  .meta({ id: 'OrphanIgnoreCreate' });
export type OrphanIgnoreCreate = z.infer<typeof orphanIgnoreCreateSchema>;

const orphanIgnoreSchema = z
  .strictObject({
    version: z.int().meta({ description: 'Send it, quoted, in If-Match to end the ignore.' }),
    reason: z.string(),
    by: z.string().meta({ description: 'Name of the user.' }),
    at: z.iso.datetime(),
  })
  .meta({ id: 'OrphanIgnore', description: 'A person looked at it and left it as it is. Counts and findings leave it out.' });
export type OrphanIgnore = z.infer<typeof orphanIgnoreSchema>;

export const orphanCleanSchema = z
  .strictObject({
    serial: z
      .string()
      .max(MAX.driveSerial)
      .optional()
      .meta({ description: 'Serial of the drive that holds it, as confirmation. Needed unless `mayHoldOnlyCopy` is `no`.' }),
  })
  .meta({ id: 'OrphanClean' });

export const listedOrphanSchema = z
  .strictObject({
    id: idSchema.meta({ description: 'Follows from the identity of the object: a later object of the same name has another id.' }),
    kind: z.enum(orphanKinds),
    side: z
      .enum(orphanSides)
      .meta({ description: 'host: no object of the database lists it. database: its node reports that it is not there.' }),
    node: referenceSchema,
    driveSerial: z
      .string()
      .nullable()
      .meta({ description: 'Drive that holds it. Null: it is on no drive, or on one that the database does not know.' }),
    name: z.string().meta({ description: 'Name on the host; serial of a drive; volume and index of a leg.' }),
    what: sentMessageSchema,
    detail: z.string().nullable().meta({ description: 'As the agent reports it.' }),
    since: z.iso.datetime().nullable().meta({ description: 'First report without the counterpart. Null: not recorded.' }),
    sizeBytes: z.int().min(0).nullable().meta({ description: 'Bytes. Null: unknown, or it has no size.' }),
    inUse: z.boolean().nullable().meta({ description: 'Open, connected, or enabled for a host. Null: unknown.' }),
    volume: possibleVolumesSchema,
    identified: z.boolean().meta({
      description: 'False: its agent reports no identity, so `id` follows from the name, and a later object of this name has the same id.',
    }),
    ignored: orphanIgnoreSchema.nullable().meta({ description: 'Null: not ignored.' }),
    mayHoldOnlyCopy: z.enum(onlyCopies).meta({
      description:
        'yes: the database knows its volume, and it may have writes that no healthy leg has. no: it holds no bytes of a volume, or they are also elsewhere. unknown: nothing shows either.',
    }),
    copy: sentMessageSchema.meta({ description: 'Reason for `mayHoldOnlyCopy`.' }),
    remedy: sentMessageSchema.meta({ description: 'What a person can do. Weft itself changes no orphan without an order.' }),
  })
  .meta({ id: 'ListedOrphan' });
export type ListedOrphan = z.infer<typeof listedOrphanSchema>;

/** Why an orphan cannot be ignored, or null. */
export const ignoreRefusal = ({ identified }: Pick<ListedOrphan, 'identified'>): string | null =>
  identified ? null : 'Its agent reports no identity of it: a later object of the same name would be ignored too. Update the agent.';

type Cleanable = Pick<ListedOrphan, 'kind' | 'side' | 'identified' | 'inUse' | 'mayHoldOnlyCopy' | 'driveSerial'>;

/** Why Weft cannot remove an orphan, and what to do instead; or null. */
export function cleanRefusal({ kind, side, identified, inUse, mayHoldOnlyCopy, driveSerial }: Cleanable): string | null {
  if (side === 'database') return 'Nothing of it is on the host. Follow its remedy.';
  if (kind === 'foreign-drive') return 'Wipe its drive on the page of the drive.';
  if (kind === 'port') return 'It goes with the last subsystem that it exports. Remove that one.';
  if (!identified) return 'Its agent reports no identity of it, so another object could be meant. Update the agent.';
  if (kind === 'volume-group' && mayHoldOnlyCopy !== 'no') return 'It has logical volumes. Remove these first.';
  if (kind === 'logical-volume' && inUse) return 'It is open. Close it first: its commands on the node show what holds it.';
  if (mayHoldOnlyCopy !== 'no' && driveSerial === null)
    return 'Its drive is not known, so its serial cannot be checked. Remove it by hand.';
  return null;
}
