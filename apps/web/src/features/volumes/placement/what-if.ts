import { isMirrored, mirrorCopies, type Protection } from '@weft/shared/kinds/volume';
import { mirrorSetOf } from '@weft/shared/mirror-sets';
import type { PlacedLeg } from '../../../api/types.js';

/*
 * State of a volume after the loss of some legs, from its placement alone.
 *
 * - With mirrors: a mirror set with one leg left continues, degraded; a set with none stops the whole volume.
 * - Without mirrors: any lost leg stops the whole volume.
 */

type LegPlace = Pick<PlacedLeg, 'index' | 'node' | 'drive'>;

export interface Outcome {
  state: 'whole' | 'degraded' | 'unavailable';
  /** Legs on lost nodes. */
  lost: readonly number[];
  /** Mirror sets with the number of legs they have left. */
  sets: readonly { set: number; left: number }[];
  words: string;
}

const listed = (numbers: readonly number[], noun: string): string => `${noun}${numbers.length === 1 ? '' : 's'} ${numbers.join(', ')}`;

/** @param copies of each byte; absent: as many as the protection has unless asked */
export function outcomeOf(
  protection: Protection,
  legs: readonly LegPlace[],
  failedNodeIds: ReadonlySet<string>,
  copies = mirrorCopies({ protection }),
): Outcome {
  const outcome = outcomeWithout(protection, legs, ({ node }) => failedNodeIds.has(node.id), copies);
  return outcome.state === 'whole' && failedNodeIds.size > 0 ? { ...outcome, words: 'No effect: it has no legs of the volume.' } : outcome;
}

/** State of the volume after the loss of the legs that `isLost` names. */
export function outcomeWithout<L extends LegPlace>(
  protection: Protection,
  legs: readonly L[],
  isLost: (leg: L) => boolean,
  copies = mirrorCopies({ protection }),
): Outcome {
  const setOf = ({ index }: L) => mirrorSetOf(index, copies);
  const lost = legs.filter(isLost).map(({ index }) => index);
  const sets = isMirrored(protection)
    ? [...new Set(legs.map(setOf))].map((set) => ({
        set,
        left: legs.filter((leg) => setOf(leg) === set && !isLost(leg)).length,
      }))
    : [];
  if (lost.length === 0) return { state: 'whole', lost, sets, words: '' };
  if (!isMirrored(protection))
    return {
      state: 'unavailable',
      lost,
      sets,
      words: `It stops: ${listed(lost, 'leg')} of ${legs.length} ${lost.length === 1 ? 'is' : 'are'} lost, and ${protection} has no second mirror half. If the drives do not return, all data is lost.`,
    };
  const dead = sets.filter(({ left }) => left === 0).map(({ set }) => set);
  const least = Math.min(...sets.map(({ left }) => left));
  const thin = sets.filter(({ left }) => left === least).map(({ set }) => set);
  if (dead.length > 0)
    return {
      state: 'unavailable',
      lost,
      sets,
      words: `It stops: mirror ${listed(dead, 'set')} of ${sets.length} ${dead.length === 1 ? 'has' : 'have'} lost ${copies === 2 ? 'both' : 'all'} halves. It continues when one of them returns; if none returns, its data is lost.`,
    };
  return {
    state: 'degraded',
    lost,
    sets,
    words: `It continues, degraded: mirror ${listed(thin, 'set')} of ${sets.length} ${thin.length === 1 ? 'has' : 'have'} ${least === 1 ? 'one half' : `${least} halves`} left, and nothing is lost. Missing legs are replaced after the rebuild delay, if other drives have space.`,
  };
}
