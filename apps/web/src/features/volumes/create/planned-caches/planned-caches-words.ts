import { formatBytes } from '@weft/shared/units';
import type { VolumeCreate, VolumePlan } from '../../../../api/types.js';

type Caches = NonNullable<VolumePlan['caches']>;

/** Bytes that the caches reserve on all targets. */
export const cachedBytes = ({ targets }: Pick<Caches, 'targets'>): number => targets.reduce((sum, { takenBytes }) => sum + takenBytes, 0);

export const plannedText = ({ mode }: Pick<NonNullable<VolumeCreate['cache']>, 'mode'>, caches: Caches): string =>
  `${mode}: ${formatBytes(cachedBytes(caches))} of cache drives for ${caches.legs.length} ${caches.legs.length === 1 ? 'leg' : 'legs'}, with dm-cache's metadata.`;

/** Null: every other target has room. */
export function noRoomText({ withoutRoom: { count, neededBytes, targets } }: Pick<Caches, 'withoutRoom'>): string | null {
  if (count === 0) return null;
  const named = targets.map(({ name, freeBytes }) => `${name} (${formatBytes(freeBytes)} free)`);
  const rest = count > targets.length ? [`${count - targets.length} more`] : [];
  const [have, get] = count === 1 ? ['This target has', 'gets'] : ['These targets have', 'get'];
  return `${have} no cache drive with ${formatBytes(neededBytes)} free, and ${get} no leg: ${[...named, ...rest].join(', ')}.`;
}
