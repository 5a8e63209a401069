import type { Message } from '@weft/shared/text/message';
import { messageOf } from '@weft/shared/text/rendering/render';
import { volumeOf } from '../domain/documents/references.js';
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

export function movesOf(planned: readonly PlannedMove[], bound: Bound): { told: Moving[]; notes: Message[] } {
  const placed = planned.filter((each): each is Placed => each.drive !== null);
  const count = howMany(placed, bound);
  const rest = placed.slice(count);
  const waiting = planned.filter(({ drive }) => !drive).map(({ volume, move: { code, params } }) => notPlanned(volume, { code, params }));
  return {
    told: byVolume(placed.slice(0, count)),
    notes: [
      ...waiting.slice(0, MOST_NAMED),
      ...(waiting.length > MOST_NAMED ? [messageOf('more-legs-wait', { legs: waiting.length - MOST_NAMED })] : []),
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

/** Why a volume's legs do not move now. */
export const notPlanned = (volume: VolumeDocument, reason: Message): Message =>
  messageOf('move-not-planned', { volume: volumeOf(volume), reason });

function notWorkedOut(rest: readonly Placed[]): Message {
  const volumes = [...new Map(rest.map(({ volume }) => [volume._id, volumeOf(volume)])).values()];
  const moreVolumes = volumes.length > MOST_NAMED ? volumes.length - MOST_NAMED : undefined;
  return messageOf('moves-not-planned', { legs: rest.length, volumes: volumes.slice(0, MOST_NAMED), moreVolumes });
}
