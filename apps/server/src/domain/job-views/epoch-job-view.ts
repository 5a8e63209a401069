import type { JobReason } from '@weft/shared/kinds/job';
import { isMirrored } from '@weft/shared/kinds/volume';
import type { Message, MessageReference } from '@weft/shared/text/message';
import { attachmentRef, legRef, nodeRef, volumeRef } from '@weft/shared/text/references';
import { messageOf } from '@weft/shared/text/rendering/render';
import type { AttachmentDocument, Stated } from '../documents/attachment.document.js';
import type { JobDocument, JobView, StepView } from '../documents/job.document.js';
import { isAppended, type LegDocument, roleOf } from '../documents/volume.document.js';
import { whyNotWithout } from '../epoch/epoch.js';
import { jobReason, stepName } from '../job-messages/job-message.js';
import { tookUp } from '../legs/grow.js';
import type { Advance } from '../reconcile/advance.js';
import { lastTurnEnds } from '../reconcile/fence-turns.js';
import { letGoEnds } from '../reconcile/revoke.js';
import { clientReport, exportGone, legGone, legGrown, legReport, letGo } from '../world/reported-status.js';
import type { VolumeWorld } from '../world/volume-world.js';
import { failed, jobView, pending, step, view, volumeDeleted } from './job-view.js';
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
      return jobView(job, world, next, (node) => acceptingLoss(world, node));
    case 'attachment.detach': {
      const attachment = world.attachments.find((each) => each._id === job.subject.id && each.status.state === 'unexporting');
      return jobView(job, world, next, (node) => (attachment ? leavingOut(world, attachment, node) : null));
    }
    default:
      return jobView(job, world, next);
  }
}

/** The node that an attach waits for may hold the last writes: an administrator can accept their loss (S4, S11). */
function acceptingLoss({ volume }: VolumeWorld, node: string | null): Message | null {
  const legs = volume.legs.filter((leg) => leg.nodeName === node && leg.status.inSync);
  const [first] = legs;
  if (!first || !volume.array?.status.created || whyNotWithout(volume, new Set(legs.map((leg) => leg.id))) !== null) return null;
  return messageOf('accept-loss', {
    volume: volumeRef(volume._id, volume.name),
    node: nodeRef(first.nodeId, first.nodeName),
    legs: legs.map(legRef),
  });
}

function revokeView(job: JobDocument, world: VolumeWorld, next: Advance): JobView {
  const attachment = world.attachments.find((each) => each._id === job.subject.id);
  if (!attachment) return { ...job, state: 'done', waitingFor: [] };
  const after = next.attachments.find((each) => each._id === attachment._id);
  const isWaitedFor = after !== undefined && letGoEnds(after) !== null;
  const fences = attachment.exports.map((exported): StepView => {
    const name = stepName('fence-legs', {});
    if (isWaitedFor) return pending(name, exported);
    const isOrdered = after?.exports.some(({ nodeId, spec: { desired } }) => nodeId === exported.nodeId && desired === 'absent');
    // The view names an offline target at once.
    if (after && !isOrdered && !world.isSilent(exported.nodeId)) return pending(name, exported, itsTurn(after));
    const { nodeId, nodeName: node } = exported;
    if (exported.spec.leftOut && !exported.status.gone)
      return { ...name, node, nodeId, state: 'done', reason: leftOut(attachment, nodeRef(nodeId, node)) };
    const report = world.report(exported.nodeId, 'export', attachment._id, exported.spec.orderGeneration);
    return step(name, world, exported.nodeId, exported.nodeName, exportGone(world, attachment, exported), report);
  });
  const isOver = !after || after.status.fenced;
  const release = stepName('release-volume', {});
  const client: StepView = isWaitedFor
    ? step(release, world, attachment.nodeId, attachment.nodeName, false, clientReport(world, attachment))
    : {
        ...release,
        node: attachment.nodeName,
        nodeId: attachment.nodeId,
        state: letGo(clientReport(world, attachment)) ? 'done' : isOver ? 'failed' : 'running',
        reason: notWaitedFor(after ?? attachment, letGo(clientReport(world, attachment))),
      };
  const shown = view([client, ...fences], false, world.nodes, (node) => leavingOut(world, attachment, node));
  return isOver ? { ...shown, state: 'done', waitingFor: [] } : shown;
}

function itsTurn(attachment: AttachmentDocument): JobReason {
  return jobReason('in-turn', { client: clientOf(attachment), dueAt: lastTurnEnds(attachment)?.toISOString() });
}

/** The step is done when the client reports its release, however late; the reason still says that its legs were fenced without it, and since when. */
function notWaitedFor(attachment: AttachmentDocument, released: boolean): JobReason | null {
  const { clientIsOff, clientOffStated } = attachment.spec.revoked ?? {};
  const since = attachment.status.fences?.notWaitedForAt?.toISOString();
  if (clientIsOff)
    return jobReason('client-stated-off', { client: clientOf(attachment), released, since, ...statementOf(clientOffStated) });
  if (released && !since) return null;
  return jobReason('not-waited-for', { client: clientOf(attachment), released, since });
}

function leftOut({ spec: { revoked } }: AttachmentDocument, node: MessageReference): JobReason {
  return jobReason('left-out', { node, ...statementOf(revoked?.targetsOff.find(({ id }) => id === node.id)?.stated) });
}

/** Absent fields: the legs left in a new epoch, or an earlier version stored the statement. */
const statementOf = (stated: Stated | undefined) => ({ by: stated?.by, at: stated?.at.toISOString() });

const clientOf = ({ nodeId, nodeName }: AttachmentDocument) => nodeRef(nodeId, nodeName);

function leavingOut({ volume }: VolumeWorld, attachment: AttachmentDocument, nodeName: string | null): Message | null {
  const exported = attachment.exports.find((each) => each.nodeName === nodeName);
  if (!exported || !isMirrored(volume.spec.protection)) return null;
  const of = attachmentRef(attachment._id, `${attachment.volumeName} on ${attachment.nodeName}`);
  return messageOf('declare-target-off', { attachment: of, node: nodeRef(exported.nodeId, exported.nodeName) });
}

function growView(job: JobDocument, world: VolumeWorld, next: Advance): JobView {
  const { volume } = world;
  if (volume.status.state === 'deleting') return failed(job, volumeDeleted(job, volume));
  const legStep = (leg: LegDocument) => {
    const report = legReport(world, leg);
    const isNew = isAppended(volume, leg) || roleOf(leg) === 'joining';
    const name = stepName(isNew ? 'create-leg' : 'extend-leg', { leg: legRef(leg) });
    return step(name, world, leg.nodeId, leg.nodeName, volume.growth?.status.legsGrown !== false || legGrown(world, leg), report);
  };
  const clients = world.attachments
    .filter((each) => each.spec.desired === 'attached')
    .map((each): StepView => {
      const name = stepName('use-new-size', {});
      if (volume.growth?.status.legsGrown === false) return pending(name, each);
      return step(name, world, each.nodeId, each.nodeName, tookUp(world, each), clientReport(world, each));
    });
  const appended = new Set(volume.legs.filter((leg) => isAppended(volume, leg)).map(({ id }) => id));
  const exports = world.attachments
    .filter((each) => each.spec.desired === 'attached')
    .flatMap((each) =>
      each.exports
        .filter(({ spec: { namespaces } }) => namespaces.some(({ legId }) => appended.has(legId)))
        .map((exported) => {
          const report = world.report(exported.nodeId, 'export', each._id, exported.spec.orderGeneration);
          return step(
            stepName('export-to-client', { client: clientOf(each) }),
            world,
            exported.nodeId,
            exported.nodeName,
            report?.state === 'done',
            report,
          );
        }),
    );
  const awaited = volume.legs.filter((leg) => roleOf(leg) !== 'leaving');
  return view([...awaited.map(legStep), ...exports, ...clients], !next.volume.growth, world.nodes);
}

function discardView(world: VolumeWorld, next: Advance): JobView {
  const going = (world.volume.obsoleteLegs ?? []).filter((leg) => leg.spec.desired === 'absent');
  const steps = going.map((leg) => step(removalOf(leg), world, leg.nodeId, leg.nodeName, legGone(world, leg), legReport(world, leg)));
  const left = (next.volume.obsoleteLegs ?? []).some((leg) => leg.spec.desired === 'absent');
  return view(steps, !left || next.volumeRemoved, world.nodes);
}

const removalOf = (leg: LegDocument) => stepName('remove-obsolete-leg', { leg: legRef(leg), epoch: leg.spec.epoch });
