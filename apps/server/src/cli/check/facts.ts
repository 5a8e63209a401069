import type { LeaseDocument } from '../../core/leases/lease-documents.js';
import type { Mongo } from '../../core/mongo/mongo.js';
import { ONLINE, type ServerDocument } from '../../core/servers/servers.js';
import type { AssignmentDocument, ObjectStatusDocument } from '../../domain/documents/agent.documents.js';
import type { AttachmentDocument } from '../../domain/documents/attachment.document.js';
import type { DriveDocument } from '../../domain/documents/drive.document.js';
import type { JobDocument } from '../../domain/documents/job.document.js';
import type { NodeDocument } from '../../domain/documents/node.document.js';
import type { Part } from '../../domain/documents/parts.js';
import type { VolumeDocument } from '../../domain/documents/volume.document.js';
import { readable } from '../../domain/store/readable.js';
import { OrphansService } from '../../orphans/orphans.service.js';

export type CheckedNode = Part<
  NodeDocument,
  | '_id'
  | 'name'
  | 'hostId'
  | 'status.bootId'
  | 'status.connection'
  | 'status.acceptedGeneration'
  | 'status.historyDoubt'
  | 'status.ledgerLoss'
>;
export type CheckedDrive = Part<
  DriveDocument,
  | '_id'
  | 'serial'
  | 'nodeId'
  | 'nodeName'
  | 'spec.orderGeneration'
  | 'spec.pool'
  | 'status.inService'
  | 'status.present'
  | 'status.capacityBytes'
  | 'status.allocatedBytes'
>;
export type CheckedStatus = Pick<ObjectStatusDocument, 'nodeId' | 'kind' | 'objectId' | 'bootId' | 'status'>;

/** One moment of the database, the last reports of the nodes included. */
export interface CheckFacts {
  now: Date;
  nodes: readonly CheckedNode[];
  drives: readonly CheckedDrive[];
  driveClassIds: readonly string[];
  volumes: readonly VolumeDocument[];
  attachments: readonly AttachmentDocument[];
  assignments: readonly Pick<AssignmentDocument, '_id' | 'generation'>[];
  statuses: readonly CheckedStatus[];
  openJobs: readonly Pick<JobDocument, '_id' | 'kind' | 'subject'>[];
  leases: readonly Pick<LeaseDocument, '_id' | 'holder' | 'expiresAt'>[];
  onlineServerIds: readonly string[];
  /** Orphans that nobody ignores, by node id. */
  orphans: ReadonlyMap<string, number>;
}

const NODE_FIELDS = {
  ...{ name: 1, hostId: 1, 'status.bootId': 1, 'status.connection': 1, 'status.acceptedGeneration': 1 },
  ...{ 'status.historyDoubt': 1, 'status.ledgerLoss': 1 },
};
const DRIVE_FIELDS = {
  ...{ serial: 1, nodeId: 1, nodeName: 1, 'spec.orderGeneration': 1, 'spec.pool': 1, 'status.inService': 1, 'status.present': 1 },
  ...{ 'status.capacityBytes': 1, 'status.allocatedBytes': 1 },
};

/** Reads in one snapshot, so that changes that run meanwhile do not look like errors; the orphans just after it. Writes nothing. */
export async function checkFacts(mongo: Mongo): Promise<CheckFacts> {
  const { localTime } = await mongo.db.admin().command({ hello: 1 });
  const snapshot = await mongo.transaction(async (session) => ({
    nodes: await readable(mongo, 'nodes')
      .find<CheckedNode>({}, { session, projection: NODE_FIELDS, sort: { name: 1 } })
      .toArray(),
    drives: await readable(mongo, 'drives').find<CheckedDrive>({}, { session, projection: DRIVE_FIELDS }).toArray(),
    driveClassIds: (
      await readable(mongo, 'driveClasses')
        .find({}, { session, projection: { _id: 1 } })
        .toArray()
    ).map(({ _id }) => _id),
    volumes: await readable(mongo, 'volumes')
      .find({}, { session, sort: { name: 1 } })
      .toArray(),
    attachments: await readable(mongo, 'attachments').find({}, { session }).toArray(),
    assignments: await readable(mongo, 'assignments')
      .find({}, { session, projection: { generation: 1 } })
      .toArray(),
    statuses: await readable(mongo, 'objectStatuses').find({}, { session }).toArray(),
    openJobs: await mongo.collection<JobDocument>('jobs').find({ finishedAt: null }, { session }).toArray(),
    leases: await mongo.collection<LeaseDocument>('leases').find({}, { session }).toArray(),
  }));
  const servers = await mongo.collection<ServerDocument>('servers').find(ONLINE).toArray();
  const orphans = await OrphansService.reading(mongo).byNode();
  return {
    ...snapshot,
    now: localTime as Date,
    onlineServerIds: servers.map(({ _id }) => _id),
    orphans: new Map([...orphans].map(([nodeId, { count }]) => [nodeId, count])),
  };
}
