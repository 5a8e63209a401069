import { z } from 'zod';
import { poolModes } from './thin-words.js';

const bytesSchema = z.int().min(0);

/** thick: each leg reserves its whole size. thin: it takes space as it is written, in a pool on its drive. */
export const provisionings = ['thick', 'thin'] as const;
export type Provisioning = (typeof provisionings)[number];

export const DEFAULT_OVER_PROVISIONING = 2;
export const overProvisioningSchema = z.number().min(1).max(20);

/** A leg in the pool of its drive. */
export const thinLegViewSchema = z
  .strictObject({
    originLegId: z.string().nullable().meta({ description: 'Leg that it began as a copy of. Null: it began empty.' }),
    countedBytes: bytesSchema.meta({ description: 'Bytes that it counts with against the over-provisioning ratio of its pool.' }),
    mappedBytes: bytesSchema.nullable().meta({
      description: 'Bytes of the pool that it uses, also those that it shares with copies. Null: not reported, or a list of volumes.',
    }),
  })
  .meta({ id: 'ThinLeg' });
export type ThinLegView = z.infer<typeof thinLegViewSchema>;

/** The pool of the thin legs on a drive. */
export const drivePoolSchema = z
  .strictObject({
    dataBytes: bytesSchema.meta({ description: 'Reserved on the drive for the blocks of thin legs.' }),
    metadataBytes: bytesSchema.meta({ description: "Reserved on the drive for dm-thin's metadata." }),
    blockBytes: bytesSchema,
    legs: z.int().meta({ description: 'Thin legs in it.' }),
    countedBytes: bytesSchema.meta({ description: 'Bytes that its legs promise: the ratio of the drive class bounds them.' }),
    isEnding: z.boolean().meta({ description: 'It has no legs left, and its node removes it.' }),
    mode: z.enum(poolModes).nullable().meta({ description: 'Null: not reported yet, or not running.' }),
    needsCheck: z
      .boolean()
      .meta({ description: 'Its metadata is damaged: it stays read-only until a person has checked it (docs/data-services.md).' }),
    dataUsedPercent: z.int().meta({ description: 'Of dataBytes, from the last report.' }),
    metadataUsedPercent: z.int(),
  })
  .meta({ id: 'DrivePool' });
export type DrivePool = z.infer<typeof drivePoolSchema>;
