import type { JobWait } from '@weft/shared/kinds/job';
import { isMirrored } from '@weft/shared/kinds/volume';
import type { Reason } from '@weft/shared/messages/report';
import type { AttachmentDocument } from '../documents/attachment.document.js';
import type { JobDocument, JobView, StepView } from '../documents/job.document.js';
import { isAppended, type LegDocument, roleOf } from '../documents/volume.document.js';
import { whyNotWithout } from '../epoch/epoch.js';
import { tookUp } from '../legs/grow.js';
import type { Advance } from '../reconcile/advance.js';
import { lastTurnEnds } from '../reconcile/fence-turns.js';
import { letGoEnds } from '../reconcile/revoke.js';
import { clientWord, exportGone, legGone, legGrown, legWord, letGo } from '../world/reported-status.js';
import type { VolumeWorld } from '../world/volume-world.js';
import { jobView, step, view } from './job-view.js';
import { repairView } from './repair-job-view.js';

/** Views of jobs for forced moves, growth, repair and older epochs. Others are as in `jobView`, plus the way out of a wait for a lost leg. */
export function epochJobView(job: JobDocument, world: VolumeWorld, next: Advance): JobView {
  switch (job.kind) {
    case 'attachment.revoke':
      return revokeView(job, world, next);
    case 'volume.grow':
      return growView(job, world, next);
    case 'volume.repair':
      return repairView(job, world, next);
    case 'volume.discard':
      return discardView(world, next);
    case 'attachment.attach':
      return withWayOut(jobView(job, world, next), (wait) => acceptingLoss(world, wait));
    case 'attachment.detach': {
      const attachment = world.attachments.find((each) => each._id === job.subject.id && each.state === 'unexporting');
      return withWayOut(jobView(job, world, next), ({ node }) => attachment && leavingOut(world, attachment, node));
    }
    default:
      return jobView(job, world, next);
  }
}

const withWayOut = (shown: JobView, more: (wait: JobWait) => string | null | undefined): JobView => ({
  ...shown,
  waitingFor: shown.waitingFor.map((wait) => {
    const way = more(wait);
    return way ? { ...wait, unblockedBy: `${wait.unblockedBy}; or ${way}` } : wait;
  }),
});

/** The node that an attach waits for may hold the last writes: an administrator can accept their loss (S4, S11). */
function acceptingLoss({ volume }: VolumeWorld, { node }: JobWait): string | null {
  const legs = volume.legs.filter((leg) => leg.nodeName === node && leg.inSync);
  if (legs.length === 0 || !volume.array?.created || whyNotWithout(volume, new Set(legs.map((leg) => leg.id))) !== null) return null;
  return `an administrator accepting that what only ${legs.map((leg) => `leg ${leg.index}`).join(', ')} on ${node} may have is lost (POST /api/v1/volumes/${volume._id}/accept-loss with ${legs.map((leg) => leg.id).join(', ')}), which starts a new epoch`;
}

function revokeView(job: JobDocument, world: VolumeWorld, next: Advance): JobView {
  const attachment = world.attachments.find((each) => each._id === job.subject.id);
  if (!attachment) return { ...job, state: 'done', waitingFor: [] };
  const after = next.attachments.find((each) => each._id === attachment._id);
  const isWaitedFor = after !== undefined && letGoEnds(after) !== null;
  const fences = attachment.exports.map((exported): StepView => {
    const name = 'fence its legs';
    if (isWaitedFor) return { name, node: exported.nodeName, state: 'pending', reason: null };
    const isOrdered = after?.exports.some(({ nodeId, desired }) => nodeId === exported.nodeId && desired === 'absent');
    // The view names an offline target at once.
    if (after && !isOrdered && !world.isSilent(exported.nodeId))
      return { name, node: exported.nodeName, state: 'pending', reason: itsTurn(after) };
    if (exported.leftOut && !exported.gone)
      return {
        name,
        node: exported.nodeName,
        state: 'done',
        reason: {
          code: 'left-out',
          message: `left out: ${exported.nodeName} is said to be off. Its fence is pending, its legs are out of the epoch`,
        },
      };
    const word = world.word(exported.nodeId, 'export', attachment._id, exported.orderGeneration);
    return step(name, world, exported.nodeId, exported.nodeName, exportGone(world, attachment, exported), word);
  });
  const isOver = !after || after.fenced;
  const client: StepView = isWaitedFor
    ? step('let go of it', world, attachment.nodeId, attachment.nodeName, false, clientWord(world, attachment))
    : {
        name: 'let go of it',
        node: attachment.nodeName,
        state: letGo(clientWord(world, attachment)) ? 'done' : isOver ? 'failed' : 'running',
        reason: notWaitedFor(after ?? attachment, letGo(clientWord(world, attachment))),
      };
  const shown = view([client, ...fences], false);
  if (isOver) return { ...shown, state: 'done', waitingFor: [] };
  return withWayOut(shown, ({ node }) => leavingOut(world, attachment, node));
}

function itsTurn(attachment: AttachmentDocument) {
  const { nodeName } = attachment;
  const ends = lastTurnEnds(attachment);
  const when = ends
    ? `at ${ends.toISOString()}, when ${nodeName} has had the time to give up the side that is fenced`
    : `when the first side of its mirrors is, and ${nodeName} has had the time to give that up`;
  return { code: 'in-turn', message: `${nodeName} may still write to it: it is fenced ${when}` };
}

/** The step is done when the client reports its release, however late; the reason still says that its legs were fenced without it, and since when. */
function notWaitedFor({ nodeName, revoked }: AttachmentDocument, hasLetGo: boolean): Reason | null {
  const since = revoked?.notWaitedForAt;
  if (hasLetGo && !since) return null;
  const fenced = since ? `its legs are fenced without it since ${since.toISOString()}` : 'its legs are fenced without it';
  return {
    code: 'not-waited-for',
    message: hasLetGo ? `${nodeName} has let go of it late: ${fenced}` : `${nodeName} has not said that it has let go of it: ${fenced}`,
  };
}

function leavingOut({ volume }: VolumeWorld, attachment: AttachmentDocument, nodeName: string | null): string | null {
  const exported = attachment.exports.find((each) => each.nodeName === nodeName);
  if (!exported || !isMirrored(volume.spec.protection)) return null;
  return `an administrator stating that ${nodeName} is off and will not export before it has talked to a server (targetsOff with ${exported.nodeId}, POST /api/v1/attachments/${attachment._id}/revoke): its legs then leave the epoch`;
}

const cancelled = (job: JobDocument, message: string): JobView => ({
  state: 'failed',
  steps: job.steps,
  waitingFor: [],
  error: { code: 'cancelled', message },
});

function growView(job: JobDocument, world: VolumeWorld, next: Advance): JobView {
  const { volume } = world;
  if (volume.state === 'deleting') return cancelled(job, `Volume ${volume.name} was deleted before it had grown.`);
  const legStep = (leg: LegDocument) => {
    const word = legWord(world, leg);
    const name =
      isAppended(volume, leg) || roleOf(leg) === 'joining' ? `create and wipe leg ${leg.index}` : `extend and wipe leg ${leg.index}`;
    return step(name, world, leg.nodeId, leg.nodeName, volume.growth?.legsGrown !== false || legGrown(world, leg), word);
  };
  const clients = world.attachments
    .filter((each) => each.desired === 'attached')
    .map((each): StepView => {
      if (volume.growth?.legsGrown === false) return { name: 'take up the new size', node: each.nodeName, state: 'pending', reason: null };
      return step('take up the new size', world, each.nodeId, each.nodeName, tookUp(world, each), clientWord(world, each));
    });
  const appended = new Set(volume.legs.filter((leg) => isAppended(volume, leg)).map(({ id }) => id));
  const exports = world.attachments
    .filter((each) => each.desired === 'attached')
    .flatMap((each) =>
      each.exports
        .filter(({ namespaces }) => namespaces.some(({ legId }) => appended.has(legId)))
        .map((exported) => {
          const word = world.word(exported.nodeId, 'export', each._id, exported.orderGeneration);
          return step(`export it to ${each.nodeName}`, world, exported.nodeId, exported.nodeName, word?.state === 'done', word);
        }),
    );
  const awaited = volume.legs.filter((leg) => roleOf(leg) !== 'leaving');
  return view([...awaited.map(legStep), ...exports, ...clients], !next.volume.growth);
}

function discardView(world: VolumeWorld, next: Advance): JobView {
  const going = (world.volume.obsoleteLegs ?? []).filter((leg) => leg.desired === 'absent');
  const steps = going.map((leg) =>
    step(`remove leg ${leg.index} of epoch ${leg.epoch}`, world, leg.nodeId, leg.nodeName, legGone(world, leg), legWord(world, leg)),
  );
  const left = (next.volume.obsoleteLegs ?? []).some((leg) => leg.desired === 'absent');
  return view(steps, !left || next.volumeRemoved);
}
