import type { EvictionPlan } from '@weft/shared/kinds/eviction';
import type { JobReason } from '@weft/shared/kinds/job';
import { isMirrored } from '@weft/shared/kinds/volume';
import { driveRef, legRef } from '@weft/shared/text/references';
import { messageIn, messageOf, withText } from '@weft/shared/text/rendering/render';
import { nodeOf, volumeOf } from '../documents/references.js';
import { allLegs, type LegDocument, roleOf, type VolumeDocument } from '../documents/volume.document.js';
import { jobReason, messageOfReason } from '../job-messages/job-message.js';
import type { CandidateDrive, Candidates } from '../placement/candidates.js';
import { type Load, placesFor } from './replacement-drives.js';

/*
 * Effects of evicting a drive or node. Scenarios:
 *
 * - A mirror leg moves to the drive that repair would choose if no other rebuild ran. Its space there is not free for the next leg, and the plan for
 *   the next leg of its volume counts the moved leg there.
 * - No drive has space: the plan shows that in numbers, and the leg waits where it is.
 * - No client runs its array: the leg has a new drive, and waits for an attachment.
 * - No other leg has its data, or it is kept from an older epoch: it does not move, and the plan names it.
 * - It is moving already, or about to be removed: there is nothing to do.
 */
const IDLE: Load = { nodes: new Map(), drives: new Map() };

type Holds = (place: { nodeId: string; driveId: string }) => boolean;
type Move = EvictionPlan['moves'][number];
type Leg = EvictionPlan['notMovable'][number];

/** A move, and the drive that its leg goes to; null: no drive fits. */
export interface PlannedMove {
  volume: VolumeDocument;
  leg: LegDocument;
  drive: CandidateDrive | null;
  move: Move;
}

/** @param candidatesOf drives of a volume's class that can take new legs. */
export function evictionPlan(
  volumes: readonly VolumeDocument[],
  holds: Holds,
  candidatesOf: (volume: VolumeDocument) => Candidates,
): { planned: PlannedMove[]; notMovable: Leg[] } {
  const taken = new Map<string, number>();
  const planned: PlannedMove[] = [];
  const notMovable: Leg[] = [];
  for (const volume of volumes) {
    let next = volume;
    for (const leg of allLegs(volume).filter(holds)) {
      const stays = whyItStays(volume, leg);
      if (stays !== null) notMovable.push({ ...described(volume, leg), ...withText(messageOfReason(stays)) });
      else if (isHereToStay(volume, leg)) {
        const { drive, move } = moveOf(next, leg, withoutTaken(holds, taken, candidatesOf(volume)));
        planned.push({ volume, leg, drive, move });
        if (!drive) continue;
        taken.set(drive.driveId, (taken.get(drive.driveId) ?? 0) + leg.spec.sizeBytes);
        next = { ...next, legs: next.legs.map((each) => (each.id === leg.id ? movedTo(each, drive) : each)) };
      }
    }
  }
  return { planned, notMovable };
}

const movedTo = (leg: LegDocument, { driveId, nodeId, nodeName, failureDomain }: CandidateDrive): LegDocument => ({
  ...leg,
  ...{ driveId, nodeId, nodeName },
  spec: { ...leg.spec, failureDomain: failureDomain ?? nodeName },
});

/** Why no eviction moves the leg; null: it can move. */
export function whyItStays(volume: VolumeDocument, leg: LegDocument): JobReason | null {
  const refs = { leg: legRef(leg), volume: volumeOf(volume) };
  const { protection } = volume.spec;
  if (volume.obsoleteLegs?.some((each) => each.id === leg.id && each.spec.desired === 'present')) return jobReason('leg-kept', refs);
  if (!isMirrored(protection)) return jobReason('leg-without-mirror', { ...refs, protection });
  return null;
}

/** Whether the leg is neither moving elsewhere nor about to be removed. */
const isHereToStay = (volume: VolumeDocument, leg: LegDocument): boolean =>
  volume.legs.includes(leg) && leg.spec.desired === 'present' && roleOf(leg) !== 'leaving';

const described = ({ _id, name, spec }: VolumeDocument, { id, index, spec: { sizeBytes } }: LegDocument) => ({
  volume: { id: _id, name },
  protection: spec.protection,
  legId: id,
  index,
  sizeBytes,
});

const withoutTaken = (holds: Holds, taken: ReadonlyMap<string, number>, candidates: Candidates): Candidates => ({
  ...candidates,
  drives: candidates.drives
    .filter((drive) => !holds(drive))
    .map((drive) => ({ ...drive, freeBytes: drive.freeBytes - (taken.get(drive.driveId) ?? 0) })),
});

function moveOf(volume: VolumeDocument, leg: LegDocument, candidates: Candidates): Pick<PlannedMove, 'drive' | 'move'> {
  const found = placesFor(volume, { index: leg.index, leg, source: leg }, candidates, IDLE);
  const [drive] = found.places ?? [];
  const what = described(volume, leg);
  if (!drive) {
    const blocker = found.wait ? messageIn(found.wait) : messageOf('leg-without-place', { legIndex: leg.index });
    return { drive: null, move: { ...what, to: null, ...withText(blocker) } };
  }
  const to = { drive: { id: drive.driveId, serial: drive.serial }, node: { id: drive.nodeId, name: drive.nodeName } };
  const place = { drive: driveRef(drive.driveId, drive.serial), node: nodeOf(drive) };
  const needsAttachment = volume.array?.status.created !== true || volume.status.health === 'detached';
  const moves = messageOf('leg-moves', { leg: legRef(leg), volume: volumeOf(volume), ...place, needsAttachment });
  return { drive, move: { ...what, to, ...withText(moves) } };
}
