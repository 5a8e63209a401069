import type { ParamsOf } from '@weft/shared/text/catalogue/catalogue';
import type { Message } from '@weft/shared/text/message';
import { driveRef } from '@weft/shared/text/references';
import { messageOf, said, textOfMessage } from '@weft/shared/text/rendering/render';
import { nodeOf } from '../documents/references.js';
import { allLegs, type LegDocument, otherHalves, type VolumeDocument } from '../documents/volume.document.js';
import type { CandidateDrive, Candidates } from '../placement/candidates.js';
import type { Due, Wait } from './replacement-due.js';

/** Running rebuilds, by node id and by drive id, for reads and for writes; each entry names the rebuilt leg. */
export interface Load {
  nodes: ReadonlyMap<string, readonly Message[]>;
  drives: ReadonlyMap<string, readonly Message[]>;
}

/** One rebuild uses all that a drive and a NIC can do: more at once would end no sooner and slow down the clients of the targets. */
export const COPIES_PER_TARGET = 2;
export const COPIES_PER_DRIVE = 1;

/** Reasons that concern one drive only: another drive of the same node is as good as any. */
const OF_ONE_DRIVE = ['drive-gone', 'leg-gone', 'bad-blocks', 'write-error', 'want-replacement'];

/**
 * Drives that may take over a leg, best first: in another failure domain than the other halves of its mirror set, with enough space, without another leg of the volume;
 * nodes with the fewest legs of the volume first, then the emptiest drives.
 * @returns the drives, or the wait, in numbers.
 */
export function placesFor(volume: VolumeDocument, { index, leg, source }: Due, { drives, className, leftOut }: Candidates, load: Load) {
  const {
    spec: { sizeBytes },
  } = leg ?? source;
  const others = otherHalves(volume, index);
  const elsewhere = drives.filter(
    (each) => each.failureDomain !== null && !others.some((other) => other.spec.failureDomain === each.failureDomain),
  );
  const reason = leg?.status.conditions.find(({ type }) => type === 'Healthy')?.reason ?? '';
  const usable = elsewhere.filter(
    (each) =>
      !allLegs(volume).some((other) => other.driveId === each.driveId) &&
      (!leg || each.nodeId !== leg.nodeId || leg.status.health === 'healthy' || OF_ONE_DRIVE.includes(reason)),
  );
  const fitting = usable.filter((each) => each.freeBytes >= sizeBytes);
  if (fitting.length === 0) {
    const { failureDomain } = volume.spec;
    const wanted = {
      legIndex: index,
      neededBytes: sizeBytes,
      className,
      failureDomain,
      otherDomains: others.map((each) => each.spec.failureDomain),
    };
    return { wait: shortage(wanted, usable, leftOut) };
  }
  const idle = fitting.filter((each) => !isBusy(each, load));
  const taken = idle.length === 0 ? fitting : [];
  if (isBusy(source, load)) {
    const wait = busy({ legIndex: index, source: driveOfNode(source) }, [source], load);
    // The queue counts all of them, so that a later volume does not take the free ones first.
    return { wait: { ...wait, busyIds: busyIds([source, ...taken], load) } };
  }
  if (idle.length === 0) return { wait: busy({ legIndex: index, drives: fitting.length }, taken, load) };
  const uses = (each: CandidateDrive) => volume.legs.filter((other) => other.nodeId === each.nodeId).length;
  return { places: idle.sort((a, b) => uses(a) - uses(b) || freeRatio(b) - freeRatio(a) || a.driveId.localeCompare(b.driveId)) };
}

const freeRatio = (drive: CandidateDrive) => drive.freeBytes / drive.capacityBytes;
interface Spot {
  nodeId: string;
  driveId: string;
}

/** The drive or the node of a place, if at its limit. */
const busyParts = ({ nodeId, driveId }: Spot, { nodes, drives }: Load): { id: string; copies: readonly Message[] }[] =>
  [
    { id: driveId, copies: drives.get(driveId) ?? [], limit: COPIES_PER_DRIVE },
    { id: nodeId, copies: nodes.get(nodeId) ?? [], limit: COPIES_PER_TARGET },
  ].filter(({ copies, limit }) => copies.length >= limit);

const busyIds = (spots: readonly Spot[], load: Load): string[] =>
  [...new Set(spots.flatMap((spot) => busyParts(spot, load).map(({ id }) => id)))].sort();

const isBusy = (spot: Spot, load: Load): boolean => busyParts(spot, load).length > 0;

function shortage(
  wanted: Omit<ParamsOf<'leg-needs-drive'>, 'drives' | 'freeBytes' | 'notCounted'>,
  usable: readonly CandidateDrive[],
  leftOut: readonly Message[],
): Wait {
  const freeBytes = usable.reduce((most, each) => Math.max(most, each.freeBytes), 0);
  const data = { ...wanted, drives: usable.length, freeBytes, notCounted: [...leftOut] };
  return said('leg-needs-drive', data, usable.length === 0 ? 'insufficient-drives' : 'insufficient-space');
}

const MOST_NAMED = 4;

function busy(waits: Pick<ParamsOf<'leg-waits-for-copies'>, 'legIndex' | 'source' | 'drives'>, spots: readonly Spot[], load: Load): Wait {
  const running = spots.flatMap((spot) => busyParts(spot, load)).flatMap(({ copies }) => copies);
  const byName = new Map(running.map((copy) => [textOfMessage(copy), copy]));
  const copies = [...byName].sort(([a], [b]) => a.localeCompare(b)).map(([, copy]) => copy);
  const data = { ...waits, copies: copies.slice(0, MOST_NAMED), more: copies.length > MOST_NAMED ? copies.length - MOST_NAMED : undefined };
  return {
    ...said('leg-waits-for-copies', { ...data, mostPerNode: COPIES_PER_TARGET, mostPerDrive: COPIES_PER_DRIVE }, 'copies-running'),
    busyIds: busyIds(spots, load),
  };
}

const driveOfNode = ({ driveId, driveSerial, ...leg }: LegDocument): Message =>
  messageOf('drive-of-node', { drive: driveRef(driveId, driveSerial), node: nodeOf(leg) });
