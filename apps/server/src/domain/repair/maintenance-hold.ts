import { legRef, nodeRef } from '@weft/shared/text/references';
import { said } from '@weft/shared/text/rendering/render';
import type { LegDocument } from '../documents/volume.document.js';
import type { Wait } from './replacement-due.js';

/** When the last maintenance of a node ends or ended, by node id. */
export type Ends = ReadonlyMap<string, Date>;

/** When the delay for a lost leg begins: at the loss, or at the end of its node's maintenance if that is later. */
export function heldFrom({ nodeId }: Pick<LegDocument, 'nodeId'>, lostSince: Date, ends: Ends): Date {
  const end = ends.get(nodeId);
  return end && end > lostSince ? end : lostSince;
}

export const maintenanceWait = (leg: LegDocument, dueAt: Date): Wait =>
  said('held-by-maintenance', { leg: legRef(leg), node: nodeRef(leg.nodeId, leg.nodeName), dueAt: dueAt.toISOString() }, 'maintenance');
