import type { LegDocument, VolumeDocument } from '../domain/documents/volume.document.js';
import type { CandidateDrive } from '../domain/placement/candidates.js';
import type { PlannedMove } from '../domain/repair/eviction-plan.js';

/*
 * Selects the moves of an eviction that one plan rehearses. Scenarios:
 *
 * - The first moves with a place are rehearsed, up to a bound. Each counts with all legs of its volume, because a rehearsal assembles all of them.
 * - The first move is always rehearsed, however many legs its volume has.
 * - Several legs of one volume move one after the other.
 * - Moves beyond the bound are counted and named.
 * - A leg without a place waits for one: a note says so, and the plan has no commands for it.
 */
interface Bound {
  moves: number;
  legs: number;
}
/** About the work of rehearsing one volume of the largest size. */
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
