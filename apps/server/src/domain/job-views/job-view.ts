import type { JobWait } from '@weft/shared/kinds/job';
import type { ObjectStatus, Reason } from '@weft/shared/messages/report';
import type { JobDocument, JobView, StepView } from '../documents/job.document.js';
import type { Advance } from '../reconcile/advance.js';
import { exportGone, legGone, legReady } from '../world/reported-status.js';
import type { VolumeWorld } from '../world/volume-world.js';

/** Current view of an open job of a volume or of one of its attachments. Pure: it derives from the world; a job itself stores only the request. */
export function jobView(job: JobDocument, world: VolumeWorld, next: Advance): JobView {
  switch (job.kind) {
    case 'volume.create':
      if (world.volume.state === 'deleting')
        return failed(job, { code: 'cancelled', message: `Volume ${world.volume.name} was deleted before it was ready.` });
      return view(
        world.volume.legs.map((leg) =>
          step(
            `create and wipe leg ${leg.index}`,
            world,
            leg.nodeId,
            leg.nodeName,
            legReady(world, leg),
            world.word(leg.nodeId, 'leg', leg.id, leg.orderGeneration),
          ),
        ),
        next.volume.state === 'available',
      );
    case 'volume.delete':
      return view(
        world.volume.legs.map((leg) =>
          step(
            `remove leg ${leg.index}`,
            world,
            leg.nodeId,
            leg.nodeName,
            legGone(world, leg),
            world.word(leg.nodeId, 'leg', leg.id, leg.orderGeneration),
          ),
        ),
        next.volumeRemoved,
      );
    case 'attachment.attach':
      return attachView(job, world, next);
    case 'attachment.detach':
      return detachView(job, world, next);
    default:
      return job;
  }
}

function attachView(job: JobDocument, world: VolumeWorld, next: Advance): JobView {
  const attachment = world.attachments.find((each) => each._id === job.subject.id);
  if (!attachment || attachment.desired === 'detached')
    return failed(job, { code: 'cancelled', message: `${job.subject.name} was detached before it was ready.` });
  const attached = next.attachments.find((each) => each._id === attachment._id)?.state === 'attached';
  return view(
    [
      ...attachment.exports.map((exported) => {
        const word = world.word(exported.nodeId, 'export', attachment._id, exported.orderGeneration);
        return step('export its legs', world, exported.nodeId, exported.nodeName, word?.state === 'done' && word.observed.present, word);
      }),
      step(
        'connect, assemble and publish',
        world,
        attachment.nodeId,
        attachment.nodeName,
        attached,
        world.word(attachment.nodeId, 'attachment', attachment._id, attachment.orderGeneration),
      ),
    ],
    attached,
  );
}

function detachView(job: JobDocument, world: VolumeWorld, next: Advance): JobView {
  const attachment = world.attachments.find((each) => each._id === job.subject.id);
  if (!attachment) return { ...job, state: 'done', waitingFor: [] };
  const refusal = next.refusals.get(attachment._id);
  if (refusal) return failed(job, refusal);
  if (attachment.revoked)
    return failed(job, { code: 'cancelled', message: `${job.subject.name} was taken away by force: follow the job attachment.revoke.` });
  const word = world.word(attachment.nodeId, 'attachment', attachment._id, attachment.orderGeneration);
  const apart = attachment.state !== 'detaching' || (word?.state === 'done' && !word.observed.present);
  return view(
    [
      step('take the device apart', world, attachment.nodeId, attachment.nodeName, apart, word),
      ...attachment.exports.map((exported) => {
        const gone = exportGone(world, attachment, exported);
        if (attachment.state === 'detaching')
          return { name: 'withdraw its export', node: exported.nodeName, state: 'pending' as const, reason: null };
        return step(
          'withdraw its export',
          world,
          exported.nodeId,
          exported.nodeName,
          gone,
          world.word(exported.nodeId, 'export', attachment._id, exported.orderGeneration),
        );
      }),
    ],
    next.removedAttachmentIds.includes(attachment._id) || next.attachments.some((each) => each._id === attachment._id && each.fenced),
  );
}

/** View of one step on one node; `word` is the node's last status that counts. */
export function step(
  name: string,
  world: Pick<VolumeWorld, 'nodes' | 'isSilent' | 'isDoubtful'>,
  nodeId: string,
  node: string,
  done: boolean,
  word: ObjectStatus | undefined,
): StepView {
  if (done) return { name, node, state: 'done', reason: null };
  if (world.isSilent(nodeId)) {
    const since = world.nodes.get(nodeId)?.connection.since?.toISOString();
    return {
      name,
      node,
      state: 'waiting',
      reason: { code: 'node-silent', message: `${node} ${since ? `has been silent since ${since}` : 'was never heard of'}`, node },
    };
  }
  if (world.isDoubtful(nodeId)) {
    const message = `${node} follows another history than this database: nothing is sent to it before an administrator accepts that (its condition HistoryUnknown)`;
    return { name, node, state: 'waiting', reason: { code: 'history-unknown', message, node } };
  }
  if (word?.state === 'failed') return { name, node, state: 'failed', reason: word.reason };
  if (word?.state === 'waiting') return { name, node, state: 'waiting', reason: word.reason };
  return { name, node, state: 'running', reason: null };
}

const failed = (job: JobDocument, error: Reason): JobView => ({ state: 'failed', steps: job.steps, waitingFor: [], error });

/** The agent retries a failed step with back-off, so the job waits and names the cause. */
export function view(steps: StepView[], done: boolean): JobView {
  if (done) return { state: 'done', steps: steps.map((each) => ({ ...each, state: 'done', reason: null })), waitingFor: [], error: null };
  const waitingFor = steps.flatMap((each) => (each.state === 'waiting' || each.state === 'failed' ? [wait(each)] : []));
  return { state: waitingFor.length > 0 ? 'waiting' : 'running', steps, waitingFor, error: null };
}

function wait({ name, node, reason, state }: StepView): JobWait {
  const waitedFor = reason?.node ?? node;
  const message = `${name}${node ? ` on ${node}` : ''}: ${reason?.message ?? 'no reason was given'}`;
  if (reason?.code === 'node-silent')
    return { node: waitedFor, message, unblockedBy: `the agent of ${waitedFor} connecting to a server again` };
  return {
    node: waitedFor,
    message,
    unblockedBy:
      state === 'failed' ? `removing the cause on ${waitedFor}: its agent tries again by itself` : `what the message names on ${waitedFor}`,
  };
}
