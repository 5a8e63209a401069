import { legRef, nodeRef } from '@weft/shared/text/references';
import { said } from '@weft/shared/text/rendering/render';
import type { LegDocument } from '../documents/volume.document.js';
import type { Wait } from './replacement-due.js';

/** When the last maintenance of a node ends or ended, by node id. */
export type Ends = ReadonlyMap<string, Date>;

/** Since when a lost leg is missed: a leg that was away with its node's maintenance, since the end of that. */
export function heldFrom({ nodeId }: Pick<LegDocument, 'nodeId'>, lostSince: Date, ends: Ends): Date {
  const end = ends.get(nodeId);
  return end && end > lostSince ? end : lostSince;
}

export const maintenanceWait = (leg: LegDocument, dueAt: Date): Wait =>
  said('held-by-maintenance', { leg: legRef(leg), node: nodeRef(leg.nodeId, leg.nodeName), dueAt: dueAt.toISOString() }, 'maintenance');
