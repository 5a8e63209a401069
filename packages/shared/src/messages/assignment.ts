import { z } from 'zod';
import { cacheModes } from '../cache/cache-modes.js';
import { idSchema, nameSchema } from '../identity.js';
import { ioLimitsSchema } from '../limits/io-limits.js';
import { DEFAULT_COPIES, MOST_COPIES } from '../mirror-sets.js';
import { wipeMethods } from '../wipe/wipe-method.js';
import { pairKeysSchema } from './authentication.js';
import { boundedList, MAX, MOST, textSchema } from './bounded.js';
import { attachmentEncryptionSchema } from './encryption.js';
import { heldSchema } from './history.js';
import { addressSchema, nqnSchema, nsidSchema, serialSchema, serviceIdSchema } from './nvme.js';
import { scrubOrderSchema } from './scrub.js';
import { tlsAssignmentSchema } from './storage-encryption.js';
import { copiedFromSchema, freezeOrderSchema, poolAssignmentSchema, thinLegSchema } from './thin.js';

/*
 * The desired state of one node. A pure function of the stored world; an agent refuses an older generation than it has.
 * An object to be removed stays listed, with `desired` saying so, until the agent has reported it removed.
 * The agent reports an object on the host that no assignment lists as an orphan, and never touches it (S9).
 * Fields added later have a default: a node restores itself from a ledger that an earlier version wrote (S7).
 */

const boundedNameSchema = nameSchema.max(MAX.name);
const momentSchema = z.iso.datetime().max(MAX.moment);

export const transportSchema = z.enum(['rdma', 'tcp']);
export type Transport = z.infer<typeof transportSchema>;

/** A drive that the node must keep in service (with its own VG on it) or release. */
export const driveAssignmentSchema = z.strictObject({
  driveId: idSchema,
  /** Identity on the host; never a device number. */
  serial: serialSchema,
  nsid: nsidSchema,
  desired: z.enum(['observed', 'in-service', 'released']),
  /**
   * True until the node reported the drive's volume group; only then may the agent create one. False: a drive without its group was replaced or erased.
   * Null: not sent by an older server. The agent then creates none.
   */
  create: z.boolean().nullable().default(null),
  /** A requested wipe, audited, with the serial repeated. The agent wipes once per orderId (S1), and starts only while the terms hold. */
  wipe: z
    .strictObject({
      orderId: idSchema,
      serial: serialSchema,
      /** Absent: zero. Others are sent only to agents that report the drive's `sanitize`. */
      method: z.enum(wipeMethods).optional(),
      /** Null: not sent by an older server. The agent refuses such an order. */
      terms: z
        .strictObject({
          /** The agent refuses to start after this time, by its node's clock. */
          notAfter: momentSchema,
          /** The agent refuses under any other boot of its node. */
          bootId: textSchema(MAX.bootId),
          /** Identity of the drive when a person ordered the wipe. */
          model: textSchema(MAX.driveModel),
          sizeBytes: z.int(),
          wwid: textSchema(MAX.wwid).nullable(),
          /** Id of the Weft drive whose volume group is on this drive; the wipe destroys that group too. Null: none. */
          weftDriveId: idSchema.nullable(),
        })
        .nullable()
        .default(null),
    })
    .nullable(),
  /** The pool of its thin legs. Absent: none is assigned; one that is there is not touched. */
  pool: poolAssignmentSchema.optional(),
});
export type DriveAssignment = z.infer<typeof driveAssignmentSchema>;

export const legAssignmentSchema = z.strictObject({
  legId: idSchema,
  volumeId: idSchema,
  driveId: idSchema,
  sizeBytes: z.int(),
  desired: z.enum(['present', 'absent']),
  /**
   * Bytes of the leg that were once reported ready (present and zeroed). They may hold data, so they are never created or zeroed again. 0: a new leg.
   * Null: not sent by an older server. The agent then assumes that all of the leg was ready: it creates and zeroes nothing.
   */
  readyBytes: z.int().min(0).nullable().default(null),
  /** Its cache on a drive of the same target that is in service as a cache. Absent: none. */
  cache: z
    .strictObject({
      driveId: idSchema,
      mode: z.enum(cacheModes),
      /** Of the logical volume that holds the cached blocks. */
      dataBytes: z.int().min(1),
      metadataBytes: z.int().min(1),
      /** A multiple of 32 KiB (Documentation/admin-guide/device-mapper/cache.rst). */
      blockBytes: z.int().min(1),
    })
    .optional(),
  /** It is in the pool of its drive, and has no cache. Absent: it has a logical volume of its own. Never changes. */
  thin: thinLegSchema.optional(),
  /** It lies on dm-integrity, which takes some of `sizeBytes`. Absent: it does not. Never changes. Sent only to agents that can (`capabilities.integrity`). */
  integrity: z.strictObject({ /** What it offers to its clients. */ offeredBytes: z.int().min(1) }).optional(),
  /**
   * Other legs hold the same data, so a client can get back what this one lost (docs/decisions/incarnations.md). Sent of thin legs and of legs with a cache,
   * and only to agents that know incarnations (`capabilities.incarnations`).
   */
  mirrored: z.literal(true).optional(),
});
export type LegAssignment = z.infer<typeof legAssignmentSchema>;

/** One subsystem: the legs of one volume on this target, for one attachment and one allowed host. */
const attachmentModeSchema = z.enum(['exclusive', 'shared', 'readonly']);

/**
 * Order of the attachments of one volume: a later attachment has a higher number (milliseconds since 1970, raised if clocks disagree). An agent that has
 * served a later, excluding attachment refuses an earlier one, so an assignment from a restored database cannot bring back an earlier client.
 * 0: not sent by an older server, and not compared.
 */
const tenureSchema = z.int().min(0).default(0);

export const exportAssignmentSchema = z.strictObject({
  attachmentId: idSchema,
  volumeId: idSchema,
  volumeName: boundedNameSchema,
  /** Legs of an exclusive volume are enabled for at most one host. Null: not sent by an older server. */
  mode: attachmentModeSchema.nullable().default(null),
  /** Rises with every new attachment of the volume (`tenureSchema`). */
  tenure: tenureSchema,
  epoch: z.int(),
  subsystemNqn: nqnSchema,
  /** At most 20 characters (NVM Express: the Serial Number field). Never changes. */
  serial: serialSchema,
  hostNqn: nqnSchema,
  transport: transportSchema,
  /** TCP port number, or RDMA CM service id; each subsystem has its own on this node. */
  serviceId: serviceIdSchema,
  /** Each portal is one nvmet port. */
  portals: boundedList(
    z.strictObject({
      storageNetwork: boundedNameSchema,
      address: addressSchema,
      /** The client's own address on that network; only this address may connect. Null: not sent by an older server. */
      hostAddress: addressSchema.nullable().default(null),
    }),
    MOST.nics,
  ),
  namespaces: boundedList(z.strictObject({ nsid: nsidSchema, legId: idSchema }), MOST.legs),
  /** The target fences this export permanently when a host reads or writes it from another address (cluster setting `fenceForeignConnections`). */
  fenceForeign: z.boolean().default(false),
  /** Keys that the target requires of this host. Absent: it does not authenticate hosts, or an older server sent it. */
  authentication: pairKeysSchema.optional(),
  /** Its ports take only connections with TLS and this key. Absent: its ports are plain, or an older server sent it. */
  tls: tlsAssignmentSchema.optional(),
  desired: z.enum(['exported', 'absent']),
});
export type ExportAssignment = z.infer<typeof exportAssignmentSchema>;

export const pathAssignmentSchema = z.strictObject({
  storageNetwork: boundedNameSchema,
  transport: transportSchema,
  /** The target's portal. */
  address: addressSchema,
  serviceId: serviceIdSchema,
  /** The client's own address on that network. */
  hostAddress: addressSchema,
  /** The path is encrypted with this key. Absent: the client connects without TLS. */
  tls: tlsAssignmentSchema.optional(),
});
export type PathAssignment = z.infer<typeof pathAssignmentSchema>;

export const attachedLegSchema = z.strictObject({
  legId: idSchema,
  /** Dm stripe number, position in the concatenation, or place in a mirror: the legs copies·i to copies·i + copies - 1 form one mirror set. */
  index: z.int(),
  /**
   * member: the leg of its index. joining: a new leg that will replace it; md resyncs it. leaving: the leg that the joining one replaces, a source of the
   * resync while it is readable; it leaves the array once the joining leg is in sync. An index has at most one joining leg, beside a member or leaving one.
   */
  role: z.enum(['member', 'joining', 'leaving']).default('member'),
  nodeId: idSchema,
  nodeName: boundedNameSchema,
  subsystemNqn: nqnSchema,
  nsid: nsidSchema,
  /** Bytes of the LV. */
  sizeBytes: z.int(),
  /** Bytes of user data that it contributes (without the md data offset, before rounding). */
  dataBytes: z.int(),
  /** In sync at the last durable report: a mirror starts without an administrator only with every such leg (S11). */
  inSync: z.boolean(),
  /** Preferred anchor of its mirror set: its I/O blocks until a path returns, not fails. The client's agent moves the anchor as paths and members fail. */
  anchor: z.boolean(),
  /** Seconds until a leg without a path fails, unless it is the anchor; -1: never (no redundancy). For `fast_io_fail_tmo` of its controllers. */
  fastIoFailSeconds: z.int(),
  paths: boundedList(pathAssignmentSchema, MOST.nics),
  /** Keys that the client connects with. Absent: it connects without authentication. */
  authentication: pairKeysSchema.optional(),
});
export type AttachedLeg = z.infer<typeof attachedLegSchema>;

export const arrayAssignmentSchema = z.strictObject({
  /** Chosen by the server; new in each epoch. */
  uuid: idSchema,
  level: z.enum(['raid1', 'raid10']),
  /** Halves of each mirror set. Absent: 2. Sent only to agents that can handle so many (`capabilities.copies`). */
  copies: z.int().min(DEFAULT_COPIES).max(MOST_COPIES).optional(),
  /** True until the first report that the array was created. `mdadm --create` may run only while this is true. */
  create: z.boolean(),
  dataOffsetBytes: z.int(),
  bitmapChunkBytes: z.int().nullable(),
  /**
   * UUID of the previous epoch, after an administrator accepted a loss: until the array is reported under `uuid`, the agent assembles legs that carry this
   * UUID with `--run --update=uuid`. Null otherwise; then a leg with any other UUID is foreign.
   */
  previousUuid: idSchema.nullable().default(null),
  /**
   * The legs are copies of legs of arrays with these UUIDs: until the array is reported under `uuid`, the agent gives each leg that carries one of them the new
   * UUID, also in a read-only attachment, and only when all legs are there. An array that runs under one of them on this node is another volume's.
   * The server sends it to one attachment of the copy at a time, whose tenure is later than that of each attachment of the origins. Absent: no copy.
   */
  copiedFrom: copiedFromSchema.optional(),
  /** Bounds of the rebuild rate, bytes per second and leg (`sync_speed_min`, `sync_speed_max`: lost when the array stops); null: the kernel's. */
  syncSpeed: z.strictObject({ minBytesPerSecond: z.int(), maxBytesPerSecond: z.int() }).nullable().default(null),
  /** Absent: none, and a scrub of Weft's that still runs has to end. */
  scrub: scrubOrderSchema.optional(),
});

/** Most freeze orders of one node at a time. */
const MOST_FREEZES = 64;

/** A volume that this node must make available as `/dev/weft/<volumeName>`, or dismantle. */
export const attachmentAssignmentSchema = z.strictObject({
  attachmentId: idSchema,
  volumeId: idSchema,
  volumeName: boundedNameSchema,
  mode: attachmentModeSchema,
  tenure: tenureSchema,
  desired: z.enum(['attached', 'detached']),
  /**
   * Set when the volume was force-detached from this client: the reason, for people. Targets have fenced its legs, or will fence them after the client has
   * released it. The agent removes the remains here without asking. If processes still hold the device, it waits and names them.
   */
  revoked: textSchema(MAX.note).nullable().default(null),
  /** Attach only while the node runs under this boot id (re-attach after a restart is off); null: under any boot id. */
  onlyBootId: textSchema(MAX.bootId).nullable(),
  protection: z.enum(['concatenated', 'raid0', 'raid1', 'raid10']),
  /** Exact bytes of the top device. */
  sizeBytes: z.int(),
  /** Chunk size of raid0 and raid10; other protections ignore it. */
  stripeSizeBytes: z.int(),
  epoch: z.int(),
  /** Null for raid0 and concatenated. */
  array: arrayAssignmentSchema.nullable(),
  /** The client encrypts what it writes with this key. Absent: not encrypted. Sent only to agents that can (`capabilities.encryption`). */
  encryption: attachmentEncryptionSchema.optional(),
  /** Limits of each slice of the client. Absent: none. Sent only to agents that know them (`capabilities.ioLimits`). */
  limits: ioLimitsSchema.optional(),
  legs: boundedList(attachedLegSchema, MOST.legs),
});
export type AttachmentAssignment = z.infer<typeof attachmentAssignmentSchema>;

export const connectSettingsSchema = z.strictObject({
  keepAliveSeconds: z.int(),
  reconnectDelaySeconds: z.int(),
  maxIoQueues: z.int(),
  ioPolicy: z.enum(['numa', 'round-robin', 'queue-depth']),
});

export const assignmentContentSchema = z.strictObject({
  hostNqn: nqnSchema,
  hostId: idSchema,
  connect: connectSettingsSchema,
  drives: boundedList(driveAssignmentSchema, MOST.drives),
  legs: boundedList(legAssignmentSchema, MOST.objects),
  exports: boundedList(exportAssignmentSchema, MOST.objects),
  attachments: boundedList(attachmentAssignmentSchema, MOST.objects),
  /** Volumes to freeze for a snapshot. Absent: none. */
  freezes: boundedList(freezeOrderSchema, MOST_FREEZES).optional(),
});
export type AssignmentContent = z.infer<typeof assignmentContentSchema>;

export const assignmentSchema = z.strictObject({
  clusterId: idSchema,
  nodeId: idSchema,
  generation: z.int(),
  /** SHA-256 of the content in canonical JSON. The generation rises when it changes. */
  hash: textSchema(MAX.hash),
  /** History id of the database behind this assignment (S14). Null: from a server that does not know histories. */
  historyId: idSchema.nullable().default(null),
  /** Assignments offered to this node since the last acknowledged one, inclusive. The agent follows the database only if it holds one of these. */
  known: boundedList(heldSchema, MOST.known).default([]),
  /** The node acknowledged an assignment once: if it has nothing stored now, it lost its memory. */
  acknowledged: z.boolean().default(false),
  /** Id of the memory loss of the agent that an administrator accepted; covers no other loss. */
  acceptedLossId: idSchema.nullable().default(null),
  content: assignmentContentSchema,
});
export type Assignment = z.infer<typeof assignmentSchema>;

/** History fields of an assignment without a database: a rehearsal, an example. */
export const NO_HISTORY = { historyId: null, known: [], acknowledged: false, acceptedLossId: null } satisfies Partial<Assignment>;
