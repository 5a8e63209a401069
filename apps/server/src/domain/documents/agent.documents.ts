import type { AssignmentContent } from '@weft/shared/messages/assignment';
import type { AttachmentStatus, ObjectStatus } from '@weft/shared/messages/report';

type PathStatus = AttachmentStatus['observed']['paths'][number];

/** Collection `assignments`: `_id` is the node's id. Written only in the transaction of the change that it follows from. */
export interface AssignmentDocument {
  _id: string;
  clusterId: string;
  generation: number;
  hash: string;
  content: AssignmentContent;
  updatedAt: Date;
}

/** Collection `objectStatuses`: the last word of one node on one object; `_id` is `<nodeId>/<kind>/<objectId>`. */
export interface ObjectStatusDocument {
  _id: string;
  nodeId: string;
  kind: ObjectStatus['kind'];
  objectId: string;
  /** Boot id under which it was reported: counts only while it is the node's current one (S12). */
  bootId: string;
  status: ObjectStatus;
  receivedAt: Date;
  /** Bytes of `status` as JSON, and the `receivedAt` of that status. Missing, or of another time: an older server stored the status. */
  size?: { bytes: number; at: Date };
  /** Of an attachment: since when each path that is not live is not, as far as the server heard of it. Missing: it was not kept. */
  notLiveSince?: { path: string; since: Date }[];
  version: number;
}

/** What tells a path of an attachment from its others. */
export const pathKey = ({ legId, storageNetwork, address }: Pick<PathStatus, 'legId' | 'storageNetwork' | 'address'>): string =>
  `${legId} ${storageNetwork} ${address}`;
