import type { Shortage } from '@weft/shared/errors/errors';
import type { Message } from '@weft/shared/text/message';
import { textOfMessage } from '@weft/shared/text/rendering/render';
import { formatBytes, formatNeeded } from '@weft/shared/units';
import { allLegs, type VolumeDocument } from '../documents/volume.document.js';
import type { CandidateDrive, Candidates } from '../placement/candidates.js';
import type { Due, Wait } from './replacement-due.js';

/** Running rebuilds, by node id and by drive id, for reads and for writes; each entry names the rebuilt leg. */
export interface Load {
  nodes: ReadonlyMap<string, readonly string[]>;
  drives: ReadonlyMap<string, readonly string[]>;
}

/** One rebuild uses all that a drive and a NIC can do: more at once would end no sooner and slow down the clients of the targets. */
export const COPIES_PER_TARGET = 2;
export const COPIES_PER_DRIVE = 1;

/** Reasons that concern one drive only: another drive of the same node is as good as any. */
const OF_ONE_DRIVE = ['drive-gone', 'leg-gone', 'bad-blocks', 'write-error', 'want-replacement'];

/**
 * Drives that may take over a leg, best first: in another failure domain than the other mirror leg, with enough space, without another leg of the volume;
 * nodes with the fewest legs of the volume first, then the emptiest drives.
 * @returns the drives, or the wait, in numbers.
 */
export function placesFor(volume: VolumeDocument, { index, leg, source }: Due, { drives, className, leftOut }: Candidates, load: Load) {
  const { sizeBytes } = leg ?? source;
  const others = volume.legs.filter((each) => each.index === (index ^ 1));
  const apart = drives.filter((each) => each.failureDomain !== null && !others.some((other) => other.failureDomain === each.failureDomain));
  const reason = leg?.conditions.find(({ type }) => type === 'Healthy')?.reason ?? '';
  const usable = apart.filter(
    (each) =>
      !allLegs(volume).some((other) => other.driveId === each.driveId) &&
      (!leg || each.nodeId !== leg.nodeId || leg.verdict === 'healthy' || OF_ONE_DRIVE.includes(reason)),
  );
  const fitting = usable.filter((each) => each.freeBytes >= sizeBytes);
  const where = `class ${className}, outside of ${others.map((each) => `${volume.spec.failureDomain} ${each.failureDomain}`).join(', ')}`;
  if (fitting.length === 0) return { wait: shortage(index, sizeBytes, usable, where, leftOut) };
  const idle = fitting.filter((each) => !isBusy(each, load));
  const taken = idle.length === 0 ? fitting : [];
  if (isBusy(source, load)) {
    const wait = busy(index, `drive ${source.driveSerial} of ${source.nodeName}, which it is copied from`, [source], load);
    // The queue counts all of them, so that a later volume does not take the free ones first.
    return { wait: { ...wait, busyIds: busyIds([source, ...taken], load) } };
  }
  if (idle.length === 0) return { wait: busy(index, `the ${fitting.length} drives that could take it`, taken, load) };
  const uses = (each: CandidateDrive) => volume.legs.filter((other) => other.nodeId === each.nodeId).length;
  return { places: idle.sort((a, b) => uses(a) - uses(b) || freeRatio(b) - freeRatio(a) || a.driveId.localeCompare(b.driveId)) };
}

const freeRatio = (drive: CandidateDrive) => drive.freeBytes / drive.capacityBytes;
interface Spot {
  nodeId: string;
  driveId: string;
}

/** The drive or the node of a place, if at its limit. */
const busyParts = ({ nodeId, driveId }: Spot, { nodes, drives }: Load): { id: string; copies: readonly string[] }[] =>
  [
    { id: driveId, copies: drives.get(driveId) ?? [], limit: COPIES_PER_DRIVE },
    { id: nodeId, copies: nodes.get(nodeId) ?? [], limit: COPIES_PER_TARGET },
  ].filter(({ copies, limit }) => copies.length >= limit);

const busyIds = (spots: readonly Spot[], load: Load): string[] =>
  [...new Set(spots.flatMap((spot) => busyParts(spot, load).map(({ id }) => id)))].sort();

const isBusy = (spot: Spot, load: Load): boolean => busyParts(spot, load).length > 0;

function shortage(
  index: number,
  needed: number,
  usable: readonly CandidateDrive[],
  where: string,
  leftOut: readonly Message[],
): Wait & { shortages: Shortage[] } {
  const available = usable.reduce((most, each) => Math.max(most, each.freeBytes), 0);
  const notCounted = leftOut.length > 0 ? `. Not counted: ${leftOut.map(textOfMessage).join('; ')}` : '';
  const has =
    usable.length === 0
      ? 'there is no drive without a leg of it'
      : `the emptiest of ${usable.length} drives has ${formatBytes(available)} free`;
  return {
    reason: usable.length === 0 ? 'insufficient-drives' : 'insufficient-space',
    message: `leg ${index} needs a drive with ${formatNeeded(needed)} free: in ${where}, ${has}${notCounted}`,
    waitingFor: `a drive with ${formatNeeded(needed)} free in ${where}`,
    unblockedBy: 'the return of the leg, or taking drives into service or freeing space there',
    shortages: [
      {
        what: usable.length === 0 ? 'drives' : 'space',
        unit: usable.length === 0 ? 'count' : 'bytes',
        needed: usable.length === 0 ? 1 : needed,
        available,
        where,
      },
    ],
  };
}

const MOST_NAMED = 4;

function busy(index: number, what: string, spots: readonly Spot[], load: Load): Wait {
  const parts = spots.flatMap((spot) => busyParts(spot, load));
  const copies = [...new Set(parts.flatMap((part) => part.copies))].sort();
  const named = `${copies.slice(0, MOST_NAMED).join(', ')}${copies.length > MOST_NAMED ? ` and ${copies.length - MOST_NAMED} more` : ''}`;
  return {
    reason: 'copies-running',
    message: `leg ${index} waits for the copies of ${named} on ${what} (at most ${COPIES_PER_TARGET} on a target, ${COPIES_PER_DRIVE} on a drive)`,
    waitingFor: `the copies of ${named}`,
    unblockedBy: 'nothing: it starts when its turn comes',
    busyIds: busyIds(spots, load),
  };
}
