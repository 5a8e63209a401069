import type { CandidateDrive } from '../drive-classes/drive-classes.service.js';
import type { PlannedMove } from '../repair/evictions.service.js';
import type { LegDocument, VolumeDocument } from '../volumes/volume.document.js';

/*
 * Which moves of an eviction are worked out in one plan. Scenarios:
 *
 * - The first volumes that have a place for their legs are; how many is bounded, by their number and by all the legs that they have.
 * - The first is, however many legs it has.
 * - Those beyond that are counted and named.
 * - A leg without a place waits for one: it says so, and no commands stand there.
 */
interface Bound {
  volumes: number;
  /** Legs of these volumes, those that stay counted too: they are all put together in a rehearsal. */
  legs: number;
}
/** About as much as the rehearsal of one largest volume takes. */
export const MOVES_TOLD: Bound = { volumes: 4, legs: 128 };
const MOST_NAMED = 4;

export interface Moving {
  volume: VolumeDocument;
  legs: { leg: LegDocument; drive: CandidateDrive }[];
}

export function movesOf(planned: readonly PlannedMove[], { volumes, legs }: Bound): { told: Moving[]; notes: string[] } {
  const all = new Map<string, Moving>();
  for (const { volume, leg, drive } of planned) {
    if (!drive) continue;
    const moving = all.get(volume._id) ?? { volume, legs: [] };
    moving.legs.push({ leg, drive });
    all.set(volume._id, moving);
  }
  const told: Moving[] = [];
  let sum = 0;
  for (const moving of all.values()) {
    sum += moving.volume.legs.length;
    if (told.length > 0 && (told.length >= volumes || sum > legs)) break;
    told.push(moving);
  }
  const rest = [...all.values()].slice(told.length);
  const waiting = planned
    .filter(({ drive }) => !drive)
    .map(({ move }) => `${move.volume.name}: ${move.message}. No commands are told for it.`);
  return {
    told,
    notes: [
      ...waiting.slice(0, MOST_NAMED),
      ...(waiting.length > MOST_NAMED ? [`${waiting.length - MOST_NAMED} more legs find no place now.`] : []),
      ...(rest.length > 0 ? [notWorkedOut(rest)] : []),
    ],
  };
}

function notWorkedOut(rest: readonly Moving[]): string {
  const legs = rest.reduce((count, each) => count + each.legs.length, 0);
  const names = rest
    .slice(0, MOST_NAMED)
    .map(({ volume }) => volume.name)
    .join(', ');
  const more = rest.length > MOST_NAMED ? ` and ${rest.length - MOST_NAMED} more volumes` : '';
  return `Not worked out here: ${legs} more ${legs === 1 ? 'leg' : 'legs'}, of ${names}${more}. They move by the same steps.`;
}
