import type { ObjectStatusDocument } from '../domain/documents/agent.documents.js';
import type { AttachmentDocument } from '../domain/documents/attachment.document.js';
import type { DriveDocument } from '../domain/documents/drive.document.js';
import type { NodeDocument } from '../domain/documents/node.document.js';
import type { Part } from '../domain/documents/parts.js';
import type { VolumeDocument } from '../domain/documents/volume.document.js';

export type OrphanNode = Part<
  NodeDocument,
  '_id' | 'name' | 'status.bootId' | 'status.connection' | 'status.historyDoubt' | 'status.orphans'
>;
export type OrphanDrive = Part<
  DriveDocument,
  '_id' | 'nodeId' | 'nodeName' | 'serial' | 'spec.desired' | 'spec.wipe' | 'status.present' | 'status.inService' | 'status.stateSince'
> & { status: { inventory: Pick<DriveDocument['status']['inventory'], 'sizeBytes' | 'weftDriveId'> } };
export type OrphanVolume = Part<VolumeDocument, '_id' | 'name' | 'legs' | 'obsoleteLegs' | 'growth'> & {
  spec: Pick<VolumeDocument['spec'], 'protection' | 'copies' | 'epoch'>;
  status: Pick<VolumeDocument['status'], 'state' | 'health'>;
};
export type OrphanAttachment = Part<
  AttachmentDocument,
  '_id' | 'volumeId' | 'volumeName' | 'nodeId' | 'nodeName' | 'spec.desired' | 'spec.orderGeneration' | 'status.state'
>;

/** Stored documents about objects that lack their counterpart. Lists may hold more; the derivation decides. */
export interface OrphanWorld {
  nodes: readonly OrphanNode[];
  drives: readonly OrphanDrive[];
  volumes: readonly OrphanVolume[];
  attachments: readonly OrphanAttachment[];
  /** Statuses of legs, attachments and drives. */
  statuses: readonly ObjectStatusDocument[];
  now: Date;
}
