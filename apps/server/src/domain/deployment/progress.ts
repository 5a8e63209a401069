import { DomainError } from '@weft/shared/errors/domain-error';
import { type DeploymentWork } from '@weft/shared/kinds/deployments/deployment';
import { deploymentActions } from '@weft/shared/kinds/deployments/states';
import type { JobReason } from '@weft/shared/kinds/job';
import type { DeploymentDocument, DeploymentStepDocument } from '../documents/deployment.document.js';
import { jobReason } from '../job-messages/job-message.js';
import { missingOf } from './apply-step.js';
import type { DeploymentWorld } from './deployment-world.js';
import { undoBlockers } from './undo-step.js';

/*
 * The course of a deployment. Pure. A step is stored as running, with what it will own, before it acts; so a server that dies after the act leaves no object
 * that the undo does not know.
 */

/** A volume is zeroed in full before its first export (S2), which takes hours for large ones. */
const STEP_WITHIN_MINUTES = 24 * 60;

export const pendingStep = (work: DeploymentWork): DeploymentStepDocument => ({
  work,
  state: 'pending',
  owns: null,
  before: {},
  jobIds: [],
  error: null,
  startedAt: null,
  endedAt: null,
});

/** Index of the step whose turn it is; -1: none is left. */
export function currentIndex({ goal, steps }: Pick<DeploymentDocument, 'goal' | 'steps'>): number {
  if (goal === 'applied') return steps.findIndex(({ state }) => state !== 'done');
  return steps.findLastIndex(({ owns, state }) => owns !== null && state !== 'undone' && state !== 'kept');
}

const withStep = (deployment: DeploymentDocument, index: number, change: Partial<DeploymentStepDocument>): DeploymentDocument => ({
  ...deployment,
  steps: deployment.steps.map((step, at) => (at === index ? { ...step, ...change } : step)),
});

/** Stored before the step acts. */
export function begun(deployment: DeploymentDocument, index: number, world: DeploymentWorld, now: Date): DeploymentDocument {
  const step = deployment.steps[index];
  if (!step) return deployment;
  if (deployment.goal === 'undone') return withStep(deployment, index, { state: 'undoing', startedAt: now, endedAt: null, jobIds: [] });
  const missing = missingOf(step.work, world);
  const owns = [...new Set([...(step.owns ?? []), ...missing])];
  const { work } = step;
  const labels = work.kind === 'labels' ? world.nodes.find(({ id }) => id === work.node.id)?.labels : undefined;
  const before = labels ? { ...Object.fromEntries(owns.map((key) => [key, labels[key] ?? null])), ...step.before } : {};
  return withStep(deployment, index, { state: 'running', owns, before, startedAt: now, endedAt: null, error: null });
}

export const isBegun = ({ goal, steps }: Pick<DeploymentDocument, 'goal' | 'steps'>, index: number): boolean =>
  steps[index]?.state === (goal === 'applied' ? 'running' : 'undoing');

export const withJobs = (deployment: DeploymentDocument, index: number, jobIds: readonly string[]): DeploymentDocument =>
  withStep(deployment, index, { jobIds: [...(deployment.steps[index]?.jobIds ?? []), ...jobIds] });

export const stepEnded = (
  deployment: DeploymentDocument,
  index: number,
  state: 'done' | 'undone' | 'kept',
  now: Date,
): DeploymentDocument => withStep(deployment, index, { state, endedAt: now, error: null });

export const failed = (deployment: DeploymentDocument, index: number, error: JobReason, now: Date): DeploymentDocument => ({
  ...withStep(deployment, index, { state: 'failed', endedAt: now, error }),
  state: 'failed',
  error,
  finishedAt: now,
});

export const finished = (deployment: DeploymentDocument, now: Date): DeploymentDocument => ({
  ...deployment,
  state: 'done',
  error: null,
  finishedAt: now,
});

/** Null: in time. */
export function lateness({ startedAt }: Pick<DeploymentStepDocument, 'startedAt'>, now: Date): JobReason | null {
  const late = startedAt !== null && now.getTime() - startedAt.getTime() > STEP_WITHIN_MINUTES * 60_000;
  return late ? jobReason('deployment-step-late', { minutes: STEP_WITHIN_MINUTES }) : null;
}

function requireState(deployment: DeploymentDocument, action: keyof typeof deploymentActions): void {
  if (!deploymentActions[action].includes(deployment.state))
    throw new DomainError('deployment-wrong-state', { action, state: deployment.state });
}

/** @throws DomainError `deployment-wrong-state` */
export function stopped(deployment: DeploymentDocument, user: string, now: Date): DeploymentDocument {
  requireState(deployment, 'stop');
  return { ...deployment, state: 'stopped', error: jobReason('deployment-stopped', { user }), finishedAt: now };
}

const resumedStep = (step: DeploymentStepDocument): DeploymentStepDocument =>
  step.state === 'failed' ? { ...step, state: 'pending', jobIds: [], error: null, startedAt: null, endedAt: null } : step;

/** @throws DomainError `deployment-wrong-state` */
export function resumed(deployment: DeploymentDocument): DeploymentDocument {
  requireState(deployment, 'resume');
  return { ...deployment, state: 'running', error: null, finishedAt: null, steps: deployment.steps.map(resumedStep) };
}

/** @throws DomainError `deployment-wrong-state`, or `deployment-not-blank` with every reason */
export function undoOrdered(deployment: DeploymentDocument, user: string, world: DeploymentWorld): DeploymentDocument {
  requireState(deployment, 'undo');
  if (deployment.goal === 'undone' && deployment.state === 'done')
    throw new DomainError('deployment-wrong-state', { action: 'undo', state: 'undone' });
  const blockers = undoBlockers(deployment.steps, world);
  if (blockers.length > 0) throw new DomainError('deployment-not-blank', { blockers });
  return {
    ...deployment,
    goal: 'undone',
    state: 'running',
    undoneBy: user,
    error: null,
    finishedAt: null,
    steps: deployment.steps.map(resumedStep),
  };
}
