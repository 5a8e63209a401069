import { type SchedulingAction, schedulingActions } from '@weft/shared/kinds/scheduling';
import type { Drive, Node } from '../../api/types.js';

/** A place that can be cordoned and evicted. */
export interface Place {
  kind: 'node' | 'drive';
  id: string;
  version: number;
  name: string;
  scheduling: Node['scheduling'];
}
export const nodePlace = ({ id, version, name, scheduling }: Node): Place => ({ kind: 'node', id, version, name, scheduling });
export const drivePlace = ({ id, version, serial, scheduling }: Drive): Place => ({ kind: 'drive', id, version, name: serial, scheduling });

/** Why this scheduling action is not possible, or null. The server's guard uses the same table. */
export function schedulingRefusal(action: SchedulingAction, { scheduling }: Place): string | null {
  const allowed = schedulingActions[action];
  return allowed.includes(scheduling) ? null : `Not now: it is ${scheduling}. It must be ${allowed.join(' or ')}.`;
}
