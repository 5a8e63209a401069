import type { ClientSession, Collection } from 'mongodb';
import type { DomainCollection } from '../../core/mongo/collections.js';
import type { Mongo } from '../../core/mongo/mongo.js';
import type { AssignmentDocument, ObjectStatusDocument } from '../documents/agent.documents.js';
import type { AttachmentDocument } from '../documents/attachment.document.js';
import type { DriveDocument } from '../documents/drive.document.js';
import type { DriveClassDocument } from '../documents/drive-class.document.js';
import type { NodeDocument } from '../documents/node.document.js';
import type { SnapshotSetDocument } from '../documents/snapshot-set.document.js';
import type { VolumeDocument } from '../documents/volume.document.js';

export interface DomainDocuments extends Record<DomainCollection, { _id: string }> {
  nodes: NodeDocument;
  drives: DriveDocument;
  driveClasses: DriveClassDocument;
  volumes: VolumeDocument;
  attachments: AttachmentDocument;
  assignments: AssignmentDocument;
  objectStatuses: ObjectStatusDocument;
  snapshotSets: SnapshotSetDocument;
}

/** Write access, only for the files of this folder; a rule of dependency-cruiser enforces that. */
export const writable = <Name extends DomainCollection>(mongo: Mongo, name: Name): Collection<DomainDocuments[Name]> =>
  mongo.stored<DomainDocuments[Name]>(name);

/** Deletes what is stored about objects that this transaction deletes. Each deletion of such objects calls it. */
export async function removeAbout(mongo: Mongo, ids: readonly string[], session: ClientSession): Promise<void> {
  if (ids.length === 0) return;
  await writable(mongo, 'objectStatuses').deleteMany({ objectId: { $in: [...ids] } }, { session });
  // Without its key, an encrypted volume is lost for good, wherever its bytes still are.
  await mongo.collection<{ _id: string }>('volumeKeys').deleteMany({ _id: { $in: [...ids] } }, { session });
  const notes = mongo.collection<{ _id: string; subject: { id: string } }>('notes');
  await notes.deleteMany({ 'subject.id': { $in: [...ids] } }, { session });
}
