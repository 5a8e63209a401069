import { z } from 'zod';
import { cacheModes } from '../cache/cache-modes.js';
import { idSchema, nameSchema } from '../identity.js';
import { ioLimitsSchema } from '../limits/io-limits.js';
import { messageReferenceKinds } from '../text/message.js';
import { eraseActions } from '../wipe/wipe-method.js';
import { observedKeysSchema } from './authentication.js';
import { boundedList, boundedRecord, MAX, MOST, textSchema } from './bounded.js';
import { heldSchema } from './history.js';
import { longList } from './long-list.js';
import { observedTlsKeySchema } from './storage-encryption.js';
import { freezeStatusSchema, poolStatusSchema, thinStatusSchema } from './thin.js';

/*
 * An agent's report on each object of its assignment: changes only, plus a full report on every connect and every few minutes.
 * For fencing, detaching, wiping and removing, a report counts only with the node's current boot id and a generation not older than the order (S12).
 */

export const processSchema = z.strictObject({
  pid: z.int(),
  command: textSchema(MAX.processName),
  /** How the process holds the device. */ via: z.enum(['open-file', 'mount', 'swap', 'holder']),
  path: textSchema(MAX.path),
});
export type Process = z.infer<typeof processSchema>;

/** Code of an agent's problem: its clock and its server's clock differ. */
export const CLOCK_OFF = 'clock-off';

/** Code of an agent's problem: it is set to collect latency by direction and cannot. Nothing else depends on it. */
export const LATENCY_BY_DIRECTION_UNAVAILABLE = 'latency-by-direction-unavailable';

/** Code of an object that the node could not read: a command that reads its storage failed or hangs. */
export const HOST_UNREADABLE = 'host-unreadable';
/** Codes of an export: a foreign host (not the client) is connected to it; the target fenced the export because of that. */
export const FOREIGN_HOST_CONNECTED = 'foreign-host';
export const FOREIGN_HOST_FENCED = 'foreign-host-fenced';
/** Code of a drive, or of a leg on it, that could not be read while other drives of its node could. */
export const DRIVE_UNREADABLE = 'drive-unreadable';
/** Code of a drive that carries out a sanitize and does not return its log now. */
export const SANITIZE_UNREAD = 'sanitize-unread';
/** Such a status is unknown, not absent: no decision may rest on it. */
export const isUnread = ({ reason }: { reason: { code: string } | null }): boolean =>
  reason?.code === HOST_UNREADABLE || reason?.code === DRIVE_UNREADABLE || reason?.code === SANITIZE_UNREAD;

/** Codes of a leg that was ready before, and whose data its target no longer finds: only an older drive can bring it back. */
export const LEG_LOST: readonly string[] = [
  'leg-lost',
  'leg-tag-lost',
  'leg-short',
  'thin-lost',
  'thin-unknown',
  'integrity-lost',
  'integrity-unmarked',
];
/** Code of a drive that was in service and returned without its volume group. */
export const DRIVE_LOST = 'drive-lost';

const paramSchema = z.union([
  textSchema(MAX.paramText),
  z
    .number()
    .min(-(2 ** 53))
    .max(2 ** 53),
  z.boolean(),
  z.strictObject({ kind: z.enum(messageReferenceKinds), id: idSchema, name: textSchema(MAX.paramText) }),
]);

/** Data of a reason: texts, numbers, references, and lists of these. No other nesting, so their size has a bound. */
export const reasonParamsSchema = boundedRecord(
  textSchema(MAX.paramName).regex(/^[a-z][A-Za-z]*$/),
  z.union([paramSchema, boundedList(paramSchema, MOST.paramItems)]),
  MOST.params,
);
export type ReasonParams = z.infer<typeof reasonParamsSchema>;

/** Why an object is not done. `message` names the blocker or the failure, and the remedy. */
export const reasonSchema = z.strictObject({
  code: textSchema(MAX.code),
  /** What the message is made of, by the agents' part of docs/messages.md. Absent: an older agent, or data over the bounds. */
  params: reasonParamsSchema.optional(),
  message: textSchema(MAX.message),
  /** The node that blocks it, by name, if it is another one. */
  node: nameSchema.max(MAX.name).optional(),
  command: boundedList(textSchema(MAX.argument), MOST.arguments).optional(),
  exitCode: z.int().nullable().optional(),
  stderr: textSchema(MAX.stderr).optional(),
  processes: boundedList(processSchema, MOST.processes).optional(),
});
export type Reason = z.infer<typeof reasonSchema>;

const base = {
  id: idSchema,
  /** Generation of the assignment that this status refers to. */
  generation: z.int(),
  /**
   * done: as desired. working: running steps. waiting: blocked, see reason. failed: the last step failed, and is retried with back-off.
   * refused: will not be done in this generation (a busy device); nothing was changed.
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
    sizeBytes: z.int().min(0),
    freeBytes: z.int().min(0),
    largestFreeBytes: z.int().min(0),
    wipedOrderId: idSchema.nullable(),
    /** The present wipe order, once its wipe may have begun; null: it waits. Absent: an earlier agent, which does not distinguish them. */
    begunOrderId: idSchema.nullable().optional(),
    /** The present wipe order has begun, or was carried out, by a sanitize. Absent: by zeros, or it has not begun. */
    sanitize: z
      .strictObject({
        /** Null: the drive has not accepted the command yet. */
        action: z.enum(eraseActions).nullable(),
        /** Null: the drive is not sanitizing itself now. */
        progressRatio: z.number().min(0).max(1).nullable(),
      })
      .optional(),
    /** The pool of its thin legs. Absent: none is assigned or there. */
    pool: poolStatusSchema.optional(),
  }),
});
export const legStatusSchema = z.strictObject({
  kind: z.literal('leg'),
  ...base,
  observed: z.strictObject({
    present: z.boolean(),
    /** All of sizeBytes is wiped. */
    wiped: z.boolean(),
    open: z.boolean(),
    sizeBytes: z.int().min(0),
    /** False: the LV exists, but its drive is gone, or has returned as another device that the LV does not use yet. */
    backed: z.boolean().default(true),
    /** Its cache, as the kernel has it; how full it is, samples tell. Absent: there is none. */
    cache: z
      .strictObject({
        /** False: the leg is used without it. */
        inUse: z.boolean(),
        /** It lost its drive: flushes, and I/O of blocks that it holds, end with errors. */
        failed: z.boolean(),
        /** Null: it failed, or is not running. */
        mode: z.enum(cacheModes).nullable(),
      })
      .optional(),
    /** Absent: it is no thin leg. */
    thin: thinStatusSchema.optional(),
    /** dm-integrity under it. Absent: it has none, or that is not running. */
    integrity: z
      .strictObject({
        /** Reads whose checksum was wrong, since the device was made: at the target's boot, or when the leg's drive came back. */
        checksumErrors: z.int().min(0),
        /** Bytes of the leg from its start whose checksums are computed; what lies behind is not verified yet. Null: all are. */
        coveredBytes: z.int().min(0).nullable(),
      })
      .optional(),
  }),
});
export const exportStatusSchema = z.strictObject({
  kind: z.literal('export'),
  ...base,
  observed: z.strictObject({
    /** True while configfs contains any trace of it. */
    present: z.boolean(),
    allowedHosts: boundedList(textSchema(MAX.nqn), MOST.legs),
    namespaces: boundedList(z.strictObject({ nsid: z.int(), legId: idSchema, enabled: z.boolean() }), MOST.legs),
    portals: boundedList(
      z.strictObject({ address: textSchema(MAX.ipAddress), serviceId: z.int(), linked: z.boolean(), tls: z.boolean().optional() }),
      MOST.nics,
    ),
    /** Keys that the kernel requires of the assigned host. Absent: no authentication is assigned. */
    keys: observedKeysSchema.optional(),
    /** Key of the export in the kernel's keyring. Absent: no TLS is assigned. */
    tlsKeyId: observedTlsKeySchema.optional(),
  }),
});
export const pathStatusSchema = z.strictObject({
  legId: idSchema,
  storageNetwork: nameSchema.max(MAX.name),
  address: textSchema(MAX.ipAddress),
  /** State of the controller in sysfs: live, connecting, resetting, deleting …; null: no controller. */
  controllerState: textSchema(MAX.sysfsWord).nullable(),
  /** Keys that the controller was connected with. Absent: no controller, or no authentication is assigned. */
  keys: observedKeysSchema.optional(),
  /** Its connections are encrypted. Absent: no controller, or neither TLS is assigned nor used. */
  tls: z.boolean().optional(),
});
export const memberStatusSchema = z.strictObject({
  legId: idSchema,
  /** md's flags: in_sync, faulty, spare, write_error, want_replacement, blocked … */
  flags: boundedList(textSchema(MAX.sysfsWord), MOST.flags),
  slot: z.int().nullable(),
  errors: z.int(),
  badBlocks: z.int(),
  /** Event count in the leg's superblock, as last read; null: not read. Counts compare only within one array UUID. */
  events: z.int().nullable().default(null),
});
/** Progress of the assigned scrub. Which half was wrong, the targets of legs with checksums report (`integrity`). */
export const scrubStatusSchema = z.strictObject({
  /** Of the order. */
  orderedAt: z.iso.datetime().max(MAX.moment),
  /** waiting: not begun. paused: it goes on where it was. done: all of the array was compared. */
  state: z.enum(['waiting', 'running', 'paused', 'done']),
  checkedBytes: z.int().min(0),
  totalBytes: z.int().min(0),
  /** As md counts (`mismatch_cnt`): each range in which the halves differ, in full. */
  mismatchBytes: z.int().min(0),
  /** Why it does not run now. */
  reason: reasonSchema.nullable(),
});
export type ScrubStatus = z.infer<typeof scrubStatusSchema>;
export const arrayStatusSchema = z.strictObject({
  uuid: idSchema,
  /** `array_state` in sysfs. */
  state: textSchema(MAX.sysfsWord),
  degraded: z.int(),
  syncAction: textSchema(MAX.sysfsWord),
  syncProgressRatio: z.number().min(0).max(1).nullable(),
  syncSpeedBytesPerSecond: z.number().min(0).max(1e15).nullable(),
  members: boundedList(memberStatusSchema, MOST.legs),
  /** Absent: none is assigned. */
  scrub: scrubStatusSchema.optional(),
});
/** Whether an array takes I/O: `inactive` and `clear` do not, for example after an assembly that did not start it (Documentation/admin-guide/md.rst). */
export const isStarted = ({ state }: { state: string }): boolean => state !== 'inactive' && state !== 'clear';
/** Name of a cgroup: NAME_MAX of the kernel. */
export const sliceNameSchema = textSchema(MAX.hostname + 2);

/** Another program changed the values of a slice; the agent set them again. */
export const overwrittenSchema = z.strictObject({ slice: sliceNameSchema, at: z.iso.datetime().max(MAX.moment) });

/** What is in force at a client: the same values in each of the slices. */
export const limitsInForceSchema = z.strictObject({
  /** Null: none. */
  values: ioLimitsSchema.nullable(),
  slices: boundedList(sliceNameSchema, MOST.slices),
  /** The last time. Null: never since these limits were ordered. */
  overwritten: overwrittenSchema.nullable(),
});
export type LimitsInForce = z.infer<typeof limitsInForceSchema>;

export const attachmentStatusSchema = z.strictObject({
  kind: z.literal('attachment'),
  ...base,
  observed: z.strictObject({
    /** True while any trace is left: controller, array or mapping. */
    present: z.boolean(),
    /** `/dev/weft/<name>` exists with the right size or, during a growth, a smaller one. */
    available: z.boolean(),
    device: textSchema(MAX.deviceName).nullable(),
    open: z.boolean(),
    /** The array carries the assigned UUID on every leg, so it was created. */
    arrayCreated: z.boolean(),
    paths: boundedList(pathStatusSchema, MOST.paths),
    array: arrayStatusSchema.nullable(),
    /** Actions or blockers of the client's agent for single legs of a mirror; null reason: none. */
    legs: boundedList(
      z.strictObject({
        legId: idSchema,
        /** Its I/O now blocks until a path returns. */ anchor: z.boolean(),
        reason: reasonSchema.nullable(),
      }),
      MOST.legs,
    ).default([]),
    /** `reason`: why they are not as assigned. Absent: none are assigned or left, or an earlier agent. */
    limits: limitsInForceSchema.extend({ reason: reasonSchema.nullable() }).optional(),
    /** Of the freeze order that names the attachment, with why it has not begun or has expired. Absent: none does. */
    freeze: freezeStatusSchema.extend({ reason: reasonSchema.nullable() }).optional(),
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

/** Kinds of objects of Weft on a host. */
export const hostObjectKinds = ['volume-group', 'logical-volume', 'subsystem', 'port', 'controller', 'array', 'mapping'] as const;

/** An object of Weft on the host that no assignment lists. An agent never removes it on its own. Absent fields: an earlier agent, or unknown. */
export const orphanSchema = z.strictObject({
  kind: z.enum(hostObjectKinds),
  name: textSchema(MAX.deviceName),
  detail: textSchema(MAX.path),
  identity: textSchema(MAX.path)
    .optional()
    .meta({ description: 'Distinguishes the object from a later one of the same name: UUID of LVM, md or dm; NQN and addresses.' }),
  sizeBytes: z.int().min(0).optional(),
  inUse: z.boolean().optional().meta({ description: 'Open, connected, or enabled for a host.' }),
  mayHoldData: z.boolean().optional().meta({ description: 'False: it holds no bytes of a volume.' }),
  volumeId: idSchema.optional().meta({ description: 'Volume that its LVM tag or its name states.' }),
  attachmentId: idSchema.optional().meta({ description: 'Attachment that its NQN states.' }),
});
export type Orphan = z.infer<typeof orphanSchema>;

export const reportSchema = z.strictObject({
  bootId: textSchema(MAX.bootId),
  /** Newest generation that the agent accepted. */
  generation: z.int(),
  /** The stored assignment; absent: an agent that does not send it. */
  held: heldSchema.optional(),
  /** Id of a loss of the agent's facts. Null: the facts are present; absent: not sent. */
  lossId: idSchema.nullable().optional(),
  /** True: the agent does not know unlisted objects. False: the report contains only changes since the last acknowledged report. */
  full: z.boolean(),
  objects: longList(objectStatusSchema, MOST.objects),
  orphans: longList(orphanSchema, MOST.orphans).nullable().meta({ description: 'Null: unchanged since the last report, or unknown.' }),
  /** Problems of the agent itself: a damaged ledger, a full disk, an unreadable host. Empty or missing: none. */
  problems: boundedList(reasonSchema, MOST.problems).optional(),
});
export type Report = z.infer<typeof reportSchema>;
