import type { JobReason, JobWait } from '@weft/shared/kinds/job';
import type { ObjectStatus } from '@weft/shared/messages/report';
import type { Message, MessageReference } from '@weft/shared/text/message';
import { attachmentRef, legRef, nodeRef, volumeRef } from '@weft/shared/text/references';
import { messageOf } from '@weft/shared/text/rendering/render';
import type { JobDocument, JobView, StepView } from '../documents/job.document.js';
import { jobReason, jobWait, messageOfReason, nodeSilent, type StepName, stepName } from '../job-messages/job-message.js';
import type { Advance } from '../reconcile/advance.js';
import { exportGone, legGone, legReady } from '../world/reported-status.js';
import type { VolumeWorld } from '../world/volume-world.js';

/** Current view of an open job of a volume or of one of its attachments. Pure: it derives from the world; a job itself stores only the request. */
export function jobView(job: JobDocument, world: VolumeWorld, next: Advance, more: MoreWays = NO_MORE): JobView {
  switch (job.kind) {
    case 'volume.create':
      if (world.volume.status.state === 'deleting') return failed(job, volumeDeleted(job, world.volume));
      return view(
        world.volume.legs.map((leg) =>
          step(
            stepName('create-leg', { leg: legRef(leg) }),
            world,
            leg.nodeId,
            leg.nodeName,
            legReady(world, leg),
            world.report(leg.nodeId, 'leg', leg.id, leg.spec.orderGeneration),
          ),
        ),
        next.volume.status.state === 'available',
        world.nodes,
      );
    case 'snapshot.create':
    case 'volume.roll-back':
      return copyView(job, world, next);
    case 'volume.delete':
      return view(
        world.volume.legs.map((leg) =>
          step(
            stepName('remove-leg', { leg: legRef(leg) }),
            world,
            leg.nodeId,
            leg.nodeName,
            legGone(world, leg),
            world.report(leg.nodeId, 'leg', leg.id, leg.spec.orderGeneration),
          ),
        ),
        next.volumeRemoved,
        world.nodes,
      );
    case 'attachment.attach':
      return attachView(job, world, next, more);
    case 'attachment.detach':
      return detachView(job, world, next, more);
    default:
      return job;
  }
}

/** Legs that are copied: of a snapshot, or of a volume that is rolled back. */
function copyView(job: JobDocument, world: VolumeWorld, next: Advance): JobView {
  const { snapshot, rollBack } = next.volume.spec;
  if (world.volume.status.state === 'deleting') return failed(job, snapshot?.failure ?? volumeDeleted(job, world.volume));
  const legs = world.volume.legs.map((leg) => {
    const report = world.report(leg.nodeId, 'leg', leg.id, leg.spec.orderGeneration);
    return step(stepName('copy-leg', { leg: legRef(leg) }), world, leg.nodeId, leg.nodeName, legReady(world, leg), report);
  });
  return view(legs, next.volume.status.state === 'available' && !rollBack, world.nodes);
}

function attachView(job: JobDocument, world: VolumeWorld, next: Advance, more: MoreWays): JobView {
  const attachment = world.attachments.find((each) => each._id === job.subject.id);
  if (!attachment || attachment.spec.desired === 'detached')
    return failed(job, jobReason('attachment-detached', { attachment: subjectOf(job) }, 'cancelled'));
  const attached = next.attachments.find((each) => each._id === attachment._id)?.status.state === 'attached';
  return view(
    [
      ...attachment.exports.map((exported) => {
        const report = world.report(exported.nodeId, 'export', attachment._id, exported.spec.orderGeneration);
        return step(
          stepName('export-legs', {}),
          world,
          exported.nodeId,
          exported.nodeName,
          report?.state === 'done' && report.observed.present,
          report,
        );
      }),
      step(
        stepName('build-device', {}),
        world,
        attachment.nodeId,
        attachment.nodeName,
        attached,
        world.report(attachment.nodeId, 'attachment', attachment._id, attachment.spec.orderGeneration),
      ),
    ],
    attached,
    world.nodes,
    more,
  );
}

function detachView(job: JobDocument, world: VolumeWorld, next: Advance, more: MoreWays): JobView {
  const attachment = world.attachments.find((each) => each._id === job.subject.id);
  if (!attachment) return { ...job, state: 'done', waitingFor: [] };
  const refusal = next.refusals.get(attachment._id);
  if (refusal) return failed(job, refusal);
  if (attachment.spec.revoked) return failed(job, jobReason('attachment-revoked', { attachment: subjectOf(job) }, 'cancelled'));
  const report = world.report(attachment.nodeId, 'attachment', attachment._id, attachment.spec.orderGeneration);
  const withdrawing = stepName('withdraw-export', {});
  const removed = attachment.status.state !== 'detaching' || (report?.state === 'done' && !report.observed.present);
  return view(
    [
      step(stepName('remove-device', {}), world, attachment.nodeId, attachment.nodeName, removed, report),
      ...attachment.exports.map((exported) => {
        const gone = exportGone(world, attachment, exported);
        if (attachment.status.state === 'detaching') return pending(withdrawing, exported);
        return step(
          withdrawing,
          world,
          exported.nodeId,
          exported.nodeName,
          gone,
          world.report(exported.nodeId, 'export', attachment._id, exported.spec.orderGeneration),
        );
      }),
    ],
    next.removedAttachmentIds.includes(attachment._id) ||
      next.attachments.some((each) => each._id === attachment._id && each.status.fenced),
    world.nodes,
    more,
  );
}

/** View of one step on one node; `word` is the node's last status that counts. */
export function step(
  name: StepName,
  world: Pick<VolumeWorld, 'nodes' | 'isSilent' | 'isDoubtful'>,
  nodeId: string,
  node: string,
  done: boolean,
  report: ObjectStatus | undefined,
): StepView {
  const of = (state: StepView['state'], reason: JobReason | null): StepView => ({ ...name, node, nodeId, state, reason });
  if (done) return of('done', null);
  if (world.isSilent(nodeId)) {
    const since = world.nodes.get(nodeId)?.status.connection.since;
    return of('waiting', { ...nodeSilent(nodeRef(nodeId, node), since), node });
  }
  if (world.isDoubtful(nodeId))
    return of('waiting', { ...jobReason('node-without-orders', { node: nodeRef(nodeId, node) }, 'history-unknown'), node });
  if (report?.state === 'failed' || report?.state === 'waiting') return of(report.state, report.reason);
  return of('running', null);
}

export const pending = (
  name: StepName,
  { nodeId, nodeName }: { nodeId: string; nodeName: string },
  reason: JobReason | null = null,
): StepView => ({ ...name, node: nodeName, nodeId, state: 'pending', reason });

/** The error of a job whose volume was deleted meanwhile. */
export const volumeDeleted = ({ kind }: JobDocument, volume: { _id: string; name: string }): JobReason =>
  jobReason('volume-deleted', { volume: volumeRef(volume._id, volume.name), job: kind }, 'cancelled');

const subjectOf = ({ subject: { id, name } }: JobDocument): MessageReference => attachmentRef(id, name);

export const failed = ({ steps }: Pick<JobView, 'steps'>, error: JobReason): JobView => ({ state: 'failed', steps, waitingFor: [], error });

type Nodes = ReadonlyMap<string, { name: string }>;
/** A further way out of the wait for a node of this name. */
type MoreWays = (node: string | null) => Message | null;
const NO_MORE: MoreWays = () => null;

/**
 * The agent retries a failed step with back-off, so the job waits and names the cause.
 * @param nodes by id: nodes that reasons may name.
 */
export function view(steps: StepView[], done: boolean, nodes: Nodes, more: MoreWays = NO_MORE): JobView {
  if (done) return { state: 'done', steps: steps.map((each) => ({ ...each, state: 'done', reason: null })), waitingFor: [], error: null };
  const waitingFor = steps.flatMap((each) => (each.state === 'waiting' || each.state === 'failed' ? [wait(each, nodes, more)] : []));
  return { state: waitingFor.length > 0 ? 'waiting' : 'running', steps, waitingFor, error: null };
}

function wait(shown: StepView, nodes: Nodes, more: MoreWays): JobWait {
  const { code, params, node, nodeId, reason, state } = shown;
  const own = node !== null && nodeId !== undefined ? nodeRef(nodeId, node) : undefined;
  const waitedFor = reason?.node ?? node;
  const blocker = waitedFor === node ? own : nodeNamed(waitedFor, nodes);
  return jobWait(waitedFor, {
    step: code !== undefined && params ? { code, params } : undefined,
    node: own,
    reason: reason ? messageOfReason(reason) : messageOf('unexplained', { node: own, state }),
    ways: [wayOut(reason?.code, state, blocker), more(waitedFor)].filter((each) => each !== null),
  });
}

function nodeNamed(name: string | null, nodes: Nodes): MessageReference | undefined {
  const [id] = [...nodes].find(([, each]) => each.name === name) ?? [];
  return id === undefined || name === null ? undefined : nodeRef(id, name);
}

/** @param node the node that blocks the step; undefined: not known. */
function wayOut(code: string | undefined, state: StepView['state'], node: MessageReference | undefined): Message {
  if (code === 'node-silent' && node) return messageOf('reconnect-agent', { node });
  if (code === 'history-unknown' && node) return messageOf('accept-history', { node });
  if (code === 'not-attached') return messageOf('attach-exclusive', {});
  return messageOf(state === 'failed' ? 'remove-cause' : 'see-message', { node });
}
