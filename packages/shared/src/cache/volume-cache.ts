import { z } from 'zod';
import { cacheModes } from './cache-modes.js';

/*
 * The cache of a volume: dm-cache on each target, between a leg's logical volume and what clients see, on a drive that is in service as a cache
 * (Linux Documentation/admin-guide/device-mapper/cache.rst).
 */

/** Policy of a volume. Exactly one of the two sizes is set (`checkCache` of the server). */
export const volumeCacheSchema = z
  .strictObject({
    mode: z.enum(cacheModes).meta({
      description:
        'write-through: a write ends when cache and drive have it. write-back: when the cache has it. pass-through: reads and writes go to the drive, and only blocks that are cached already are kept up to date.',
    }),
    bytesPerLeg: z
      .int()
      .min(2 ** 22)
      .max(2 ** 50)
      .nullable()
      .default(null)
      .meta({ description: 'Size of the cache of each leg in bytes, rounded up to 4 MiB. Null: `percentOfLeg` says.' }),
    percentOfLeg: z.int().min(1).max(100).nullable().default(null).meta({
      description: 'Size of the cache of each leg as a share of the leg. Null: `bytesPerLeg` says.',
    }),
    acceptsLoss: z.boolean().default(false).meta({
      description:
        'write-back of a volume without a mirror: you accept that the loss of one cache drive loses the newest writes, and with them the volume.',
    }),
  })
  .meta({ id: 'VolumeCache' });
export type VolumeCache = z.infer<typeof volumeCacheSchema>;

const bytesSchema = z.int().min(0);

/** A leg's cache: what is reserved for it, and what its target reported. */
export const legCacheSchema = z
  .strictObject({
    drive: z.strictObject({ id: z.string(), serial: z.string() }),
    dataBytes: bytesSchema.meta({ description: 'Reserved for cached blocks.' }),
    metadataBytes: bytesSchema.meta({ description: "Reserved for dm-cache's metadata." }),
    blockBytes: bytesSchema,
    isEnding: z.boolean().meta({ description: 'It is being cleaned and removed.' }),
    observed: z
      .strictObject({
        inUse: z.boolean().meta({ description: "The leg's I/O goes through it." }),
        failed: z.boolean().meta({ description: 'It lost its drive.' }),
        mode: z.enum(cacheModes).nullable().meta({ description: 'Null: it failed, or is not running.' }),
      })
      .nullable()
      .meta({
        description:
          'From the last report of its target; how full it is, the statistics of the leg tell. Null: it is not there, not reported, or a list of volumes.',
      }),
  })
  .meta({ id: 'LegCache' });
export type LegCache = z.infer<typeof legCacheSchema>;

/** A mode whose cache may have the only copy of a block. */
export const isWriteBack = (cache: Pick<VolumeCache, 'mode'> | null | undefined): boolean => cache?.mode === 'write-back';

const nodeSchema = z.strictObject({ id: z.string(), name: z.string() });

/** Caches of the legs that a new volume would get. */
export const plannedCachesSchema = z
  .strictObject({
    legs: z.array(
      z.strictObject({
        index: z.int(),
        node: nodeSchema,
        drive: z.strictObject({ id: z.string(), serial: z.string() }),
        dataBytes: bytesSchema.meta({ description: 'Reserved for cached blocks.' }),
        metadataBytes: bytesSchema.meta({ description: "Reserved for dm-cache's metadata." }),
      }),
    ),
    targets: z
      .array(
        z.strictObject({
          ...nodeSchema.shape,
          takenBytes: bytesSchema.meta({ description: 'Bytes that the caches of the volume reserve there.' }),
          freeBytes: bytesSchema.meta({ description: 'Free on the cache drives of the target before the create.' }),
          freeBytesAfter: bytesSchema,
        }),
      )
      .meta({ description: 'Targets of the legs, with the capacity of their cache drives.' }),
    withoutRoom: z
      .strictObject({
        count: z.int(),
        neededBytes: bytesSchema.meta({ description: 'Needed for the cache of the largest leg, on one drive.' }),
        targets: z
          .array(
            z.strictObject({
              ...nodeSchema.shape,
              freeBytes: bytesSchema.meta({ description: 'Most that one cache drive there has free.' }),
            }),
          )
          .meta({ description: 'The first of them, by name.' }),
      })
      .meta({ description: 'Other targets with drives of the class, which get no leg because no cache drive there has room.' }),
  })
  .meta({ id: 'PlannedCaches' });
export type PlannedCaches = z.infer<typeof plannedCachesSchema>;
