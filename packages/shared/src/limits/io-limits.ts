import { z } from 'zod';

/*
 * Limits of the I/O of one attached volume at its client: `io.max` of cgroup v2 (Documentation/admin-guide/cgroup-v2.rst, "IO Interface Files"), set in each
 * top-level cgroup ("slice"). Each slice has the whole budget for itself, and processes in the root cgroup have none.
 */

/** Names of the four values, and the kernel's name of each. */
export const ioLimitKeys = {
  readBytesPerSecond: 'rbps',
  writeBytesPerSecond: 'wbps',
  readIops: 'riops',
  writeIops: 'wiops',
} as const;
export type IoLimitName = keyof typeof ioLimitKeys;
export const ioLimitNames = Object.keys(ioLimitKeys) as IoLimitName[];

/**
 * The kernel delays a request until its budget covers all of it, and nothing can end the wait. With these minimums the largest request of a file system
 * (some MiB) waits for a minute at most.
 */
const bytesPerSecond = z
  .int()
  .min(64 * 1024)
  .max(2 ** 44)
  .nullable()
  .default(null);
/** The kernel keeps 32 bits. */
const iops = z.int().min(10).max(1_000_000_000).nullable().default(null);

/** Null: no limit of this kind. */
export const ioLimitsSchema = z
  .strictObject({
    readBytesPerSecond: bytesPerSecond.meta({ description: 'Bytes per second that each slice may read. Null: no limit.' }),
    writeBytesPerSecond: bytesPerSecond.meta({ description: 'Bytes per second that each slice may write. Null: no limit.' }),
    readIops: iops.meta({ description: 'Read requests per second of each slice. Null: no limit.' }),
    writeIops: iops.meta({ description: 'Write requests per second of each slice. Null: no limit.' }),
  })
  .meta({
    id: 'IoLimits',
    description: 'Limits of each slice (top-level cgroup) of one client, for one volume. They are not limits of the volume.',
  });
export type IoLimits = z.infer<typeof ioLimitsSchema>;

export const NO_LIMITS: IoLimits = { readBytesPerSecond: null, writeBytesPerSecond: null, readIops: null, writeIops: null };
export const sameLimits = (a: IoLimits, b: IoLimits): boolean => ioLimitNames.every((name) => a[name] === b[name]);
/** Limits that limit nothing are none. */
export const limitsOrNone = (limits: IoLimits | null | undefined): IoLimits | null =>
  limits && !sameLimits(limits, NO_LIMITS) ? limits : null;

/** Why a node cannot limit I/O: no cgroup v2 at /sys/fs/cgroup; the controller `io` is not there; the kernel lacks CONFIG_BLK_DEV_THROTTLING. */
export const limitObstacles = ['no-cgroup2', 'no-io-controller', 'no-throttling'] as const;
export type LimitObstacle = (typeof limitObstacles)[number];
