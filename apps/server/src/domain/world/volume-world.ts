import type { SettingsSpec } from '@weft/shared/kinds/settings/settings';
import type { Inventory } from '@weft/shared/messages/inventory';
import type { AttachmentStatus, DriveStatus, ExportStatus, LegStatus, ObjectStatus } from '@weft/shared/messages/report';
import type { ObjectStatusDocument } from '../documents/agent.documents.js';
import type { AttachmentDocument } from '../documents/attachment.document.js';
import { endOf } from '../documents/maintenance.document.js';
import type { NodeDocument } from '../documents/node.document.js';
import type { Part } from '../documents/parts.js';
import type { VolumeDocument } from '../documents/volume.document.js';
import type { EncryptionSurroundings } from '../storage-encryption/gap.js';
import type { CacheDrive } from './cache-drive.js';

/** The cluster's setting, and whether this server can encrypt keys. */
export interface AuthenticationSurroundings {
  setting: SettingsSpec['authentication'];
  hasSecretsKey: boolean;
}

/** The cluster's settings for scheduled scrubs. */
export type ScrubSurroundings = Pick<SettingsSpec, 'scrubIntervalDays' | 'scrubHours'>;

export type NodeSummary = Part<
  NodeDocument,
  '_id' | 'name' | 'status.bootId' | 'status.connection' | 'spec.maintenance' | 'spec.labels' | 'status.historyDoubt'
> & {
  status: {
    inventory?: { capabilities: Pick<Inventory['capabilities'], 'authentication' | 'tls' | 'scrub' | 'cache' | 'incarnations'> } | null;
  };
};

type StatusOf = { drive: DriveStatus; leg: LegStatus; export: ExportStatus; attachment: AttachmentStatus };

/** All stored data that determines one volume's state. */
export class VolumeWorld {
  private readonly statuses: ReadonlyMap<string, ObjectStatusDocument>;

  constructor(
    readonly volume: VolumeDocument,
    readonly attachments: readonly AttachmentDocument[],
    readonly nodes: ReadonlyMap<string, NodeSummary>,
    statuses: readonly ObjectStatusDocument[],
    readonly now: Date,
    readonly authentication: AuthenticationSurroundings = { setting: 'off', hasSecretsKey: false },
    readonly storageEncryption: EncryptionSurroundings = { setting: 'off', hasSecretsKey: false, olderServer: false },
    readonly scrubs: ScrubSurroundings = { scrubIntervalDays: 0, scrubHours: null },
    /** Of the nodes of its legs; empty for a volume that neither has nor wants caches. */
    readonly cacheDrives: readonly CacheDrive[] = [],
  ) {
    this.statuses = new Map(statuses.map((each) => [each._id, each]));
  }

  /** The node's last status of an object, even if it does not count. */
  lastReport<K extends ObjectStatus['kind']>(nodeId: string, kind: K, objectId: string): StatusOf[K] | undefined {
    return this.statuses.get(`${nodeId}/${kind}/${objectId}`)?.status as StatusOf[K] | undefined;
  }

  /** The boot in which the node reported that; undefined: not reported. */
  lastReportBootId(nodeId: string, kind: ObjectStatus['kind'], objectId: string): string | undefined {
    return this.statuses.get(`${nodeId}/${kind}/${objectId}`)?.bootId;
  }

  /**
   * The node's last status, if it counts (S12): reported under the node's current boot id, with a generation not older than the order. No status of a
   * node whose history is in doubt counts, because its generations belong to another history (S14).
   */
  report<K extends ObjectStatus['kind']>(nodeId: string, kind: K, objectId: string, orderGeneration: number): StatusOf[K] | undefined {
    const document = this.statuses.get(`${nodeId}/${kind}/${objectId}`);
    if (this.isDoubtful(nodeId)) return undefined;
    if (!document || document.bootId !== this.nodes.get(nodeId)?.status.bootId || document.status.generation < orderGeneration)
      return undefined;
    return document.status as StatusOf[K];
  }

  /** When its last maintenance ends or ended; undefined: it had none. */
  maintenanceEnd(nodeId: string): Date | undefined {
    const maintenance = this.nodes.get(nodeId)?.spec.maintenance;
    return maintenance && endOf(maintenance);
  }

  /** The node follows an assignment that this database does not know: the server sends it nothing. */
  isDoubtful(nodeId: string): boolean {
    return Boolean(this.nodes.get(nodeId)?.status.historyDoubt);
  }

  isSilent(nodeId: string): boolean {
    return this.nodes.get(nodeId)?.status.connection.state !== 'online';
  }
}
