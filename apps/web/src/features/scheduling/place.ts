import { type SchedulingAction, schedulingActions } from '@weft/shared/kinds/scheduling';
import type { Drive, Node } from '../../api/types.js';

/** What legs can be kept away from, and moved away from. */
export interface Place {
  kind: 'node' | 'drive';
  id: string;
  version: number;
  name: string;
  scheduling: Node['scheduling'];
}
export const nodePlace = ({ id, version, name, scheduling }: Node): Place => ({ kind: 'node', id, version, name, scheduling });
export const drivePlace = ({ id, version, serial, scheduling }: Drive): Place => ({ kind: 'drive', id, version, name: serial, scheduling });

/** Why it cannot be cordoned, opened or emptied, or null: the table that the server's guard reads. */
export function schedulingRefusal(action: SchedulingAction, { scheduling }: Place): string | null {
  const allowed = schedulingActions[action];
  return allowed.includes(scheduling) ? null : `Not now: it is ${scheduling}. This takes one that is ${allowed.join(' or ')}.`;
}
