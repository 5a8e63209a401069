import { z } from 'zod';
import { idSchema } from '../identity.js';
import { poolModes } from '../thin/thin-words.js';
import { KiB } from '../units.js';
import { boundedList, MAX } from './bounded.js';

/*
 * Thin legs, copies of them, and the freeze of volumes for a snapshot (docs/decisions/thin-legs.md). Sent only to agents that can (`capabilities.thin`):
 * an older agent refuses an assignment with these fields.
 */

/** Volumes of one client that are frozen at one moment. */
export const MOST_FROZEN = 64;
/** Array UUIDs that the legs of a copy may carry before its first start. */
const MOST_ORIGINS = 8;
/** Smallest block of a dm-thin pool, and the unit of larger ones (Documentation/admin-guide/device-mapper/thin-provisioning.rst). */
export const POOL_BLOCK_UNIT = 64 * KiB;

/**
 * The pool of the thin legs on one drive: two logical volumes in the drive's volume group, and a dm-thin pool over them that refuses writes when it is full
 * (`error_if_no_space`). Larger sizes than the node has extend it; it is never made smaller.
 */
export const poolAssignmentSchema = z.strictObject({
  /** absent: removed once it has no thin leg left, as the pool's own records say. Until then the drive waits with `pool-holds-legs`. */
  desired: z.enum(['present', 'absent']),
  /** True until the node reported the pool as `present`; only then may the agent make one. False: a pool that is not there any more is lost. */
  create: z.boolean(),
  dataBytes: z.int().min(1),
  /** At most 16 GiB less 64 KiB of it are used (THIN_METADATA_MAX_SECTORS). */
  metadataBytes: z.int().min(1),
  /** A multiple of POOL_BLOCK_UNIT, at most 1 GiB. Never changes. */
  blockBytes: z.int().min(POOL_BLOCK_UNIT),
});
export type PoolAssignment = z.infer<typeof poolAssignmentSchema>;

/** A leg in the pool of its drive. `sizeBytes` of the leg is what it offers; it takes space as it is written. */
export const thinLegSchema = z.strictObject({
  /**
   * Thin leg in the same pool that it begins as a snapshot of; it has that leg's bytes of the moment, and its length. Null: it begins empty, and reads as zeros.
   * Stays as it is for the life of the leg, also after the origin was deleted.
   */
  originLegId: idSchema.nullable(),
  /**
   * hold: the agent only records the leg in the pool, which takes most of the time, and reports `prepared`. take: it makes it. A snapshot of an attached volume
   * is prepared first, and taken while its client holds the volume frozen.
   */
  order: z.enum(['hold', 'take']),
});
export type ThinLeg = z.infer<typeof thinLegSchema>;

/** Array UUIDs of the volumes that a copy's legs were made from: of a clone, a snapshot, or a volume that was rolled back. */
export const copiedFromSchema = boundedList(idSchema, MOST_ORIGINS);

/**
 * Volumes of this client that are frozen together: the agent suspends their top devices, with their file systems, so that all writes that an application has
 * seen complete are on every leg, and no later one is.
 */
export const freezeOrderSchema = z.strictObject({
  id: idSchema,
  /** All of one client. An attachment is in one order at a time. */
  attachmentIds: boundedList(idSchema, MOST_FROZEN),
  /** hold: begin, and hold. release: let go, and report what came of it. The server removes the order after every attachment reported `released` or `expired`. */
  desired: z.enum(['hold', 'release']),
  /** Longest time from the first suspended device on. After it the devices are resumed, by the agent or, if that is dead, by a process of its own. */
  boundMs: z.int().min(100).max(60_000),
  /** The agent does not begin after this time, by its node's clock. */
  notAfter: z.iso.datetime().max(MAX.moment),
});
export type FreezeOrder = z.infer<typeof freezeOrderSchema>;

/**
 * waiting: not begun. held: all volumes of the order are frozen now. released: they were frozen without interruption from before `held` was reported until after
 * the agent received `release`. expired: they are not frozen, and whatever was copied meanwhile is no snapshot: the bound was over, the agent or its node was
 * restarted, a volume was detached, or the order came too late. The last two are final for the order's id.
 */
export const freezeStates = ['waiting', 'held', 'released', 'expired'] as const;
export type FreezeState = (typeof freezeStates)[number];

const bytesSchema = z.int().min(0);

export const poolStatusSchema = z.strictObject({
  /** It is formatted, and both of its logical volumes are there. */
  present: z.boolean(),
  /** Null: it is not running. */
  mode: z.enum(poolModes).nullable(),
  /** The kernel found its metadata damaged: it stays read-only until somebody has checked it (thin_check(8)). */
  needsCheck: z.boolean(),
  blockBytes: bytesSchema,
  /** What it has for data and metadata, and uses of them; 0 while it is not running. */
  dataBytes: bytesSchema,
  dataUsedBytes: bytesSchema,
  metadataBytes: bytesSchema,
  metadataUsedBytes: bytesSchema,
  /** Thin legs that the pool's own records name, with those being made and being deleted. */
  legs: bytesSchema,
});
export type PoolStatus = z.infer<typeof poolStatusSchema>;

export const thinStatusSchema = z.strictObject({
  /** none: no record of it. prepared: recorded, not made. made: the pool has it; a leg that is made is also `present` and `wiped`. */
  state: z.enum(['none', 'prepared', 'made']),
  /** Bytes of the pool that it uses, with those that it shares with its origin and copies. Null: it is not running. */
  mappedBytes: bytesSchema.nullable(),
});
export type ThinStatus = z.infer<typeof thinStatusSchema>;

export const freezeStatusSchema = z.strictObject({
  /** Of the order. */
  id: idSchema,
  state: z.enum(freezeStates),
  /** Time from before the first device was suspended until after the last one was resumed. Null: it was not held, or still is, or is unknown. */
  heldMs: z.int().min(0).nullable(),
});
export type FreezeStatus = z.infer<typeof freezeStatusSchema>;
