import { z } from 'zod';
import { DEFAULT_COPIES, MOST_COPIES } from '../mirror-sets.js';
import { authenticationAbilitySchema } from './authentication.js';
import { boundedList, figureSchema, MAX, MOST, textSchema } from './bounded.js';
import { longList } from './long-list.js';
import { pciLinkSchema } from './pci-link.js';
import { sanitizeSchema } from './sanitize.js';
import { tlsAbilitySchema } from './storage-encryption.js';

/*
 * Identity and hardware of the node. Sent on connect, on change and every few minutes. Units are in the names.
 */

export const nicSchema = z.object({
  name: textSchema(MAX.interfaceName),
  macAddress: textSchema(MAX.macAddress),
  speedBitsPerSecond: z.number().min(0).max(1e15).nullable(),
  mtuBytes: z.int(),
  /** Link state when this inventory was read. Paths are planned on it, and a short link failure must not remove them permanently. */
  up: z.boolean(),
  /** Link state at the agent's last check, seconds ago; shown to people. */
  carrier: z.boolean().optional(),
  /** RDMA device of this NIC, if there is one: mlx5_0, rxe0. */
  rdmaDevice: textSchema(MAX.rdmaDevice).nullable(),
  numaNode: z.int().nullable(),
  /** Addresses with prefix length: 10.10.1.11/24. */
  addresses: boundedList(textSchema(MAX.ipAddress), MOST.addresses),
  pciAddress: textSchema(MAX.pciAddress).nullable(),
  /** Absent: it has no PCIe link, or the agent is older. */
  pciLink: pciLinkSchema.optional(),
});
export type Nic = z.infer<typeof nicSchema>;

export const smartSchema = z.object({
  temperatureCelsius: figureSchema.nullable(),
  percentageUsed: figureSchema.nullable(),
  availableSparePercent: figureSchema.nullable(),
  mediaErrors: figureSchema.nullable(),
  criticalWarning: z.int().nullable(),
  powerOnHours: figureSchema.nullable(),
  unsafeShutdowns: figureSchema.nullable(),
});

export const driveInventorySchema = z.object({
  serial: textSchema(MAX.driveSerial),
  nsid: z.int(),
  model: textSchema(MAX.driveModel),
  firmware: textSchema(MAX.driveFirmware),
  /** EUI-64, NGUID or UUID of the namespace as the kernel prints it (`/sys/block/X/wwid`): eui.…, uuid.…; null: the drive has none, or it was not sent. */
  wwid: textSchema(MAX.wwid).nullable().default(null),
  sizeBytes: z.int(),
  /** Logical block size in use (LBA format), bytes. */
  logicalBlockBytes: z.int(),
  pciAddress: textSchema(MAX.pciAddress).nullable(),
  /** Absent: it has no PCIe link, or the agent is older. */
  pciLink: pciLinkSchema.optional(),
  numaNode: z.int().nullable(),
  /** Contents, as text for people ("ext4 filesystem", "GPT partition table"); empty: blank. Does not list Weft's own VG. */
  contents: boundedList(textSchema(MAX.text), MOST.contents),
  /** Drive id in the name of the Weft VG on it, if any: the id under which Weft took the drive. */
  weftDriveId: textSchema(36).nullable(),
  /** Mounted, held by dm or md, or swap. */
  inUse: z.boolean(),
  smart: smartSchema.nullable(),
  /** Absent: it cannot be read, or the agent is older. An agent that sends it carries out wipe orders with the method `sanitize`. */
  sanitize: sanitizeSchema.optional(),
});
export type DriveInventory = z.infer<typeof driveInventorySchema>;

export const inventorySchema = z.object({
  agentVersion: textSchema(MAX.version),
  hostname: textSchema(MAX.hostname),
  kernel: textSchema(MAX.kernelRelease),
  bootId: textSchema(MAX.bootId),
  distribution: textSchema(MAX.text),
  cpu: z.object({ model: textSchema(MAX.text), sockets: z.int(), cores: z.int(), threads: z.int() }),
  memoryBytes: z.int(),
  nics: longList(nicSchema, MOST.nics),
  drives: longList(driveInventorySchema, MOST.drives),
  /** Where Prometheus scrapes the agent's metrics; null: nowhere; absent: an agent that does not send it. */
  metrics: z
    .strictObject({ port: z.int().min(1).max(65_535), path: z.string().max(256).startsWith('/') })
    .nullable()
    .optional(),
  capabilities: z.object({
    rdma: z.boolean(),
    nvmet: z.boolean(),
    /** The kernel can authenticate as a client. */
    nvmeAuthentication: z.boolean(),
    /** What the agent and its kernel can authenticate. Absent: an agent that knows no keys. */
    authentication: authenticationAbilitySchema.optional(),
    /** What the agent, its kernel and tlshd can encrypt on the storage networks. Absent: an agent that knows no TLS. */
    tls: tlsAbilitySchema.optional(),
    /** The node can encrypt volumes: dm-crypt with AES-XTS, and keyctl. Absent: an agent that knows no encryption. */
    encryption: z.boolean().optional(),
    /** The agent knows limits per client. Whether the kernel can apply them, an attachment's report shows. Absent: an earlier agent. */
    ioLimits: z.boolean().optional(),
    /** The agent scrubs mirrors that it is ordered to. Absent: an agent that knows no scrub. */
    scrub: z.boolean().optional(),
    /** The node can put a cache between a leg and its drive: the kernel has dm-cache. Absent: an agent that knows no caches. */
    cache: z.boolean().optional(),
    /** The node can have thin legs (dm-thin-pool), and the agent freezes volumes and gives copies their identity. Absent: an earlier agent. */
    thin: z.boolean().optional(),
    /** The node can have legs on dm-integrity. Absent: an agent that knows no such legs. */
    integrity: z.boolean().optional(),
    /** Most halves of a mirror set that the agent can handle. Absent: 2. */
    copies: z.int().min(DEFAULT_COPIES).max(MOST_COPIES).optional(),
    /** The agent keeps each mirror set of a raid10 with three copies in an array of its own. Absent: an earlier agent. */
    arrayPerSet: z.boolean().optional(),
    /** The agent gives a leg that may have lost writes another NGUID (docs/decisions/incarnations.md). Absent: an earlier agent. */
    incarnations: z.boolean().optional(),
  }),
});
export type Inventory = z.infer<typeof inventorySchema>;
