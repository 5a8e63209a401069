import type { AssignmentContent } from '@weft/shared/messages/assignment';
import type { AttachmentStatus, ObjectStatus } from '@weft/shared/messages/report';

type PathStatus = AttachmentStatus['observed']['paths'][number];

/** Collection `assignments`: `_id` is the node's id. Written only in the transaction of the change that causes it. */
export interface AssignmentDocument {
  _id: string;
  clusterId: string;
  generation: number;
  hash: string;
  content: AssignmentContent;
  updatedAt: Date;
}

/** Collection `objectStatuses`: the last status that one node reported of one object; `_id` is `<nodeId>/<kind>/<objectId>`. */
export interface ObjectStatusDocument {
  _id: string;
  nodeId: string;
  kind: ObjectStatus['kind'];
  objectId: string;
  /** Boot id of the report. The status counts only while this is the node's current boot id (S12). */
  bootId: string;
  status: ObjectStatus;
  receivedAt: Date;
  /** Bytes of `status` as JSON, and the `receivedAt` of the measured status. Missing, or of another time: an older server stored the status. */
  size?: { bytes: number; at: Date };
  /** Attachments only: when each path that is not live left `live`, as far as reports show. Missing: not recorded. */
  notLiveSince?: { path: string; since: Date }[];
  /** First of the reports that show the object absent (`isAbsent`), whatever else changed since. Null: present, or not recorded; missing: not recorded. */
  absentSince?: Date | null;
  version: number;
}

/** What the id of a status names; empty texts for one of another form. */
export function partsOfStatusId(statusId: string): { nodeId: string; kind: string; objectId: string } {
  const [nodeId = '', kind = '', objectId = ''] = statusId.split('/');
  return { nodeId, kind, objectId };
}

/** Whether the node reports that the object is not there: a drive that is there without its volume group, or no trace of anything else. */
export const isAbsent = (status: ObjectStatus): boolean =>
  status.kind === 'drive' ? status.observed.present && !status.observed.volumeGroup : !status.observed.present;

/** Key that identifies a path within its attachment. */
export const pathKey = ({ legId, storageNetwork, address }: Pick<PathStatus, 'legId' | 'storageNetwork' | 'address'>): string =>
  `${legId} ${storageNetwork} ${address}`;
