import type { LegDocument, VolumeDocument } from '../domain/documents/volume.document.js';
import type { CandidateDrive } from '../domain/placement/candidates.js';
import type { PlannedMove } from '../domain/repair/eviction-plan.js';

/*
 * Which moves of an eviction are worked out in one plan. Scenarios:
 *
 * - The first ones that have a place are; how many is bounded, and each counts with all the legs of its volume, for they are all put together in a rehearsal.
 * - The first is, however many legs its volume has.
 * - Several legs of one volume move one after the other.
 * - Those beyond that are counted and named.
 * - A leg without a place waits for one: it says so, and no commands stand there.
 */
interface Bound {
  moves: number;
  legs: number;
}
/** About as much as the rehearsal of one largest volume takes. */
export const MOVES_TOLD: Bound = { moves: 4, legs: 128 };
const MOST_NAMED = 4;

type Placed = PlannedMove & { drive: CandidateDrive };
export interface Moving {
  volume: VolumeDocument;
  legs: { leg: LegDocument; drive: CandidateDrive }[];
}

export function movesOf(planned: readonly PlannedMove[], bound: Bound): { told: Moving[]; notes: string[] } {
  const placed = planned.filter((each): each is Placed => each.drive !== null);
  const count = howMany(placed, bound);
  const rest = placed.slice(count);
  const waiting = planned
    .filter(({ drive }) => !drive)
    .map(({ move }) => `${move.volume.name}: ${move.message}. No commands are told for it.`);
  return {
    told: byVolume(placed.slice(0, count)),
    notes: [
      ...waiting.slice(0, MOST_NAMED),
      ...(waiting.length > MOST_NAMED ? [`${waiting.length - MOST_NAMED} more legs find no place now.`] : []),
      ...(rest.length > 0 ? [notWorkedOut(rest)] : []),
    ],
  };
}

function howMany(placed: readonly Placed[], { moves, legs }: Bound): number {
  let sum = 0;
  const beyond = placed.findIndex(({ volume }, at) => {
    sum += volume.legs.length;
    return at > 0 && (at >= moves || sum > legs);
  });
  return beyond === -1 ? placed.length : beyond;
}

function byVolume(placed: readonly Placed[]): Moving[] {
  const all = new Map<string, Moving>();
  for (const { volume, leg, drive } of placed) {
    const moving = all.get(volume._id) ?? { volume, legs: [] };
    moving.legs.push({ leg, drive });
    all.set(volume._id, moving);
  }
  return [...all.values()];
}

function notWorkedOut(rest: readonly Placed[]): string {
  const names = [...new Set(rest.map(({ volume }) => volume.name))];
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more volumes` : '';
  const legs = `${rest.length} more ${rest.length === 1 ? 'leg' : 'legs'}`;
  return `Not worked out here: ${legs}, of ${names.slice(0, MOST_NAMED).join(', ')}${more}. They move by the same steps.`;
}
