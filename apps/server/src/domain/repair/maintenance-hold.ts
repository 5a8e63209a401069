import type { LegDocument } from '../documents/volume.document.js';
import type { Wait } from './replacement-due.js';

/** When the last maintenance of a node ends or ended, by node id. */
export type Ends = ReadonlyMap<string, Date>;

/** Since when a lost leg is missed: a leg that was away with its node's maintenance, since the end of that. */
export function heldFrom({ nodeId }: Pick<LegDocument, 'nodeId'>, lostSince: Date, ends: Ends): Date {
  const end = ends.get(nodeId);
  return end && end > lostSince ? end : lostSince;
}

export const maintenanceWait = ({ index, nodeName }: LegDocument, dueAt: Date): Wait => ({
  reason: 'maintenance',
  message: `leg ${index} is lost with the maintenance of ${nodeName}: it is not replaced before ${dueAt.toISOString()}, the rebuildDelay after the end of that`,
  waitingFor: `leg ${index} on ${nodeName}`,
  unblockedBy: `its return; or ending the maintenance of ${nodeName}, the delay then counts from there; or draining ${nodeName}, which does not wait`,
});
