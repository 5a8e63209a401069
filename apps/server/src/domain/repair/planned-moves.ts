import type { Message } from '@weft/shared/text/message';
import { legRef, nodeRef } from '@weft/shared/text/references';
import { messageOf, said } from '@weft/shared/text/rendering/render';
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
  const stale = legs.filter((leg) => !leg.inSync && !isBad(leg)).map((leg) => `leg ${leg.index} on ${leg.nodeName}`);
  const first = [...lostLegs(volume), ...stale];
  if (first.length > 0) return { moves: [], waits: [redundancyFirst(whole, first.join(', '))] };
  return volume.growth ? { moves: [], waits: [growthFirst(whole)] } : { moves: whole.slice(0, 1), waits: [] };
}

const placesOf = (legs: readonly LegDocument[]): Message[] =>
  legs.map((leg) => messageOf('leg-on-node', { leg: legRef(leg), node: nodeRef(leg.nodeId, leg.nodeName) }));

const growthFirst = (whole: readonly LegDocument[]): Wait => said('move-after-growth', { legs: placesOf(whole) }, 'growing');

const redundancyFirst = (whole: readonly LegDocument[], first: string): Wait =>
  said('move-after-redundancy', { legs: placesOf(whole), first }, 'other-side-first');
