import { isMirrored } from '@weft/shared/kinds/volume';
import { nodeRef } from '@weft/shared/text/references';
import { messageOf, type Said, said } from '@weft/shared/text/rendering/render';
import type { AttachmentDocument } from '../documents/attachment.document.js';
import { legOnNode } from '../documents/references.js';
import { type LegDocument, otherHalves, roleOf, type VolumeDocument, vacantIndexes } from '../documents/volume.document.js';
import { isBad } from './active-rebuilds.js';
import { type Ends, heldFrom, maintenanceWait } from './maintenance-hold.js';
import { dueMoves } from './planned-moves.js';

/*
 * Legs of a mirror that are due for replacement. Scenarios:
 *
 * - A leg is missing or unhealthy for longer than the volume's rebuildDelay: due. Before that, the next check is at that time.
 * - An index has had no leg for that long, because its leg left with an epoch: due as well.
 * - Its node is in maintenance, or was when the leg was lost: the delay counts from the end of the maintenance. A leg that would be due otherwise says so.
 * - Its drive or node is being evicted: a lost leg is due at once, also in maintenance; a whole leg as planned-moves.ts decides.
 * - The volume grows: a lost leg is due all the same, and the new leg has the new size. Without it the growth would never end.
 * - Another leg replaces it already: nothing more is due for that index.
 * - No client has the volume attached exclusive, the client is offline, or the array does not run: no rebuild is possible. The leg waits and says so (S10).
 * - No leg of its mirror set is readable: it waits for the other halves.
 */
export interface Due {
  index: number;
  /** Null: the index has no leg. */
  leg: LegDocument | null;
  /** The leg that md reads from. */
  source: LegDocument;
}
export interface Wait extends Said {
  /** With `copies-running`: ids of the drives and nodes that are at their limit. */
  busyIds?: string[];
}
export interface DueLegs {
  due: Due[];
  waits: Wait[];
  /** The running attachment whose client runs the rebuild; null when nothing is due. */
  holder: AttachmentDocument | null;
  /** When the next lost leg becomes due; null: none will. */
  nextLook: Date | null;
}

interface Lost {
  index: number;
  leg: LegDocument | null;
  /** When it becomes due. */
  at: Date;
}

const NOTHING: DueLegs = { due: [], waits: [], holder: null, nextLook: null };

export function dueLegs(
  volume: VolumeDocument,
  attachments: readonly AttachmentDocument[],
  now: Date,
  evicted: ReadonlySet<string> = new Set(),
  ends: Ends = new Map(),
): DueLegs {
  // Nobody writes to a snapshot, so no client can fill a new leg of one.
  if (!isMirrored(volume.spec.protection) || volume.spec.snapshot) return NOTHING;
  if (volume.status.state !== 'available' || !volume.array?.status.created) return NOTHING;
  const { moves, waits: moveWaits } = dueMoves(volume, evicted);
  const lost = [
    ...volume.legs.flatMap((leg) => lostSince(volume, leg, evicted, ends)),
    ...vacancies(volume),
    ...moves.map((leg) => ({ index: leg.index, leg, at: now })),
  ].sort((a, b) => a.index - b.index);
  const due = lost.filter(({ at }) => at <= now);
  const waits = [...moveWaits, ...lost.flatMap(({ leg, at }) => (leg && at > now ? heldWait(volume, leg, at, now) : []))];
  const later = lost.filter(({ at }) => at > now).map(({ at }) => at);
  const nextLook = later.length > 0 ? new Date(Math.min(...later.map((at) => at.getTime()))) : null;
  if (due.length === 0) return { ...NOTHING, waits, nextLook };
  const holder = attachments.find(
    (each) => each.spec.mode === 'exclusive' && each.status.state === 'attached' && !each.status.fenced && !each.spec.revoked,
  );
  const obstacle = obstacleOf(volume, holder);
  if (obstacle || !holder) return { ...NOTHING, waits: obstacle ? [obstacle] : waits, nextLook };
  const sources = due.map(({ index, leg }) => ({ index, leg, source: sourceOf(volume, index, leg) }));
  return {
    due: sources.flatMap(({ source, ...each }) => (source ? [{ ...each, source }] : [])),
    waits: [...sources.filter(({ source }) => !source).map(({ index }) => withoutSource(volume, index)), ...waits],
    holder,
    nextLook,
  };
}

const dueAt = (since: Date, { spec }: VolumeDocument): Date => new Date(since.getTime() + spec.rebuildDelaySeconds * 1000);

/** The leg is joining, or another leg is joining in its place. */
const isUnderWay = (volume: VolumeDocument, leg: LegDocument): boolean =>
  roleOf(leg) === 'joining' || volume.legs.some((other) => other.index === leg.index && other !== leg);

function lostSince(volume: VolumeDocument, leg: LegDocument, evicted: ReadonlySet<string>, ends: Ends): Lost[] {
  const {
    id,
    index,
    status: { unhealthySince },
  } = leg;
  if (!unhealthySince || !isBad(leg) || isUnderWay(volume, leg)) return [];
  return [{ index, leg, at: evicted.has(id) ? unhealthySince : dueAt(heldFrom(leg, unhealthySince, ends), volume) }];
}

/** Without the maintenance the leg would be due by now: the wait says so, so that nobody looks for another reason (S10). */
const heldWait = (volume: VolumeDocument, leg: LegDocument, at: Date, now: Date): Wait[] =>
  leg.status.unhealthySince && dueAt(leg.status.unhealthySince, volume) <= now ? [maintenanceWait(leg, at)] : [];

/** The stored list is updated one step after a leg joins, so filled indexes are left out here. */
const vacancies = (volume: VolumeDocument): Lost[] =>
  (volume.status.vacancies ?? [])
    .filter(({ index }) => !volume.legs.some((leg) => leg.index === index))
    .map(({ index, since }) => ({ index, leg: null, at: dueAt(since, volume) }));

/** Another half of its mirror set that is readable; else the leg itself, if md can still read its good parts. */
function sourceOf(volume: VolumeDocument, index: number, leg: LegDocument | null): LegDocument | undefined {
  const other = otherHalves(volume, index).find(
    (each) => each.status.inSync && each.status.health !== 'missing' && each.status.health !== 'stalled',
  );
  return other ?? (leg?.status.inSync && leg.status.health === 'unhealthy' ? leg : undefined);
}

function withoutSource(volume: VolumeDocument, index: number): Wait {
  const others = otherHalves(volume, index);
  const vacant = otherHalves({ spec: volume.spec, legs: vacantIndexes(volume.spec, volume.legs).map((each) => ({ index: each })) }, index);
  const otherLegs = [...others.map(legOnNode), ...vacant.map((each) => messageOf('leg-at-index', { legIndex: each.index }))];
  return said('leg-without-source', { legIndex: index, otherLegs }, 'no-source');
}

function obstacleOf(volume: VolumeDocument, holder: AttachmentDocument | undefined): Wait | null {
  if (!holder) return said('repair-needs-attachment', {}, 'not-attached');
  const {
    status: { health },
  } = volume;
  if (health === 'unknown' || health === 'unavailable' || health === 'broken')
    return said('repair-needs-array', { client: nodeRef(holder.nodeId, holder.nodeName), health }, `volume-${health}`);
  return null;
}
