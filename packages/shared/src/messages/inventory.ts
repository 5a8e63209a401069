import { z } from 'zod';
import { longList } from './long-list.js';

/*
 * What the node is and has. Sent on connect, on change and every few minutes. Units are in the names.
 */

export const nicSchema = z.strictObject({
  name: z.string(),
  macAddress: z.string(),
  speedBitsPerSecond: z.number().nullable(),
  mtuBytes: z.int(),
  /** When the rest of this was read: what paths are planned on, which a short cut must not take away for good. */
  up: z.boolean(),
  /** At the last look, seconds ago: what people are shown. */
  carrier: z.boolean().optional(),
  /** RDMA device over this NIC, if there is one: mlx5_0, rxe0. */
  rdmaDevice: z.string().nullable(),
  numaNode: z.int().nullable(),
  /** Addresses with prefix length: 10.10.1.11/24. */
  addresses: z.array(z.string()).max(256),
  pciAddress: z.string().nullable(),
});
export type Nic = z.infer<typeof nicSchema>;

export const smartSchema = z.strictObject({
  temperatureCelsius: z.number().nullable(),
  percentageUsed: z.number().nullable(),
  availableSparePercent: z.number().nullable(),
  mediaErrors: z.number().nullable(),
  criticalWarning: z.int().nullable(),
  powerOnHours: z.number().nullable(),
  unsafeShutdowns: z.number().nullable(),
});

export const driveInventorySchema = z.strictObject({
  serial: z.string(),
  nsid: z.int(),
  model: z.string(),
  firmware: z.string(),
  /** EUI-64, NGUID or UUID of the namespace as the kernel prints it (`/sys/block/X/wwid`): eui.…, uuid.…; null: the drive has none, or the agent did not say. */
  wwid: z.string().nullable().default(null),
  sizeBytes: z.int(),
  /** Logical block size in use (LBA format), bytes. */
  logicalBlockBytes: z.int(),
  pciAddress: z.string().nullable(),
  numaNode: z.int().nullable(),
  /** What is on it, in words ("ext4 filesystem", "GPT partition table"); empty: blank. Our own VG is not listed. */
  contents: z.array(z.string()).max(256),
  /** Id of the Weft VG on it, if any: the drive id it was taken under. */
  weftDriveId: z.string().nullable(),
  /** Mounted, held by dm or md, or swap. */
  inUse: z.boolean(),
  smart: smartSchema.nullable(),
});
export type DriveInventory = z.infer<typeof driveInventorySchema>;

export const inventorySchema = z.strictObject({
  agentVersion: z.string(),
  hostname: z.string(),
  kernel: z.string(),
  bootId: z.string(),
  distribution: z.string(),
  cpu: z.strictObject({ model: z.string(), sockets: z.int(), cores: z.int(), threads: z.int() }),
  memoryBytes: z.int(),
  nics: longList(nicSchema, 256),
  drives: longList(driveInventorySchema, 1024),
  /** Where its metrics for Prometheus are; null: nowhere, absent: an agent that does not say. */
  metrics: z
    .strictObject({ port: z.int().min(1).max(65_535), path: z.string().max(256).startsWith('/') })
    .nullable()
    .optional(),
  capabilities: z.strictObject({ rdma: z.boolean(), nvmet: z.boolean(), nvmeAuthentication: z.boolean() }),
});
export type Inventory = z.infer<typeof inventorySchema>;
