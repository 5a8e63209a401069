import type { AssignmentContent } from '@weft/shared/messages/assignment';
import type { ObjectStatus } from '@weft/shared/messages/report';

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
  version: number;
}
