import { z } from 'zod';
import { legCacheSchema, plannedCachesSchema, volumeCacheSchema } from '../cache/volume-cache.js';
import { idSchema, labelsSchema, lineSchema, nameSchema } from '../identity.js';
import { integrities } from '../integrity/integrity-layout.js';
import { legIntegritySchema } from '../integrity/leg-integrity.js';
import { volumeChecksumsSchema } from '../integrity/volume-checksums.js';
import { volumeKeyIdSchema } from '../messages/encryption.js';
import { DEFAULT_COPIES, MOST_COPIES } from '../mirror-sets.js';
import { snapshotScheduleSchema } from '../thin/snapshot-schedule.js';
import { provisionings, thinLegViewSchema } from '../thin/thin-volume.js';
import { bytesSchema, type Condition, conditionSchema, objectFields, powerOfTwoSchema, referenceSchema } from './common.js';
import { legHealths, legObservationsSchema, legRoles } from './leg.js';
import { scrubIntervalSchema, volumeScrubSchema } from './scrub.js';

export const protections = ['concatenated', 'raid0', 'raid1', 'raid10'] as const;
export type Protection = (typeof protections)[number];
export const isMirrored = (protection: Protection): boolean => protection === 'raid1' || protection === 'raid10';
/** Whether the data lies in stripes over several legs. */
export const isStriped = (protection: Protection): boolean => protection === 'raid0' || protection === 'raid10';
/** Halves of each mirror set: legs that hold the same bytes. 1: no mirror. Absent and null: not numbered. */
export const mirrorCopies = ({ protection, copies }: { protection: Protection; copies?: number | null | undefined }): number =>
  isMirrored(protection) ? (copies ?? DEFAULT_COPIES) : 1;

export const failureDomains = ['node', 'rack', 'zone'] as const;
export type FailureDomain = (typeof failureDomains)[number];

export const volumeStates = ['creating', 'available', 'deleting'] as const;
export type VolumeState = (typeof volumeStates)[number];
export const volumeActions: Record<'attach' | 'grow' | 'accept-loss' | 'discard' | 'delete', readonly VolumeState[]> = {
  attach: ['available'],
  grow: ['available'],
  'accept-loss': ['available'],
  discard: ['available'],
  delete: ['creating', 'available'],
};

/** Healths without a known problem; a node may still not confirm one. */
export const soundHealths: readonly Volume['health'][] = ['healthy', 'detached'];

/** Whether the health is sound by the last reports, but a node does not confirm it now: its agent is lost, or reports otherwise. */
export const isUnconfirmed = ({
  health,
  conditions,
}: Pick<Volume, 'health'> & { conditions: readonly Pick<Condition, 'type' | 'status'>[] }): boolean =>
  soundHealths.includes(health) && conditions.some(({ type, status }) => type === 'Healthy' && status !== 'true');

/** A health in one or two words, the same on every page. */
export function healthWords(health: Volume['health'], unconfirmed: boolean): string {
  if (!unconfirmed) return health;
  return health === 'detached' ? 'detached, incomplete' : `${health} (unconfirmed)`;
}

/** Only a volume with all its legs healthy grows: a leg that returns with the old size could not join again. */
export const growableHealths = soundHealths;

export const volumeHealths = ['healthy', 'degraded', 'rebuilding', 'stalled', 'broken', 'unavailable', 'unknown', 'detached'] as const;

export const DEFAULT_STRIPE_SIZE_BYTES = 65_536;

/** Rate limits of an md resync onto a leg (`sync_speed_min`, also under other load, and `sync_speed_max`). */
export const rebuildPriorities = ['low', 'normal', 'high'] as const;
export type RebuildPriority = (typeof rebuildPriorities)[number];
export const rebuildSpeeds: Record<RebuildPriority, { minBytesPerSecond: number; maxBytesPerSecond: number }> = {
  low: { minBytesPerSecond: 2 ** 20, maxBytesPerSecond: 128 * 2 ** 20 },
  normal: { minBytesPerSecond: 32 * 2 ** 20, maxBytesPerSecond: 1024 * 2 ** 20 },
  high: { minBytesPerSecond: 512 * 2 ** 20, maxBytesPerSecond: 8192 * 2 ** 20 },
};
export const DEFAULT_REBUILD_DELAY_SECONDS = 600;
const rebuildDelaySchema = z.int().min(0).max(604_800).meta({
  description: 'Mirrors: seconds until a missing or unhealthy leg is replaced.',
});
const rebuildPrioritySchema = z.enum(rebuildPriorities).meta({
  description:
    'Mirrors: resync rate of a leg. Minimum under other I/O, and maximum: low 1 MiB/s and 128 MiB/s, normal 32 MiB/s and 1 GiB/s, high 512 MiB/s and 8 GiB/s.',
});
const scrubIntervalDaysSchema = scrubIntervalSchema.nullable().meta({
  description: "Mirrors: days between scheduled scrubs. 0: none. Null: the cluster's setting.",
});
export const encryptions = ['none', 'aes-xts-256'] as const;
export type Encryption = (typeof encryptions)[number];
const cacheSchema = volumeCacheSchema.nullable().meta({
  description: "Cache of each leg on a drive of the leg's target that is in service as a cache. Null: none.",
});
const snapshotScheduleFieldSchema = snapshotScheduleSchema.nullable().meta({
  description: 'Thin volumes: snapshots that the server takes by itself. Null: none.',
});
const repairFields = {
  rebuildDelaySeconds: rebuildDelaySchema.default(DEFAULT_REBUILD_DELAY_SECONDS),
  rebuildPriority: rebuildPrioritySchema.default('normal'),
};

export const volumeSpecSchema = z
  .strictObject({
    name: nameSchema,
    sizeBytes: z
      .int()
      .min(1_048_576)
      .max(2 ** 50)
      .multipleOf(4096)
      .meta({ description: 'Size of the device in bytes: a multiple of 4096, 1 MiB to 1 PiB.' }),
    protection: z.enum(protections),
    driveClassId: idSchema,
    copies: z.int().min(1).max(MOST_COPIES).nullable().default(null).meta({
      description: 'Copies of each byte. raid1 and raid10: 2 or 3; others: 1. Null: 2 for mirrors, 1 for others. Never changes.',
    }),
    failureDomain: z.enum(failureDomains).default('node').meta({ description: 'The mirror halves never share a failure domain.' }),
    stripeWidth: z
      .int()
      .min(1)
      .max(64)
      .nullable()
      .default(null)
      .meta({ description: 'raid0: number of legs. raid10: number of mirror sets. Null: automatic. Not for raid1 and concatenated.' }),
    stripeSizeBytes: powerOfTwoSchema(4096, 16_777_216)
      .default(DEFAULT_STRIPE_SIZE_BYTES)
      .meta({ description: 'A power of two, 4 KiB to 16 MiB (md and dm-stripe chunk).' }),
    description: lineSchema(1024).default(''),
    labels: labelsSchema.default({}),
  })
  .meta({ id: 'VolumeSpec' });
export type VolumeSpec = z.infer<typeof volumeSpecSchema>;
/** Body of a create: the spec. With `dryRun` the answer is only the placement. */
export const volumeCreateSchema = volumeSpecSchema
  .extend({
    ...repairFields,
    bitmapChunkBytes: powerOfTwoSchema(4096, 2 ** 30)
      .nullable()
      .default(null)
      .meta({ description: 'Chunk of the md write-intent bitmap, a power of two. Null: mdadm chooses.' }),
    encryption: z.enum(encryptions).default('none').meta({
      description: 'aes-xts-256: the client encrypts (dm-crypt). Never changes.',
    }),
    cache: cacheSchema.default(null),
    provisioning: z.enum(provisionings).default('thick').meta({
      description: 'thin: legs take space as they are written, and the volume can have snapshots (docs/data-services.md). Never changes.',
    }),
    integrity: z.enum(integrities).default('none').meta({
      description:
        'Mirrors: dm-integrity keeps a checksum of each 4 KiB of a leg, so that wrong bytes are found and repaired from the other half. It costs small writes, and the volume keeps its size and has blocks of 4 KiB (docs/data-services.md). Never changes.',
    }),
  })
  .meta({ id: 'VolumeCreate' });
export type VolumeCreate = z.infer<typeof volumeCreateSchema>;
export const volumeUpdateSchema = z
  .strictObject({
    description: lineSchema(1024).optional(),
    labels: labelsSchema.optional(),
    rebuildDelaySeconds: rebuildDelaySchema.optional(),
    rebuildPriority: rebuildPrioritySchema.optional(),
    scrubIntervalDays: scrubIntervalDaysSchema.optional(),
    cache: cacheSchema.optional(),
    snapshotSchedule: snapshotScheduleFieldSchema.optional(),
    sizeBytes: volumeSpecSchema.shape.sizeBytes.optional().meta({
      description:
        'A larger size grows the volume, shown as `growth` and as the job volume.grow. A concatenated volume whose last drive is full gets new legs on other drives of its class.',
    }),
    dryRun: z.boolean().optional().meta({ description: 'Return the resulting volume without changing anything.' }),
  })
  .meta({ id: 'VolumeUpdate' });
export type VolumeUpdate = z.infer<typeof volumeUpdateSchema>;

/** Placement of one leg. */
export const placedLegSchema = z
  .strictObject({
    index: z.int(),
    drive: z.strictObject({ id: idSchema, serial: z.string() }),
    node: referenceSchema,
    failureDomain: z.string(),
    numaNode: z.int().nullable(),
    sizeBytes: bytesSchema,
    dataBytes: bytesSchema,
  })
  .meta({ id: 'PlacedLeg' });
export type PlacedLeg = z.infer<typeof placedLegSchema>;
export const placementSchema = z
  .strictObject({ stripeWidth: z.int(), rawBytes: bytesSchema, usableBytes: bytesSchema, legs: z.array(placedLegSchema) })
  .meta({ id: 'Placement', description: 'The legs that a volume would get. rawBytes: total allocation on drives.' });
export type Placement = z.infer<typeof placementSchema>;

/** Capacity of some drives before and after a change. Free: for new legs, so without the reserve. */
export const capacityChangeSchema = z
  .strictObject({
    id: idSchema,
    name: z.string(),
    capacityBytes: bytesSchema.meta({ description: 'Total bytes that legs and the reserve share.' }),
    allocatedBytes: bytesSchema.meta({ description: 'Allocated to legs before the change.' }),
    freeBytes: bytesSchema.meta({ description: 'Free for new legs before the change.' }),
    takenBytes: bytesSchema.meta({ description: 'Bytes that the change allocates.' }),
    freeBytesAfter: bytesSchema.meta({ description: 'Free for new legs after the change.' }),
  })
  .meta({ id: 'CapacityChange' });
export type CapacityChange = z.infer<typeof capacityChangeSchema>;

/** The answer to a dry run of a create. */
export const volumePlanSchema = placementSchema
  .extend({
    largestSizeBytes: bytesSchema.meta({ description: 'The largest size that fits now, with all other fields unchanged.' }),
    capacity: z
      .strictObject({
        driveClass: capacityChangeSchema.meta({ description: 'All drives of the class.' }),
        nodes: z.array(capacityChangeSchema).meta({ description: 'Nodes of the legs; each counts its drives of the class.' }),
        drives: z.array(capacityChangeSchema).meta({ description: 'Drives of the legs, named by serial.' }),
      })
      .meta({ description: 'Capacity before and after the create.' }),
    caches: plannedCachesSchema.nullable().meta({ description: 'Null: the volume wants no cache.' }),
  })
  .meta({ id: 'VolumePlan', description: 'The legs that a volume would get, the largest size that fits, and the capacity it takes.' });
export type VolumePlan = z.infer<typeof volumePlanSchema>;

export const legSchema = z
  .strictObject({
    ...placedLegSchema.shape,
    id: idSchema,
    epoch: z.int(),
    inSync: z.boolean(),
    role: z.enum(legRoles),
    state: z.enum(['creating', 'ready', 'deleting', 'unknown']),
    conditions: z.array(conditionSchema),
    health: z.enum(legHealths).nullable().meta({ description: 'Health at the last assessment. Null: none yet.' }),
    observations: legObservationsSchema.nullable().meta({
      description: 'Present when one volume is read. Null in lists, because of its size.',
    }),
    cache: legCacheSchema.nullable().meta({ description: 'Null: none is reserved.' }),
    thin: thinLegViewSchema.nullable().meta({ description: 'Null: it has a logical volume of its own.' }),
    integrity: legIntegritySchema.nullable().meta({ description: 'Null: not on dm-integrity, not reported, or a list of volumes.' }),
  })
  .meta({ id: 'Leg' });
export type Leg = z.infer<typeof legSchema>;

/** A leg of an older epoch: it never becomes part of the volume again (S4). */
export const obsoleteLegSchema = z
  .strictObject({
    ...placedLegSchema.shape,
    id: idSchema,
    epoch: z.int(),
    since: z.iso.datetime(),
    why: z.enum(['loss-accepted', 'fence-pending', 'replaced', 'rolled-back']).meta({
      description:
        'loss-accepted: kept until an administrator discards it. fence-pending: a forced move excluded its target; removed after the target confirms the fence. replaced: removed as soon as its node is online. rolled-back: removed when the legs of the snapshot are copied.',
    }),
    fenceConfirmed: z.boolean(),
    discarding: z.boolean(),
  })
  .meta({ id: 'ObsoleteLeg' });
export type ObsoleteLeg = z.infer<typeof obsoleteLegSchema>;

/** Gives up the data that only some legs have (S4). The caller confirms with the volume's name. */
export const acceptLossSchema = z
  .strictObject({
    volumeName: nameSchema.meta({ description: 'Name of the volume, as confirmation.' }),
    legIds: z
      .array(idSchema)
      .min(1)
      .max(128)
      .meta({ description: 'Legs to give up. Writes that only these legs have are lost to the volume.' }),
  })
  .meta({ id: 'AcceptLoss' });
export type AcceptLoss = z.infer<typeof acceptLossSchema>;

/** Destroys the legs kept from older epochs. */
export const discardSchema = z
  .strictObject({
    volumeName: nameSchema.meta({ description: 'Name of the volume, as confirmation.' }),
    legIds: z.array(idSchema).min(1).max(128).meta({ description: 'Obsolete legs to destroy.' }),
  })
  .meta({ id: 'Discard' });
export type Discard = z.infer<typeof discardSchema>;

const volumeKeyHexSchema = z
  .string()
  .regex(/^[0-9a-f]{128}$/)
  .meta({ description: 'The key: 64 bytes, as 128 hexadecimal digits.' });

/** Asks for the key of an encrypted volume, for a recovery by hand. */
export const volumeKeyExportSchema = z
  .strictObject({
    volumeName: nameSchema.meta({ description: 'Name of the volume, as confirmation.' }),
    currentPassword: z.string().max(256).meta({ description: 'Your own password, as confirmation.' }),
  })
  .meta({ id: 'VolumeKeyExport' });
export type VolumeKeyExport = z.infer<typeof volumeKeyExportSchema>;
export const exportedVolumeKeySchema = z
  .strictObject({ keyId: volumeKeyIdSchema, cipher: z.literal('aes-xts-plain64'), keyHex: volumeKeyHexSchema })
  .meta({ id: 'ExportedVolumeKey' });
export type ExportedVolumeKey = z.infer<typeof exportedVolumeKeySchema>;
export const volumeKeyImportSchema = z.strictObject({ keyHex: volumeKeyHexSchema }).meta({ id: 'VolumeKeyImport' });
export type VolumeKeyImport = z.infer<typeof volumeKeyImportSchema>;

export const volumeSchema = z
  .strictObject({
    ...objectFields,
    ...volumeCreateSchema.shape,
    copies: z.int().min(1).max(MOST_COPIES).meta({ description: 'Copies of each byte. 1: no mirror.' }),
    driveClass: referenceSchema,
    state: z.enum(volumeStates),
    health: z.enum(volumeHealths),
    epoch: z.int(),
    arrayUuid: idSchema.nullable(),
    encryptionKeyId: volumeKeyIdSchema.nullable().meta({ description: 'Null: not encrypted.' }),
    rawBytes: bytesSchema,
    legs: z.array(legSchema),
    obsoleteLegs: z.array(obsoleteLegSchema),
    growth: z.strictObject({ toSizeBytes: bytesSchema }).nullable().meta({ description: 'Current growth. Null: none.' }),
    attachmentIds: z.array(idSchema),
    clients: z.array(referenceSchema).meta({ description: 'Nodes that it is attached to, in the order of `attachmentIds`.' }),
    generation: z.int(),
    observedGeneration: z.int(),
    conditions: z.array(conditionSchema),
    scrubIntervalDays: scrubIntervalDaysSchema,
    scrub: volumeScrubSchema.nullable().meta({ description: 'Null: the volume is no mirror.' }),
    checksums: volumeChecksumsSchema.nullable().meta({ description: 'Null: its legs do not lie on dm-integrity.' }),
    snapshotSchedule: snapshotScheduleFieldSchema,
    snapshotOf: referenceSchema.nullable().meta({ description: 'The volume that it is a snapshot of. Null: it is no snapshot.' }),
    rollBack: z
      .strictObject({ snapshot: referenceSchema, since: z.iso.datetime() })
      .nullable()
      .meta({ description: 'It gets the data of this snapshot, and cannot be attached until that is done. Null: no.' }),
  })
  .omit({ driveClassId: true })
  .meta({ id: 'Volume' });
export type Volume = z.infer<typeof volumeSchema>;
