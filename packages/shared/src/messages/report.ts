import { z } from 'zod';
import { idSchema, nameSchema } from '../identity.js';
import { boundedList, MAX, MOST, textSchema } from './bounded.js';
import { heldSchema } from './history.js';
import { longList } from './long-list.js';

/*
 * What an agent says about each object of its assignment. Differences, plus a full report on every connect and every few minutes.
 * Counts for fencing, detaching, wiping and removing only with the node's current boot id and a generation not older than the order (S12).
 */

export const processSchema = z.strictObject({
  pid: z.int(),
  command: textSchema(MAX.processName),
  /** How it holds the device. */ via: z.enum(['open-file', 'mount', 'swap', 'holder']),
  path: textSchema(MAX.path),
});
export type Process = z.infer<typeof processSchema>;

/** Code of an agent's own problem: its clock and its server's are apart. */
export const CLOCK_OFF = 'clock-off';

/** Code of an object of which the node could read nothing: a command that reads its storage failed or hangs. */
export const HOST_UNREADABLE = 'host-unreadable';
/** Codes of an export: a host that is not the client is connected to it; its export was fenced for that. */
export const FOREIGN_HOST_CONNECTED = 'foreign-host';
export const FOREIGN_HOST_FENCED = 'foreign-host-fenced';
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
  code: textSchema(MAX.code),
  message: textSchema(MAX.message),
  /** Node waited for, by name, if it is another one. */
  node: nameSchema.max(32).optional(),
  command: boundedList(textSchema(MAX.argument), MOST.arguments).optional(),
  exitCode: z.int().nullable().optional(),
  stderr: textSchema(MAX.stderr).optional(),
  processes: boundedList(processSchema, MOST.processes).optional(),
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
    allowedHosts: boundedList(textSchema(MAX.nqn), MOST.legs),
    namespaces: boundedList(z.strictObject({ nsid: z.int(), legId: idSchema, enabled: z.boolean() }), MOST.legs),
    portals: boundedList(z.strictObject({ address: textSchema(MAX.ipAddress), serviceId: z.int(), linked: z.boolean() }), MOST.nics),
  }),
});
export const pathStatusSchema = z.strictObject({
  legId: idSchema,
  storageNetwork: nameSchema.max(32),
  address: textSchema(MAX.ipAddress),
  /** State of the controller in sysfs: live, connecting, resetting, deleting …; null: no controller. */
  controllerState: textSchema(MAX.sysfsWord).nullable(),
});
export const memberStatusSchema = z.strictObject({
  legId: idSchema,
  /** md's words: in_sync, faulty, spare, write_error, want_replacement, blocked … */
  flags: boundedList(textSchema(MAX.sysfsWord), MOST.flags),
  slot: z.int().nullable(),
  errors: z.int(),
  badBlocks: z.int(),
  /** Event count in its superblock, as last read; null: not read. Counts compare within one array UUID only. */
  events: z.int().nullable().default(null),
});
export const arrayStatusSchema = z.strictObject({
  uuid: idSchema,
  /** `array_state` in sysfs. */
  state: textSchema(MAX.sysfsWord),
  degraded: z.int(),
  syncAction: textSchema(MAX.sysfsWord),
  syncProgressRatio: z.number().min(0).max(1).nullable(),
  syncSpeedBytesPerSecond: z.number().min(0).max(1e15).nullable(),
  members: boundedList(memberStatusSchema, MOST.legs),
});
export const attachmentStatusSchema = z.strictObject({
  kind: z.literal('attachment'),
  ...base,
  observed: z.strictObject({
    /** Any trace left: controller, array or mapping. */
    present: z.boolean(),
    /** `/dev/weft/<name>` is there, of the right size or, while it grows, shorter. */
    available: z.boolean(),
    device: textSchema(MAX.deviceName).nullable(),
    open: z.boolean(),
    /** The array carries the assigned UUID on every leg: it was created. */
    arrayCreated: z.boolean(),
    paths: boundedList(pathStatusSchema, MOST.paths),
    array: arrayStatusSchema.nullable(),
    /** What the client's agent does, or waits for, about single legs of a mirror; null reason: nothing. */
    legs: boundedList(
      z.strictObject({ legId: idSchema, /** Waits for ever now. */ anchor: z.boolean(), reason: reasonSchema.nullable() }),
      MOST.legs,
    ).default([]),
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
  name: textSchema(MAX.deviceName),
  detail: textSchema(MAX.path),
});
export type Orphan = z.infer<typeof orphanSchema>;

export const reportSchema = z.strictObject({
  bootId: textSchema(MAX.bootId),
  /** Newest generation that the agent has accepted. */
  generation: z.int(),
  /** What it has stored; absent: an agent that does not say. */
  held: heldSchema.optional(),
  /** The agent's facts were lost: id of this loss. Null: they are there; absent: it does not say. */
  lossId: idSchema.nullable().optional(),
  /** Full: objects not listed are unknown to the agent. Otherwise only what changed since the last acknowledged report. */
  full: z.boolean(),
  objects: longList(objectStatusSchema, 20_000),
  orphans: longList(orphanSchema, MOST.orphans).nullable().meta({ description: 'Null: as reported before, or not known.' }),
  /** What is wrong with the agent itself: a damaged ledger, a full disk, a host that cannot be read. Empty or missing: nothing. */
  problems: boundedList(reasonSchema, MOST.problems).optional(),
});
export type Report = z.infer<typeof reportSchema>;
