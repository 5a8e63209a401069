import type { JobReason, JobWait } from '@weft/shared/kinds/job';
import { type DriveStatus, isUnread } from '@weft/shared/messages/report';
import type { MessageReference } from '@weft/shared/text/message';
import { nodeRef } from '@weft/shared/text/references';
import { messageOf } from '@weft/shared/text/rendering/render';
import type { ObjectStatusDocument } from '../documents/agent.documents.js';
import type { DriveDocument } from '../documents/drive.document.js';
import type { JobDocument, StepView } from '../documents/job.document.js';
import { jobReason, jobWait, messageOfReason, nodeSilent, stepName } from '../job-messages/job-message.js';
import { currentStatus, gaveUp, isWipeQueued, WIPE_QUEUED } from './drive-status.js';
import type { DriveNode } from './drive-world.js';

type View = Pick<JobDocument, 'state' | 'steps' | 'waitingFor' | 'error'>;
/** A status as the job shows it. */
type Seen = Omit<DriveStatus, 'reason'> & { reason: JobReason | null };
export type DriveJobKind = 'drive.take' | 'drive.wipe' | 'drive.release';

const work = {
  'drive.take': 'create-volume-group',
  'drive.wipe': 'overwrite-drive',
  'drive.release': 'remove-volume-group',
} as const;

const isOrdered: Record<DriveJobKind, (drive: DriveDocument) => boolean> = {
  'drive.take': ({ spec: { desired } }) => desired === 'in-service',
  'drive.wipe': ({ spec: { wipe } }) => wipe !== null,
  'drive.release': ({ spec: { desired } }) => desired === 'released',
};

/** The drive's state shows completion, except for a wipe: its order is absent after success and after withdrawal, so the report decides. */
const isDone: Record<DriveJobKind, (after: DriveDocument, before: DriveDocument, status: DriveStatus | null) => boolean> = {
  'drive.take': ({ spec: { desired }, status: { inService } }) => desired === 'in-service' && inService,
  'drive.wipe': (_, { spec: { wipe } }, status) => wipe !== null && status?.observed.wipedOrderId === wipe.orderId,
  'drive.release': ({ spec: { desired } }) => desired === 'observed',
};

/** The step that does the work of a job. */
const workOf = (kind: DriveJobKind, { spec: { wipe } }: DriveDocument) =>
  kind === 'drive.wipe' && wipe?.method === 'sanitize' ? 'sanitize-drive' : work[kind];
type Work = ReturnType<typeof workOf>;

export const isDriveJob = (kind: string): kind is DriveJobKind => kind in work;

/**
 * Current view of a job on a drive.
 * @param before the drive before `applyDriveStatus`, null when it was removed.
 * @param after the drive after `applyDriveStatus`: if that withdrew the order, the job fails for the reason in the report.
 */
export function driveJobView(
  kind: DriveJobKind,
  before: DriveDocument | null,
  after: DriveDocument | null,
  reported: ObjectStatusDocument | null,
  node: DriveNode | null,
): View {
  if (!before || !node) return kind === 'drive.release' ? done([]) : failed([], jobReason('drive-removed', {}));
  const current = currentStatus(before, reported, node.status.historyDoubt ? null : node.status.bootId);
  const isQueued = kind === 'drive.wipe' && current?.state === 'working' && isWipeQueued(before, current);
  const status: Seen | null = isQueued
    ? { ...current, state: 'waiting' as const, reason: jobReason(WIPE_QUEUED, { node: nodeRef(before.nodeId, node.name) }) }
    : current;
  const steps = stepsOf(kind, before, status, node);
  if (isDone[kind](after ?? before, before, current)) return done(steps);
  if (status && gaveUp(status) && isOrdered[kind](before)) return failed(steps, reasonOf(status, nodeRef(before.nodeId, node.name)));
  if (!isOrdered[kind](after ?? before))
    return failed(steps, jobReason('order-withdrawn', { node: nodeRef(before.nodeId, node.name) }, 'withdrawn'));
  const waitingFor = waits(kind, before, status, node);
  return { state: waitingFor.length > 0 ? 'waiting' : 'running', steps, waitingFor, error: null };
}

function stepsOf(kind: DriveJobKind, drive: DriveDocument, status: Seen | null, node: DriveNode): StepView[] {
  const accepted = status !== null || (!node.status.historyDoubt && (node.status.acceptedGeneration ?? -1) >= drive.spec.orderGeneration);
  const silent = node.status.connection.state !== 'online';
  const code = workOf(kind, drive);
  const of = (code: Work | 'accept-order', state: StepView['state'], reason: JobReason | null = null): StepView => ({
    ...stepName(code, {}),
    node: node.name,
    nodeId: drive.nodeId,
    state,
    reason,
  });
  const worked = () => {
    if (status && gaveUp(status)) return of(code, 'failed', status.reason);
    if (isWaiting(status) || (silent && accepted)) return of(code, 'waiting', status?.reason ?? null);
    // Whether a drive is being overwritten, only a report tells: the record of the wipe relies on it.
    const isUnderWay = kind === 'drive.wipe' ? status !== null : accepted;
    return isUnderWay ? of(code, 'running', status && progress(status)) : of(code, 'pending');
  };
  return [of('accept-order', accepted ? 'done' : silent ? 'waiting' : 'running'), worked()];
}

function progress({ observed: { sanitize } }: Seen): JobReason | null {
  const ratio = sanitize?.progressRatio ?? null;
  return ratio === null ? null : jobReason('sanitize-progress', { percent: Math.round(ratio * 100) });
}

function waits(kind: DriveJobKind, drive: DriveDocument, status: Seen | null, node: DriveNode): JobWait[] {
  const { nodeId } = drive;
  const ref = nodeRef(nodeId, node.name);
  if (node.status.connection.state !== 'online') {
    const reason = messageOfReason(nodeSilent(ref, node.status.connection.since));
    return [jobWait(node.name, { reason, ways: [messageOf('reconnect-agent', { node: ref })] })];
  }
  if (node.status.historyDoubt)
    return [
      jobWait(node.name, {
        reason: messageOf('node-without-orders', { node: ref }),
        ways: [messageOf('accept-history', { node: ref })],
      }),
    ];
  if (!status || !isWaiting(status)) return [];
  const reason = reasonOf(status, ref);
  const isOwn = reason.node === undefined || reason.node === node.name;
  return [
    jobWait(reason.node ?? node.name, {
      step: messageOf(workOf(kind, drive), {}),
      node: ref,
      reason: messageOfReason(reason),
      // A queue needs nobody.
      ways: reason.code === WIPE_QUEUED ? [] : [messageOf('see-message', { node: isOwn ? ref : undefined })],
    }),
  ];
}

const isWaiting = (status: Seen | null): boolean => status !== null && (status.state === 'waiting' || isUnread(status));

const reasonOf = ({ state, reason }: Seen, node: MessageReference): JobReason => reason ?? jobReason('unexplained', { node, state }, state);
const done = (steps: StepView[]): View => ({
  state: 'done',
  steps: steps.map((step) => ({ ...step, state: 'done', reason: null })),
  waitingFor: [],
  error: null,
});
const failed = (steps: StepView[], error: JobReason): View => ({ state: 'failed', steps, waitingFor: [], error });
