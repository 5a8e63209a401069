import { z } from 'zod';
import { idSchema, labelsSchema } from '../identity.js';
import { smartSchema } from '../messages/inventory.js';
import { pciLinkSchema } from '../messages/pci-link.js';
import { sanitizeSchema } from '../messages/sanitize.js';
import { drivePoolSchema } from '../thin/thin-volume.js';
import { wipeMethods } from '../wipe/wipe-method.js';
import { bytesSchema, conditionSchema, objectFields, referenceSchema } from './common.js';
import { schedulingFields } from './scheduling.js';

/**
 * available: blank and unused. occupied: has contents. taking, in-service, releasing, wiping: as named. missing: its node is online and does not see it.
 */
export const driveStates = ['available', 'occupied', 'taking', 'in-service', 'releasing', 'wiping', 'missing'] as const;
export type DriveState = (typeof driveStates)[number];

/** States of a wipe's record. ordered: nothing is overwritten yet. wiping: the node has begun, so data may be gone. The others: ended. */
export const wipeStates = ['ordered', 'wiping', 'wiped', 'failed'] as const;
export type WipeState = (typeof wipeStates)[number];

/** Allowed actions by state: both the server's guard and the console's buttons read this table. */
export const driveActions: Record<'take' | 'wipe' | 'release' | 'evict', readonly DriveState[]> = {
  take: ['available'],
  /** A drive without recognised contents may still hold old data between its ends. */
  wipe: ['occupied', 'available'],
  release: ['in-service', 'missing'],
  /** A missing drive that was never in service holds no legs; the server refuses it as well. */
  evict: ['in-service', 'missing'],
};

/** What a drive in service holds: legs of volumes, or caches of legs on the same node. */
export const driveRoles = ['data', 'cache'] as const;
export type DriveRole = (typeof driveRoles)[number];

export const driveTakeSchema = z
  .strictObject({
    role: z.enum(driveRoles).default('data').meta({
      description: 'data: for legs. cache: for caches of legs on the same node; in no drive class. Changes only by a release.',
    }),
  })
  .meta({ id: 'DriveTake' });
export type DriveTake = z.infer<typeof driveTakeSchema>;

export const driveSchema = z
  .strictObject({
    ...objectFields,
    node: referenceSchema,
    serial: z.string(),
    nsid: z.int(),
    model: z.string(),
    firmware: z.string(),
    sizeBytes: bytesSchema,
    logicalBlockBytes: z.int(),
    pciAddress: z.string().nullable(),
    pciLink: pciLinkSchema.nullable().meta({ description: 'Null: it has no PCIe link, or its agent does not report it.' }),
    numaNode: z.int().nullable(),
    smart: smartSchema.nullable(),
    smartWarningSince: z.iso.datetime().nullable().meta({
      description: 'When SMART first reported the critical warning. Null: no warning, or not recorded.',
    }),
    sanitize: sanitizeSchema.nullable().meta({
      description: 'Whether the drive can erase itself, and its last sanitize. Null: it cannot be read, or its agent does not report it.',
    }),
    role: z.enum(driveRoles).meta({ description: 'What it holds while it is in service.' }),
    state: z.enum(driveStates),
    stateSince: z.iso.datetime().nullable().meta({ description: 'Last change of the state, by the reports received. Null: not recorded.' }),
    /** Contents of the drive; empty if it is blank. */
    contents: z.array(z.string()),
    /** Total bytes that legs can use; 0 until in service. */
    capacityBytes: bytesSchema,
    /** Allocated to legs, by the server's records. */
    allocatedBytes: bytesSchema,
    /** Free for new legs: capacity minus reserve minus allocated. */
    freeBytes: bytesSchema,
    /** Largest contiguous free extent in the node's last report. */
    largestFreeBytes: bytesSchema,
    pool: drivePoolSchema.nullable().meta({ description: 'Pool of its thin legs. Null: it has none.' }),
    ...schedulingFields,
    conditions: z.array(conditionSchema),
  })
  .meta({ id: 'Drive' });
export type Drive = z.infer<typeof driveSchema>;

export const driveWipeSchema = z
  .strictObject({
    serial: z.string().max(64).meta({ description: 'Serial of the drive, as confirmation.' }),
    method: z.enum(wipeMethods).optional().meta({
      description:
        'sanitize: the drive erases itself; refused if Weft cannot sanitize it. zero: its node overwrites each block. Absent: sanitize where possible, else zero.',
    }),
  })
  .meta({ id: 'DriveWipe' });
export type DriveWipe = z.infer<typeof driveWipeSchema>;

/** Selects drives; a drive must match every given field. */
export const driveSelectorSchema = z
  .strictObject({
    models: z.array(z.string().max(64)).max(64).optional(),
    minSizeBytes: bytesSchema.optional(),
    maxSizeBytes: bytesSchema.optional(),
    nodeIds: z.array(idSchema).max(1024).optional(),
    nodeLabels: labelsSchema.optional(),
  })
  .meta({ id: 'DriveSelector' });
export type DriveSelector = z.infer<typeof driveSelectorSchema>;
