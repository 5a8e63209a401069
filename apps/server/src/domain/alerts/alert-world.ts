import type { ClassCapacity } from '@weft/shared/kinds/views/overview';
import type { Volume } from '@weft/shared/kinds/volume';
import type { DriveInventory } from '@weft/shared/messages/inventory';
import type { PciLink } from '@weft/shared/messages/pci-link';
import type { PoolStatusDocument } from '../documents/drive.document.js';
import type { SlowMinutes } from './slow-minutes.js';

interface Named {
  id: string;
  name: string;
}

export interface AlertNode extends Named {
  labels: Record<string, string>;
  connection: 'never' | 'online' | 'lost';
  /** How often it was lost, since the node was added. */
  connectionLosses: number;
  inMaintenance: boolean;
  /** Types of its conditions that are true. */
  conditions: readonly string[];
}

export interface AlertVolume extends Named {
  health: Volume['health'];
  labels: Record<string, string>;
  driveClass: string;
  /** Legs that are not healthy. */
  unhealthyLegs: readonly { node: Named; drive: Named }[];
  clients: readonly Named[];
}

export interface AlertDrive extends Named {
  node: Named;
  present: boolean;
  inService: boolean;
  smart: DriveInventory['smart'];
  pciLink?: PciLink;
  /** Of its thin legs. Absent: none, or not reported. */
  pool?: PoolStatusDocument;
  /** Names of classes that have thresholds and include it. */
  driveClasses: readonly string[];
}

/** The volume of a reading, with what its thresholds may depend on. */
export interface OfVolume {
  volume: Named;
  volumeLabels: Record<string, string>;
  /** The name of its class. */
  driveClasses: readonly string[];
}

/** An attachment with a lost path or a resync, as its client last reported it. */
export interface AlertAttachment extends Named, OfVolume {
  client: Named;
  lostPaths: readonly { target: Named; network: string }[];
  resync: { ratio: number; bytesPerSecond: number | null; bytes: number } | null;
}

/** Writes of the legs of a mirror without trouble within 10 minutes: those with enough of them. */
export interface AlertMirror extends OfVolume {
  /** `seconds`: average of a write at its target. */
  legs: readonly { node: Named; drive: Named; seconds: number }[];
}

/** I/O of a volume that has a latency objective. */
export interface AlertLatency extends OfVolume {
  /** Seconds. */
  objective: number;
  /** Undefined: not known now. */
  minutes: SlowMinutes | undefined;
}

/** A mirror with mismatches, or whose scrub is overdue. */
export interface AlertScrub extends OfVolume {
  mismatchBytes: number;
  /** Seconds since it was due; null: it is not, or nobody has the volume attached for writing. */
  overdueSeconds: number | null;
}

/** A volume whose legs returned wrong bytes. */
export interface AlertChecksums extends OfVolume {
  errors: number;
}

/** A volume whose scheduled snapshot is overdue. */
export interface AlertSnapshot extends OfVolume {
  /** Seconds since it was due. */
  overdueSeconds: number;
}

/** What the rules look at: objects that may have a problem, and sums over the rest. */
export interface AlertWorld {
  now: Date;
  nodes: readonly AlertNode[];
  volumes: readonly AlertVolume[];
  drives: readonly AlertDrive[];
  attachments: readonly AlertAttachment[];
  /** Mirrors that may have a slow leg. */
  mirrors: readonly AlertMirror[];
  latencies: readonly AlertLatency[];
  scrubs: readonly AlertScrub[];
  snapshots: readonly AlertSnapshot[];
  checksums: readonly AlertChecksums[];
  foreignHosts: readonly { volume: Named; client: Named }[];
  classes: readonly Pick<ClassCapacity, 'driveClass' | 'repair' | 'forecast'>[];
  servers: readonly (Named & { online: boolean; certificateExpiresAt: Date | null })[];
  /** Members of MongoDB's replica set that this server does not reach. */
  membersDown: readonly string[];
  backupsLate: boolean;
  /** Statistics for the long memory. Null: this server has none, or nothing was sent yet. */
  longMemory: { backlogSeconds: number; loses: boolean } | null;
  /** API tokens that are in use and may expire soon. */
  apiTokens: readonly (Named & { user: string; expiresAt: Date })[];
  orphanCount: number;
  /** Packets with errors within 10 minutes, by node. */
  nicErrors: ReadonlyMap<string, number>;
  /** Packets that RDMA devices sent again within 10 minutes, by node. */
  rdmaRetransmits: ReadonlyMap<string, number>;
  /** NICs that may have a degraded link. */
  nicLinks: readonly { node: Named; nic: string; link: PciLink }[];
}
