import { devicePath } from '@weft/shared/identity';
import type { AttachmentAssignment } from '@weft/shared/messages/assignment';
import type { AttachmentStatus } from '@weft/shared/messages/report';
import { DEFAULT_COPIES } from '@weft/shared/mirror-sets';
import { arrayIdOf, arraysOf } from '@weft/shared/mirrors/mirror-set-arrays';
import { chooseAnchors } from '../anchors/anchors.js';
import { type AttachmentTrace, isEmptyTrace, pointsTo, setOf } from '../attachment-trace.js';
import type { AttachmentProbe, World } from '../plan.js';
import { planScrubs } from '../scrub/plan-scrubs.js';
import { runningArrays } from './plan-arrays.js';
import { planMembers } from './plan-members.js';
import { isPathOf } from './plan-paths.js';

/** The observed state of an attachment, for the report. */
export function observeAttachment(
  attachment: AttachmentAssignment,
  trace: AttachmentTrace,
  probe: AttachmentProbe,
  world: World,
): AttachmentStatus['observed'] {
  const { array, top, link } = trace;
  const running = array ? runningArrays(attachment, world) : [];
  const reasons = new Map(running.flatMap((each) => [...planMembers(each.one, each.one.array, each.running, each.trace, world).reasons]));
  const scrub = planScrubs(running, world).status;
  const { anchors } = chooseAnchors(attachment, trace, world.paths, world.nowMs);
  // The device is shorter than assigned while it grows; its present size can be used.
  const available =
    top !== undefined && top.sizeBytes <= attachment.sizeBytes && link !== undefined && pointsTo(link, top) && array?.state !== 'broken';
  return {
    present: !isEmptyTrace(trace),
    available,
    device: available ? devicePath(attachment.volumeName) : null,
    open: (probe.holders?.length ?? 0) > 0,
    arrayCreated: attachment.array !== null && (array !== undefined || wereAllSeen(attachment, world)),
    paths: attachment.legs.flatMap((leg) =>
      leg.paths.map((path) => {
        const controller = trace.controllers.find((each) => isPathOf(each, leg.subsystemNqn, path));
        return {
          ...{ legId: leg.legId, storageNetwork: path.storageNetwork, address: path.address },
          controllerState: controller?.state ?? null,
          ...(leg.authentication && controller?.keys && { keys: controller.keys }),
          ...(controller && (path.tls || controller.encrypted !== undefined) && { tls: controller.encrypted === true }),
        };
      }),
    ),
    array: array
      ? {
          uuid: array.uuid,
          state: array.state,
          degraded: array.degraded,
          syncAction: array.syncAction,
          syncProgressRatio: array.syncProgressRatio,
          syncSpeedBytesPerSecond: array.syncSpeedBytesPerSecond,
          members: array.members.flatMap(({ device, flags, slot, errors, badBlocks }) => {
            const leg = attachment.legs.find((candidate) => trace.heads.get(candidate.legId)?.device === device);
            return leg ? [{ legId: leg.legId, flags, slot, errors, badBlocks, events: probe.events?.get(leg.legId) ?? null }] : [];
          }),
          ...(scrub && { scrub }),
        }
      : lastArray(attachment, world),
    legs: attachment.legs.map(({ legId, subsystemNqn }) => ({
      legId,
      // A former anchor that lost its paths blocks until it is disconnected.
      anchor: anchors.has(legId) || (attachment.array !== null && waits(world, subsystemNqn)),
      reason: reasons.get(legId) ?? null,
    })),
  };
}

function waits({ paths }: World, nqn: string): boolean {
  const own = paths.get(nqn);
  return own !== undefined && !own.live && own.waits;
}

/** By the ledger, every array of the volume has run here. */
const wereAllSeen = (attachment: AttachmentAssignment, { facts }: Pick<World, 'facts'>): boolean =>
  arraysOf(attachment).every((one) => facts.arrays[arrayIdOf(one)]?.uuid === one.array.uuid);

/** For an array stopped by a detach: the in-sync members as the ledger has them. The last report may not have been sent before the stop (S11). */
function lastArray(attachment: AttachmentAssignment, { facts }: World): AttachmentStatus['observed']['array'] {
  const { attachmentId, desired, legs, array } = attachment;
  const arrays = arraysOf(attachment);
  const known = arrays.flatMap((one) => facts.arrays[arrayIdOf(one)] ?? []).filter((fact) => fact.attachmentId === attachmentId);
  const [first] = known;
  if (desired !== 'detached' || !first || known.length < arrays.length) return null;
  const inSyncLegs = known.flatMap((fact) => fact.inSyncLegs);
  const members = legs.filter(({ legId }) => inSyncLegs.includes(legId));
  const slots = (array?.copies ?? DEFAULT_COPIES) * (Math.max(...legs.map((leg) => setOf(attachment, leg))) + 1);
  return {
    // Of several arrays this one UUID stands for all (mirror-set-arrays.ts).
    uuid: array && arrays.length > 1 && wereAllSeen(attachment, { facts }) ? array.uuid : first.uuid,
    state: 'clear',
    degraded: slots - inSyncLegs.length,
    syncAction: 'idle',
    syncProgressRatio: null,
    syncSpeedBytesPerSecond: null,
    members: members.map(({ legId, index: slot }) => ({ legId, flags: ['in_sync'], slot, errors: 0, badBlocks: 0, events: null })),
  };
}
