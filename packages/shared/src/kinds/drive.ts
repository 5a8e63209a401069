import { z } from 'zod';
import { idSchema, labelsSchema } from '../identity.js';
import { smartSchema } from '../messages/inventory.js';
import { bytesSchema, conditionSchema, objectFields, referenceSchema } from './common.js';
import { schedulingFields } from './scheduling.js';

/**
 * available: blank, not ours yet. occupied: something is on it. taking, in-service, releasing, wiping: as they say. missing: its node is online and does not see it.
 */
export const driveStates = ['available', 'occupied', 'taking', 'in-service', 'releasing', 'wiping', 'missing'] as const;
export type DriveState = (typeof driveStates)[number];

/** What is allowed in which state: the server's guard and the console's buttons read this table. */
export const driveActions: Record<'take' | 'wipe' | 'release' | 'evict', readonly DriveState[]> = {
  take: ['available'],
  wipe: ['occupied'],
  release: ['in-service', 'missing'],
  /** A missing one that was never in service holds no legs, and is refused too. */
  evict: ['in-service', 'missing'],
};

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
    numaNode: z.int().nullable(),
    smart: smartSchema.nullable(),
    smartWarningSince: z.iso.datetime().nullable().meta({
      description: 'Since when SMART has a critical warning, as far as the server heard of it; null: there is none, or it was not kept.',
    }),
    state: z.enum(driveStates),
    stateSince: z.iso.datetime().nullable().meta({ description: 'As far as the server heard of it; null: it was not kept.' }),
    /** What is on it, if not blank. */
    contents: z.array(z.string()),
    /** Bytes that legs can use in all; 0 until in service. */
    capacityBytes: bytesSchema,
    /** Allocated to legs, by the server's book. */
    allocatedBytes: bytesSchema,
    /** Free for new legs: capacity less reserve less allocated. */
    freeBytes: bytesSchema,
    /** Largest contiguous free piece as the node last reported it. */
    largestFreeBytes: bytesSchema,
    ...schedulingFields,
    conditions: z.array(conditionSchema),
  })
  .meta({ id: 'Drive' });
export type Drive = z.infer<typeof driveSchema>;

export const driveWipeSchema = z
  .strictObject({ serial: z.string().max(64).meta({ description: 'The serial of the drive, repeated.' }) })
  .meta({ id: 'DriveWipe' });

/** Matches drives; every given field must match. */
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
