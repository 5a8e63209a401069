import { z } from 'zod';
import { idSchema, nameSchema } from '../identity.js';
import { longList } from './long-list.js';

/*
 * What an agent says about each object of its assignment. Differences, plus a full report on every connect and every few minutes.
 * Counts for fencing, detaching, wiping and removing only with the node's current boot id and a generation not older than the order (S12).
 */

export const processSchema = z.strictObject({
  pid: z.int(),
  command: z.string(),
  /** How it holds the device. */ via: z.enum(['open-file', 'mount', 'swap', 'holder']),
  path: z.string(),
});
export type Process = z.infer<typeof processSchema>;

/** Code of an agent's own problem: its clock and its server's are apart. */
export const CLOCK_OFF = 'clock-off';

/** Code of an object of which the node could read nothing: a command that reads its storage failed or hangs. */
export const HOST_UNREADABLE = 'host-unreadable';
/** Code of a drive, or of a leg on it, that could not be read while the others of its node could. */
export const DRIVE_UNREADABLE = 'drive-unreadable';
/** What such a status observes is unknown, not absent: no decision may rest on it. */
export const isUnread = ({ reason }: { reason: { code: string } | null }): boolean =>
  reason?.code === HOST_UNREADABLE || reason?.code === DRIVE_UNREADABLE;

/** Codes of a leg that was ready before and whose data its target cannot find any more: nothing but an older drive brings it back. */
export const LEG_LOST: readonly string[] = ['leg-lost', 'leg-tag-lost', 'leg-short'];
/** Code of a drive that was in service and came back without its volume group. */
export const DRIVE_LOST = 'drive-lost';

/** Why an object is not done. `message` says what it waits for or what failed, and what to do. */
export const reasonSchema = z.strictObject({
  code: z.string(),
  message: z.string(),
  /** Node waited for, by name, if it is another one. */
  node: nameSchema.optional(),
  command: z.array(z.string()).max(1024).optional(),
  exitCode: z.int().nullable().optional(),
  stderr: z.string().max(8192).optional(),
  processes: z.array(processSchema).max(1024).optional(),
});
export type Reason = z.infer<typeof reasonSchema>;

const base = {
  id: idSchema,
  /** Generation of the assignment this speaks of. */
  generation: z.int(),
  /**
   * done: as desired. working: steps are being run. waiting: cannot proceed by itself, see reason.
   * failed: the last step failed, retried with back-off. refused: will not be done in this generation (a busy device), nothing was changed.
   */
  state: z.enum(['done', 'working', 'waiting', 'failed', 'refused']),
  reason: reasonSchema.nullable(),
};

export const driveStatusSchema = z.strictObject({
  kind: z.literal('drive'),
  ...base,
  observed: z.strictObject({
    present: z.boolean(),
    volumeGroup: z.boolean(),
    sizeBytes: z.int(),
    freeBytes: z.int(),
    largestFreeBytes: z.int(),
    wipedOrderId: idSchema.nullable(),
  }),
});
export const legStatusSchema = z.strictObject({
  kind: z.literal('leg'),
  ...base,
  observed: z.strictObject({
    present: z.boolean(),
    /** Wiped over all of sizeBytes. */
    wiped: z.boolean(),
    open: z.boolean(),
    sizeBytes: z.int(),
    /** False: the LV is there, but the drive under it is gone, or is back under another device that the LV does not use yet. */
    backed: z.boolean().default(true),
  }),
});
export const exportStatusSchema = z.strictObject({
  kind: z.literal('export'),
  ...base,
  observed: z.strictObject({
    /** Any trace left in configfs. */
    present: z.boolean(),
    allowedHosts: z.array(z.string()).max(1024),
    namespaces: z.array(z.strictObject({ nsid: z.int(), legId: idSchema, enabled: z.boolean() })).max(1024),
    portals: z.array(z.strictObject({ address: z.string(), serviceId: z.int(), linked: z.boolean() })).max(1024),
  }),
});
export const pathStatusSchema = z.strictObject({
  legId: idSchema,
  storageNetwork: nameSchema,
  address: z.string(),
  /** State of the controller in sysfs: live, connecting, resetting, deleting …; null: no controller. */
  controllerState: z.string().nullable(),
});
export const memberStatusSchema = z.strictObject({
  legId: idSchema,
  /** md's words: in_sync, faulty, spare, write_error, want_replacement, blocked … */
  flags: z.array(z.string()).max(64),
  slot: z.int().nullable(),
  errors: z.int(),
  badBlocks: z.int(),
  /** Event count in its superblock, as last read; null: not read. Counts compare within one array UUID only. */
  events: z.int().nullable().default(null),
});
export const arrayStatusSchema = z.strictObject({
  uuid: idSchema,
  /** `array_state` in sysfs. */
  state: z.string(),
  degraded: z.int(),
  syncAction: z.string(),
  syncProgressRatio: z.number().nullable(),
  syncSpeedBytesPerSecond: z.number().nullable(),
  members: z.array(memberStatusSchema).max(1024),
});
export const attachmentStatusSchema = z.strictObject({
  kind: z.literal('attachment'),
  ...base,
  observed: z.strictObject({
    /** Any trace left: controller, array or mapping. */
    present: z.boolean(),
    /** `/dev/weft/<name>` is there, of the right size or, while it grows, shorter. */
    available: z.boolean(),
    device: z.string().nullable(),
    open: z.boolean(),
    /** The array carries the assigned UUID on every leg: it was created. */
    arrayCreated: z.boolean(),
    paths: z.array(pathStatusSchema).max(4096),
    array: arrayStatusSchema.nullable(),
    /** What the client's agent does, or waits for, about single legs of a mirror; null reason: nothing. */
    legs: z
      .array(z.strictObject({ legId: idSchema, /** Waits for ever now. */ anchor: z.boolean(), reason: reasonSchema.nullable() }))
      .max(1024)
      .default([]),
  }),
});

export const objectStatusSchema = z.discriminatedUnion('kind', [
  driveStatusSchema,
  legStatusSchema,
  exportStatusSchema,
  attachmentStatusSchema,
]);
export type ObjectStatus = z.infer<typeof objectStatusSchema>;
export type DriveStatus = z.infer<typeof driveStatusSchema>;
export type LegStatus = z.infer<typeof legStatusSchema>;
export type ExportStatus = z.infer<typeof exportStatusSchema>;
export type AttachmentStatus = z.infer<typeof attachmentStatusSchema>;

/** Something of ours on the host that no assignment names. Never removed by an agent on its own. */
export const orphanSchema = z.strictObject({
  kind: z.enum(['volume-group', 'logical-volume', 'subsystem', 'controller', 'array', 'mapping']),
  name: z.string(),
  detail: z.string(),
});
export type Orphan = z.infer<typeof orphanSchema>;

export const reportSchema = z.strictObject({
  bootId: z.string(),
  /** Newest generation that the agent has accepted. */
  generation: z.int(),
  /** Full: objects not listed are unknown to the agent. Otherwise only what changed since the last acknowledged report. */
  full: z.boolean(),
  objects: longList(objectStatusSchema, 20_000),
  orphans: longList(orphanSchema, 10_000).nullable().meta({ description: 'Null: as reported before, or not known.' }),
  /** What is wrong with the agent itself: a damaged ledger, a full disk, a host that cannot be read. Empty or missing: nothing. */
  problems: z.array(reasonSchema).max(50).optional(),
});
export type Report = z.infer<typeof reportSchema>;
