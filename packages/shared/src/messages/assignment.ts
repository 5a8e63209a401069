import { z } from 'zod';
import { idSchema, nameSchema } from '../identity.js';
import { addressSchema, nqnSchema, nsidSchema, serialSchema, serviceIdSchema } from '../nvme.js';
import { heldSchema } from './history.js';

/*
 * What one node must do. A pure function of the stored world; an agent refuses an older generation than it has.
 * Objects that must go away stay listed with `desired` saying so until the agent has reported them gone.
 * An object on the host that no assignment lists is reported as an orphan and never touched (S9).
 * Fields that came later have a default: a node restores itself from a ledger that an earlier version wrote (S7).
 */

export const transportSchema = z.enum(['rdma', 'tcp']);
export type Transport = z.infer<typeof transportSchema>;

/** A drive the node must hold in service (a VG of its own on it) or give back. */
export const driveAssignmentSchema = z.strictObject({
  driveId: idSchema,
  /** Identity on the host: never a device number. */
  serial: serialSchema,
  nsid: nsidSchema,
  desired: z.enum(['observed', 'in-service', 'released']),
  /**
   * True until its volume group was reported: only then may one be made on it. False: a drive without its group was replaced or erased.
   * Null: the server that wrote this did not say (older version). The agent then makes none.
   */
  create: z.boolean().nullable().default(null),
  /** A wipe somebody asked for, audited; the serial is repeated. Done once per orderId (S1), and begun only while its terms hold. */
  wipe: z
    .strictObject({
      orderId: idSchema,
      serial: serialSchema,
      /** Null: the server that wrote this did not say (older version). Such an order is refused. */
      terms: z
        .strictObject({
          /** The agent refuses to begin later than this, by the clock of its node. */
          notAfter: z.iso.datetime(),
          /** The agent refuses under any other boot of its node. */
          bootId: z.string(),
          /** What the drive was when a person ordered the wipe. */
          model: z.string(),
          sizeBytes: z.int(),
          wwid: z.string().nullable(),
          /** Id of the Weft drive whose volume group it carries, which the order destroys with it; null: none. */
          weftDriveId: idSchema.nullable(),
        })
        .nullable()
        .default(null),
    })
    .nullable(),
});
export type DriveAssignment = z.infer<typeof driveAssignmentSchema>;

export const legAssignmentSchema = z.strictObject({
  legId: idSchema,
  volumeId: idSchema,
  driveId: idSchema,
  sizeBytes: z.int(),
  desired: z.enum(['present', 'absent']),
  /**
   * Bytes of the leg that were once reported ready (there and zeroed): they may hold data, so they are never made or zeroed again. 0: the leg is new.
   * Null: the server that wrote this did not say (older version). The agent then takes all of it for ready before: it makes and zeroes nothing.
   */
  readyBytes: z.int().min(0).nullable().default(null),
});
export type LegAssignment = z.infer<typeof legAssignmentSchema>;

/** One subsystem: the legs of one volume on this target for one attachment, one allowed host. */
const attachmentModeSchema = z.enum(['exclusive', 'shared', 'readonly']);

/**
 * Order of the attachments of one volume: a later attachment has a higher number (milliseconds since 1970, raised where clocks disagree). Agents
 * refuse an attachment after they have served a later one that excludes it, so an assignment from a restored database cannot bring back an earlier client.
 * 0: from a server that does not send it yet, and not compared.
 */
const tenureSchema = z.int().min(0).default(0);

export const exportAssignmentSchema = z.strictObject({
  attachmentId: idSchema,
  volumeId: idSchema,
  volumeName: nameSchema,
  /** Legs of an exclusive volume are enabled for one host at most. Null: from a server that does not send it yet. */
  mode: attachmentModeSchema.nullable().default(null),
  /** Rises with every new attachment of the volume (`tenureSchema`). */
  tenure: tenureSchema,
  epoch: z.int(),
  subsystemNqn: nqnSchema,
  /** At most 20 characters (NVM Express: the Serial Number field), the same for ever. */
  serial: serialSchema,
  hostNqn: nqnSchema,
  transport: transportSchema,
  /** TCP port number, or the RDMA CM service id; the subsystem's own on this node. */
  serviceId: serviceIdSchema,
  /** One nvmet port each. */
  portals: z.array(
    z.strictObject({
      storageNetwork: nameSchema,
      address: addressSchema,
      /** The client's own address on that network, the only one that may connect. Null: from a server that does not send it yet. */
      hostAddress: addressSchema.nullable().default(null),
    }),
  ),
  namespaces: z.array(z.strictObject({ nsid: nsidSchema, legId: idSchema })),
  /** The target fences this export, for good, when a host reads or writes it from another address (cluster setting `fenceForeignConnections`). */
  fenceForeign: z.boolean().default(false),
  desired: z.enum(['exported', 'absent']),
});
export type ExportAssignment = z.infer<typeof exportAssignmentSchema>;

export const pathAssignmentSchema = z.strictObject({
  storageNetwork: nameSchema,
  transport: transportSchema,
  /** The target's portal. */
  address: addressSchema,
  serviceId: serviceIdSchema,
  /** The client's own address on that network. */
  hostAddress: addressSchema,
});
export type PathAssignment = z.infer<typeof pathAssignmentSchema>;

export const attachedLegSchema = z.strictObject({
  legId: idSchema,
  /** md role, dm stripe number or place in the concatenation; roles 2i and 2i+1 are one mirror. */
  index: z.int(),
  /**
   * member: the leg of its index. joining: a fresh leg that is to take this index over; md copies onto it. leaving: the leg it takes over from,
   * a source of the copy for as long as it can be read, out of the array once the joining one is in sync. At most one of joining beside a member or leaving one.
   */
  role: z.enum(['member', 'joining', 'leaving']).default('member'),
  nodeId: idSchema,
  nodeName: nameSchema,
  subsystemNqn: nqnSchema,
  nsid: nsidSchema,
  /** Bytes of the LV. */
  sizeBytes: z.int(),
  /** Bytes of user data it contributes (without the md data offset, before rounding). */
  dataBytes: z.int(),
  /** In sync at the last durable report: a mirror starts by itself only with every such leg (S11). */
  inSync: z.boolean(),
  /** Preferred as the leg of its mirror set that waits for ever instead of failing. The client's agent moves the anchor as paths and members fail. */
  anchor: z.boolean(),
  /** Seconds until a leg without a path fails, where it is not the anchor; -1: never (no redundancy). For `fast_io_fail_tmo` of its controllers. */
  fastIoFailSeconds: z.int(),
  paths: z.array(pathAssignmentSchema),
});
export type AttachedLeg = z.infer<typeof attachedLegSchema>;

export const arrayAssignmentSchema = z.strictObject({
  /** Chosen by the server; a new one with each epoch. */
  uuid: idSchema,
  level: z.enum(['raid1', 'raid10']),
  /** True until the first report that the array was created: only then may `mdadm --create` run. */
  create: z.boolean(),
  dataOffsetBytes: z.int(),
  bitmapChunkBytes: z.int().nullable(),
  /**
   * UUID of the epoch before, after an administrator accepted a loss: until the array is reported under `uuid`, legs that carry this one are assembled with
   * `--run --update=uuid`. Null otherwise; then a leg with any other UUID is foreign.
   */
  previousUuid: idSchema.nullable().default(null),
  /** Bounds of a rebuild's rate, bytes per second and leg (`sync_speed_min`, `sync_speed_max`: lost whenever the array stops); null: the kernel's. */
  syncSpeed: z.strictObject({ minBytesPerSecond: z.int(), maxBytesPerSecond: z.int() }).nullable().default(null),
});

/** A volume this node must make available as `/dev/weft/<volumeName>`, or take apart. */
export const attachmentAssignmentSchema = z.strictObject({
  attachmentId: idSchema,
  volumeId: idSchema,
  volumeName: nameSchema,
  mode: attachmentModeSchema,
  tenure: tenureSchema,
  desired: z.enum(['attached', 'detached']),
  /**
   * Set when the volume was taken away from this client by force: why, for people. Its legs are fenced at their targets, or will be when it has let go. What is
   * left here is taken apart without asking; what still holds the device is waited for by name.
   */
  revoked: z.string().max(1024).nullable().default(null),
  /** Attach only while the node runs under this boot id (re-attach after a restart is off); null: under any. */
  onlyBootId: z.string().max(64).nullable(),
  protection: z.enum(['concatenated', 'raid0', 'raid1', 'raid10']),
  /** Exact bytes of the top device. */
  sizeBytes: z.int(),
  /** Chunk of raid0 and raid10; ignored for the others. */
  stripeSizeBytes: z.int(),
  epoch: z.int(),
  /** Null for raid0 and concatenated. */
  array: arrayAssignmentSchema.nullable(),
  legs: z.array(attachedLegSchema),
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
  drives: z.array(driveAssignmentSchema),
  legs: z.array(legAssignmentSchema),
  exports: z.array(exportAssignmentSchema),
  attachments: z.array(attachmentAssignmentSchema),
});
export type AssignmentContent = z.infer<typeof assignmentContentSchema>;

export const assignmentSchema = z.strictObject({
  clusterId: idSchema,
  nodeId: idSchema,
  generation: z.int(),
  /** SHA-256 of the content in canonical JSON: decides whether the generation rises. */
  hash: z.string().max(128),
  /** Of the database that it comes from (S14). Null: of a server that does not know histories. */
  historyId: idSchema.nullable().default(null),
  /** What the database offered to this node since its last acknowledgement, that one included: the agent follows it only if it holds one of these. */
  known: z.array(heldSchema).max(256).default([]),
  /** The node acknowledged an assignment once: if it has nothing stored now, its memory was lost. */
  acknowledged: z.boolean().default(false),
  /** An administrator accepted that the agent's memory is lost: the loss with this id, no other. */
  acceptedLossId: idSchema.nullable().default(null),
  content: assignmentContentSchema,
});
export type Assignment = z.infer<typeof assignmentSchema>;

/** Of an assignment that no database stands behind: a rehearsal, an example. */
export const NO_HISTORY = { historyId: null, known: [], acknowledged: false, acceptedLossId: null } satisfies Partial<Assignment>;
