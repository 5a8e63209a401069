import type { JobWait } from '@weft/shared/kinds/job';
import { type DriveStatus, isUnread, type Reason } from '@weft/shared/messages/report';
import type { ObjectStatusDocument } from '../documents/agent.documents.js';
import type { DriveDocument } from '../documents/drive.document.js';
import type { JobDocument, StepView } from '../documents/job.document.js';
import type { NodeDocument } from '../documents/node.document.js';
import { currentStatus, gaveUp } from './drive-status.js';

type View = Pick<JobDocument, 'state' | 'steps' | 'waitingFor' | 'error'>;
export type DriveJobKind = 'drive.take' | 'drive.wipe' | 'drive.release';
type JobNode = Pick<NodeDocument, 'name' | 'bootId' | 'connection' | 'acceptedGeneration' | 'historyDoubt'>;

const work: Record<DriveJobKind, string> = {
  'drive.take': 'make its volume group',
  'drive.wipe': 'overwrite the whole drive',
  'drive.release': 'remove its volume group',
};

const isOrdered: Record<DriveJobKind, (drive: DriveDocument) => boolean> = {
  'drive.take': ({ desired }) => desired === 'in-service',
  'drive.wipe': ({ wipe }) => wipe !== null,
  'drive.release': ({ desired }) => desired === 'released',
};

/** The drive's state shows completion, except for a wipe: its order is absent after success and after withdrawal, so the report decides. */
const isDone: Record<DriveJobKind, (after: DriveDocument, before: DriveDocument, status: DriveStatus | null) => boolean> = {
  'drive.take': ({ desired, inService }) => desired === 'in-service' && inService,
  'drive.wipe': (_, { wipe }, status) => wipe !== null && status?.observed.wipedOrderId === wipe.orderId,
  'drive.release': ({ desired }) => desired === 'observed',
};

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
  node: JobNode | null,
): View {
  if (!before || !node)
    return kind === 'drive.release'
      ? done([])
      : failed([], { code: 'drive-removed', message: 'The drive, or its node, was removed before this was done.' });
  const status = currentStatus(before, reported, node.historyDoubt ? null : node.bootId);
  const steps = stepsOf(kind, before, status, node);
  if (isDone[kind](after ?? before, before, status)) return done(steps);
  if (status && gaveUp(status) && isOrdered[kind](before)) return failed(steps, reasonOf(status));
  if (!isOrdered[kind](after ?? before))
    return failed(steps, { code: 'withdrawn', message: `The order was withdrawn before ${node.name} had done it.` });
  const waitingFor = waits(kind, status, node);
  return { state: waitingFor.length > 0 ? 'waiting' : 'running', steps, waitingFor, error: null };
}

function stepsOf(kind: DriveJobKind, drive: DriveDocument, status: DriveStatus | null, node: JobNode): StepView[] {
  const accepted = status !== null || (!node.historyDoubt && (node.acceptedGeneration ?? -1) >= drive.orderGeneration);
  const silent = node.connection.state !== 'online';
  const of = (name: string, state: StepView['state'], reason: Reason | null = null): StepView => ({ name, node: node.name, state, reason });
  const worked = () => {
    if (status && gaveUp(status)) return of(work[kind], 'failed', status.reason);
    if (isWaiting(status) || (silent && accepted)) return of(work[kind], 'waiting', status?.reason ?? null);
    return of(work[kind], accepted ? 'running' : 'pending');
  };
  return [of('accept the order', accepted ? 'done' : silent ? 'waiting' : 'running'), worked()];
}

function waits(kind: DriveJobKind, status: DriveStatus | null, node: JobNode): JobWait[] {
  if (node.connection.state !== 'online') {
    const since = node.connection.since?.toISOString();
    return [
      {
        node: node.name,
        message: `${node.name} ${since ? `has been silent since ${since}` : 'was never heard of'}`,
        unblockedBy: `the agent of ${node.name} connecting to a server again`,
      },
    ];
  }
  if (node.historyDoubt) {
    return [
      {
        node: node.name,
        message: `${node.name} follows another history than this database: nothing is sent to it`,
        unblockedBy: `an administrator accepting this database's history for ${node.name} (its condition HistoryUnknown)`,
      },
    ];
  }
  if (!status || !isWaiting(status)) return [];
  const reason = reasonOf(status);
  return [
    {
      node: reason.node ?? node.name,
      message: `${work[kind]} on ${node.name}: ${reason.message}`,
      unblockedBy: `what the message names on ${reason.node ?? node.name}`,
    },
  ];
}

const isWaiting = (status: DriveStatus | null): boolean => status !== null && (status.state === 'waiting' || isUnread(status));

const reasonOf = ({ state, reason }: DriveStatus): Reason =>
  reason ?? { code: state, message: `The node reported ${state} and gave no reason: see the agent's log there.` };
const done = (steps: StepView[]): View => ({
  state: 'done',
  steps: steps.map((step) => ({ ...step, state: 'done', reason: null })),
  waitingFor: [],
  error: null,
});
const failed = (steps: StepView[], error: Reason): View => ({ state: 'failed', steps, waitingFor: [], error });
