import type { Message } from '@weft/shared/text/message';
import { said } from '@weft/shared/text/rendering/render';
import { legOnNode } from '../documents/references.js';
import { type LegDocument, roleOf, type VolumeDocument } from '../documents/volume.document.js';
import { isBad, lostLegs } from './active-rebuilds.js';
import type { Wait } from './replacement-due.js';

/*
 * Evicted legs that move while they are whole. Scenarios:
 *
 * - Every leg of the volume is whole: one leg moves; the next one follows when that one has arrived.
 * - A leg is lost or out of sync: redundancy comes first. The move waits and names its blocker (S10).
 * - The volume grows: the move waits until the growth is finished.
 * - A lost evicted leg is no move: repair replaces it like any other leg, without the delay (replacement-due.ts).
 */
export function dueMoves(volume: VolumeDocument, evicted: ReadonlySet<string>): { moves: LegDocument[]; waits: Wait[] } {
  const { legs } = volume;
  const whole = legs.filter((leg) => evicted.has(leg.id) && roleOf(leg) === 'member' && !isBad(leg));
  if (whole.length === 0 || legs.some((leg) => roleOf(leg) === 'joining')) return { moves: [], waits: [] };
  const stale = legs.filter((leg) => !leg.status.inSync && !isBad(leg)).map(legOnNode);
  const first = [...lostLegs(volume), ...stale];
  if (first.length > 0) return { moves: [], waits: [redundancyFirst(whole, first)] };
  return volume.growth ? { moves: [], waits: [growthFirst(whole)] } : { moves: whole.slice(0, 1), waits: [] };
}

const growthFirst = (whole: readonly LegDocument[]): Wait => said('move-after-growth', { legs: whole.map(legOnNode) }, 'growing');

const redundancyFirst = (whole: readonly LegDocument[], first: Message[]): Wait =>
  said('move-after-redundancy', { legs: whole.map(legOnNode), first }, 'other-side-first');
