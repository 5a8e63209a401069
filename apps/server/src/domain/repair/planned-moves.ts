import type { Message } from '@weft/shared/text/message';
import { legRef, nodeRef } from '@weft/shared/text/references';
import { messageOf, said } from '@weft/shared/text/rendering/render';
import { type LegDocument, roleOf, type VolumeDocument } from '../documents/volume.document.js';
import { isBad, lostLegs } from './active-rebuilds.js';
import type { Wait } from './replacement-due.js';

/*
 * Which evicted legs give way while they are whole. Scenarios:
 *
 * - Every leg of the volume is whole: one moves, the next when that has arrived.
 * - One is lost, or md still copies onto the evicted one: redundancy comes first. It waits and says for what (S10).
 * - The volume grows: the move can wait until it has.
 * - An evicted leg that is lost is no move: it is replaced like any other, without the delay (replacement-due.ts).
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
