import { z } from 'zod';
import { boundedList, figureSchema, MAX, MOST, textSchema } from './bounded.js';
import { longList } from './long-list.js';

/*
 * What the node is and has. Sent on connect, on change and every few minutes. Units are in the names.
 */

export const nicSchema = z.strictObject({
  name: textSchema(MAX.interfaceName),
  macAddress: textSchema(MAX.macAddress),
  speedBitsPerSecond: z.number().min(0).max(1e15).nullable(),
  mtuBytes: z.int(),
  /** When the rest of this was read: what paths are planned on, which a short cut must not take away for good. */
  up: z.boolean(),
  /** At the last look, seconds ago: what people are shown. */
  carrier: z.boolean().optional(),
  /** RDMA device over this NIC, if there is one: mlx5_0, rxe0. */
  rdmaDevice: textSchema(MAX.rdmaDevice).nullable(),
  numaNode: z.int().nullable(),
  /** Addresses with prefix length: 10.10.1.11/24. */
  addresses: boundedList(textSchema(MAX.ipAddress), MOST.addresses),
  pciAddress: textSchema(MAX.pciAddress).nullable(),
});
export type Nic = z.infer<typeof nicSchema>;

export const smartSchema = z.strictObject({
  temperatureCelsius: figureSchema.nullable(),
  percentageUsed: figureSchema.nullable(),
  availableSparePercent: figureSchema.nullable(),
  mediaErrors: figureSchema.nullable(),
  criticalWarning: z.int().nullable(),
  powerOnHours: figureSchema.nullable(),
  unsafeShutdowns: figureSchema.nullable(),
});

export const driveInventorySchema = z.strictObject({
  serial: textSchema(MAX.driveSerial),
  nsid: z.int(),
  model: textSchema(MAX.driveModel),
  firmware: textSchema(MAX.driveFirmware),
  /** EUI-64, NGUID or UUID of the namespace as the kernel prints it (`/sys/block/X/wwid`): eui.…, uuid.…; null: the drive has none, or the agent did not say. */
  wwid: textSchema(MAX.wwid).nullable().default(null),
  sizeBytes: z.int(),
  /** Logical block size in use (LBA format), bytes. */
  logicalBlockBytes: z.int(),
  pciAddress: textSchema(MAX.pciAddress).nullable(),
  numaNode: z.int().nullable(),
  /** What is on it, in words ("ext4 filesystem", "GPT partition table"); empty: blank. Our own VG is not listed. */
  contents: boundedList(textSchema(MAX.text), MOST.contents),
  /** Id of the Weft VG on it, if any: the drive id it was taken under. */
  weftDriveId: textSchema(36).nullable(),
  /** Mounted, held by dm or md, or swap. */
  inUse: z.boolean(),
  smart: smartSchema.nullable(),
});
export type DriveInventory = z.infer<typeof driveInventorySchema>;

export const inventorySchema = z.strictObject({
  agentVersion: textSchema(MAX.version),
  hostname: textSchema(MAX.hostname),
  kernel: textSchema(MAX.kernelRelease),
  bootId: textSchema(MAX.bootId),
  distribution: textSchema(MAX.text),
  cpu: z.strictObject({ model: textSchema(MAX.text), sockets: z.int(), cores: z.int(), threads: z.int() }),
  memoryBytes: z.int(),
  nics: longList(nicSchema, MOST.nics),
  drives: longList(driveInventorySchema, MOST.drives),
  /** Where its metrics for Prometheus are; null: nowhere, absent: an agent that does not say. */
  metrics: z
    .strictObject({ port: z.int().min(1).max(65_535), path: z.string().max(256).startsWith('/') })
    .nullable()
    .optional(),
  capabilities: z.strictObject({ rdma: z.boolean(), nvmet: z.boolean(), nvmeAuthentication: z.boolean() }),
});
export type Inventory = z.infer<typeof inventorySchema>;
