import { type DriveState, driveActions } from '@weft/shared/kinds/drive';
import { formatBytes } from '@weft/shared/units';
import type { Drive } from '../../api/types.js';

const INSTEAD: Record<DriveState, string> = {
  available: 'it is blank and not in service',
  occupied: 'it has contents',
  taking: 'it is being taken into service',
  'in-service': 'it is in service',
  releasing: 'it is being released',
  wiping: 'it is being wiped',
  missing: 'its node cannot find it',
};

/** Why a drive cannot be taken, wiped or released in its state, or null. The server's guard uses the same table. */
export function driveRefusal(action: keyof typeof driveActions, { state, allocatedBytes }: Drive): string | null {
  const allowed = driveActions[action];
  if (!allowed.includes(state)) return `Not now: ${INSTEAD[state]}. The drive must be ${allowed.join(' or ')}.`;
  if (action === 'release' && allocatedBytes > 0) return `Legs of volumes use ${formatBytes(allocatedBytes)} of it.`;
  return null;
}
