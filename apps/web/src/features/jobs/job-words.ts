import type { JobKind } from '@weft/shared/kinds/job';
import type { Job } from '../../api/types.js';
import type { StatusFacts } from '../../ui/status.js';

const VERBS: Record<JobKind, string> = {
  'volume.create': 'Create volume',
  'volume.delete': 'Delete volume',
  'volume.grow': 'Grow volume',
  'volume.discard': 'Discard obsolete legs of',
  'volume.repair': 'Repair',
  'volume.roll-back': 'Roll back',
  'snapshot.create': 'Take snapshot',
  'attachment.attach': 'Attach',
  'attachment.detach': 'Detach',
  'attachment.revoke': 'Force detach',
  'drive.take': 'Take drive into service',
  'drive.wipe': 'Wipe drive',
  'drive.release': 'Release drive',
  'drive.evict': 'Evict drive',
  'node.drain': 'Drain node',
  'backup.take': 'Back up',
  'backup.verify': 'Verify backup',
  'benchmark.run': 'Benchmark',
  'drill.run': 'Drill',
  'orphan.clean': 'Remove orphan',
};

/** Example: `Create volume orders-db`. */
export const jobTitle = ({ kind, subject }: Pick<Job, 'kind' | 'subject'>): string => `${VERBS[kind]} ${subject.name}`;

export const jobKindOptions = (Object.entries(VERBS) as [JobKind, string][]).map(([value, label]) => ({ value, label }));

/** For lists and notices. The page of a job links the objects of its reasons and waits. */
export function jobStatus({ state, steps, waitingFor, error, createdAt, updatedAt }: Job): StatusFacts {
  const doneSteps = steps.filter((step) => step.state === 'done').length;
  switch (state) {
    case 'done':
      return { tone: 'good', what: 'done' };
    case 'failed':
      return { tone: 'bad', what: 'failed', since: updatedAt, why: error?.message ?? 'no reason given' };
    case 'waiting':
      return {
        tone: 'warn',
        what: 'waiting',
        since: updatedAt,
        why: waitingFor[0]?.message ?? 'no reason given',
      };
    case 'running':
      return { tone: 'busy', what: 'running', since: createdAt, why: `${doneSteps} of ${steps.length} steps done` };
  }
}
