import { snapshotActions } from '@weft/shared/kinds/snapshot';
import type { Snapshot, Volume } from '../../api/types.js';

/** Why no snapshot of the volume can be taken now; null: one can. The server decides. */
export function takeRefusal({ state, rollBack, growth }: Pick<Volume, 'state' | 'rollBack' | 'growth'>): string | null {
  if (state !== 'available') return `The volume is ${state}.`;
  if (rollBack) return 'The volume is being rolled back.';
  return growth ? 'The volume grows.' : null;
}

/** Why the snapshot does not allow the action now; null: it does. */
export function snapshotRefusal(
  action: keyof typeof snapshotActions,
  { state, isAttached }: Pick<Snapshot, 'state' | 'isAttached'>,
  volume: Pick<Volume, 'clients' | 'rollBack'>,
): string | null {
  if (!snapshotActions[action].includes(state)) return `The snapshot is ${state}.`;
  if (action === 'delete' && isAttached) return 'It is attached: detach it first.';
  if (action !== 'roll-back') return null;
  if (volume.rollBack) return 'The volume is being rolled back.';
  return volume.clients.length > 0 ? 'The volume is attached: detach it first.' : null;
}

export function scheduleText(schedule: Volume['snapshotSchedule']): string {
  if (!schedule) return 'None: snapshots are taken on request only.';
  const { everyHours, keep } = schedule;
  const every = everyHours === 1 ? 'hour' : everyHours % 24 === 0 ? days(everyHours / 24) : `${everyHours} hours`;
  return `One every ${every}, the last ${keep} are kept.`;
}

const days = (count: number): string => (count === 1 ? 'day' : `${count} days`);

/** How the volume's I/O was held for it. */
export function heldText({ state, heldMs }: Pick<Snapshot, 'state' | 'heldMs'>): string {
  if (state === 'pending') return 'not taken yet';
  return heldMs === null ? 'its volume was not held' : `its volume was held for ${heldMs} ms`;
}
