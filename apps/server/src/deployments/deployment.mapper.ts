import type { Deployment, DeploymentSummary } from '@weft/shared/kinds/deployments/deployment';
import { toObject } from '../core/mongo/stored.js';
import { plannedStep } from '../domain/deployment/step-text.js';
import type { DeploymentDocument, DeploymentStepDocument } from '../domain/documents/deployment.document.js';

const fieldsOf = ({ title, state, goal, requestedBy, undoneBy, error, finishedAt, simulated }: DeploymentDocument) => ({
  title,
  state,
  goal,
  requestedBy,
  undoneBy,
  error,
  finishedAt: finishedAt?.toISOString() ?? null,
  simulated,
});

const toStep = ({ work, state, jobIds, error, startedAt, endedAt }: DeploymentStepDocument): Deployment['steps'][number] => ({
  ...plannedStep(work),
  state,
  jobIds,
  error,
  startedAt: startedAt?.toISOString() ?? null,
  endedAt: endedAt?.toISOString() ?? null,
});

export const toDeployment = (deployment: DeploymentDocument): Deployment =>
  toObject<Deployment>(deployment, { ...fieldsOf(deployment), document: deployment.document, steps: deployment.steps.map(toStep) });

export const toSummary = (deployment: DeploymentDocument): DeploymentSummary =>
  toObject<DeploymentSummary>(deployment, {
    ...fieldsOf(deployment),
    stepCount: deployment.steps.length,
    endedSteps: deployment.steps.filter(({ state }) => ['done', 'undone', 'kept'].includes(state)).length,
  });
