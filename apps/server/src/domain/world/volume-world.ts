import type { AttachmentStatus, DriveStatus, ExportStatus, LegStatus, ObjectStatus } from '@weft/shared/messages/report';
import type { ObjectStatusDocument } from '../documents/agent.documents.js';
import type { AttachmentDocument } from '../documents/attachment.document.js';
import { endOf } from '../documents/maintenance.document.js';
import type { NodeDocument } from '../documents/node.document.js';
import type { VolumeDocument } from '../documents/volume.document.js';

export type NodeSummary = Pick<NodeDocument, '_id' | 'name' | 'bootId' | 'connection' | 'maintenance' | 'labels' | 'historyDoubt'>;

type StatusOf = { drive: DriveStatus; leg: LegStatus; export: ExportStatus; attachment: AttachmentStatus };

/** Everything stored that one volume's state follows from. */
export class VolumeWorld {
  private readonly statuses: ReadonlyMap<string, ObjectStatusDocument>;

  constructor(
    readonly volume: VolumeDocument,
    readonly attachments: readonly AttachmentDocument[],
    readonly nodes: ReadonlyMap<string, NodeSummary>,
    statuses: readonly ObjectStatusDocument[],
    readonly now: Date,
  ) {
    this.statuses = new Map(statuses.map((each) => [each._id, each]));
  }

  /** The node's last word on an object, whatever it is worth. */
  lastWord<K extends ObjectStatus['kind']>(nodeId: string, kind: K, objectId: string): StatusOf[K] | undefined {
    return this.statuses.get(`${nodeId}/${kind}/${objectId}`)?.status as StatusOf[K] | undefined;
  }

  /**
   * The node's last word, if it counts (S12): said under the node's current boot id, of a generation not older than the order. Of a node whose history
   * is in doubt none does: its generations are of another count (S14).
   */
  word<K extends ObjectStatus['kind']>(nodeId: string, kind: K, objectId: string, orderGeneration: number): StatusOf[K] | undefined {
    const document = this.statuses.get(`${nodeId}/${kind}/${objectId}`);
    if (this.isDoubtful(nodeId)) return undefined;
    if (!document || document.bootId !== this.nodes.get(nodeId)?.bootId || document.status.generation < orderGeneration) return undefined;
    return document.status as StatusOf[K];
  }

  /** When its last maintenance ends or ended; undefined: it had none. */
  maintenanceEnd(nodeId: string): Date | undefined {
    const maintenance = this.nodes.get(nodeId)?.maintenance;
    return maintenance && endOf(maintenance);
  }

  /** The node follows what this database does not know: nothing is sent to it. */
  isDoubtful(nodeId: string): boolean {
    return Boolean(this.nodes.get(nodeId)?.historyDoubt);
  }

  isSilent(nodeId: string): boolean {
    return this.nodes.get(nodeId)?.connection.state !== 'online';
  }
}
