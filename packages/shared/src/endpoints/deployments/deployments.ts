import { z } from 'zod';
import { emptySchema } from '../../kinds/common.js';
import {
  deploymentCreateSchema,
  deploymentDiffSchema,
  deploymentPlanRequestSchema,
  deploymentPlanSchema,
  deploymentSchema,
  deploymentSummarySchema,
  deploymentUndoPlanSchema,
} from '../../kinds/deployments/deployment.js';
import { deploymentDocumentSchema } from '../../kinds/deployments/document.js';
import { deploymentProposalSchema, deploymentProposeSchema } from '../../kinds/deployments/proposal.js';
import { deploymentStates } from '../../kinds/deployments/states.js';
import { endpoint, listQuery, pageOf } from '../definition/endpoint.js';
import { id, list, one, read, v1, write } from '../definition/parts.js';

const base = { tag: 'deployments', method: 'GET', status: 200 } as const;
const calculation = { ...base, method: 'POST', readOnly: true } as const;
/** Storage networks are settings, which only administrators change. */
const order = { ...base, method: 'POST', status: 202, response: deploymentSchema } as const;

export const deploymentsEndpoints = {
  listDeployments: endpoint({
    ...base,
    id: 'listDeployments',
    path: `${v1}/deployments`,
    access: 'deployment:read',
    volumeScope: 'refused',
    summary: 'List deployments, newest first',
    query: listQuery(['createdAt'], { state: z.enum(deploymentStates).optional() }, '-createdAt'),
    response: pageOf(deploymentSummarySchema, 'DeploymentPage'),
    errors: list,
  }),
  currentDeployment: endpoint({
    ...base,
    id: 'currentDeployment',
    path: `${v1}/deployments/current`,
    access: 'deployment:read',
    volumeScope: 'refused',
    summary: 'The cluster as it is now, as a document of a deployment',
    query: z.strictObject({
      serials: z
        .enum(['true', 'false'])
        .default('true')
        .meta({ description: 'false: drives by model and size only, for another cluster.' }),
    }),
    response: deploymentDocumentSchema,
    errors: read,
  }),
  proposeDeployment: endpoint({
    ...calculation,
    id: 'proposeDeployment',
    path: `${v1}/deployments/propose`,
    access: 'deployment:read',
    volumeScope: 'refused',
    summary: 'Propose a deployment of the enrolled nodes and their blank drives, with alternatives. Changes nothing',
    body: deploymentProposeSchema,
    response: deploymentProposalSchema,
    errors: [...write, 'not-possible'],
  }),
  diffDeployment: endpoint({
    ...calculation,
    id: 'diffDeployment',
    path: `${v1}/deployments/diff`,
    access: 'deployment:read',
    volumeScope: 'refused',
    summary: 'Compare a document with the cluster. Changes nothing',
    body: deploymentPlanRequestSchema,
    response: deploymentDiffSchema,
    errors: write,
  }),
  planDeployment: endpoint({
    ...calculation,
    id: 'planDeployment',
    path: `${v1}/deployments/plan`,
    access: 'deployment:read',
    volumeScope: 'refused',
    summary: 'Dry run: every step that applying a document would take, and what prevents it. Changes nothing',
    body: deploymentPlanRequestSchema,
    response: deploymentPlanSchema,
    errors: write,
  }),
  createDeployment: endpoint({
    ...order,
    id: 'createDeployment',
    path: `${v1}/deployments`,
    access: 'deployment:apply',
    volumeScope: 'refused',
    summary: 'Apply a document: steps one after the other, until the first failure',
    body: deploymentCreateSchema,
    idempotent: true,
    errors: [...write, 'idempotency-mismatch', 'wrong-state', 'not-possible'],
  }),
  getDeployment: endpoint({
    ...base,
    id: 'getDeployment',
    path: `${v1}/deployments/:id`,
    access: 'deployment:read',
    volumeScope: 'refused',
    summary: 'A deployment and its steps',
    params: id,
    response: deploymentSchema,
    errors: one,
  }),
  stopDeployment: endpoint({
    ...order,
    id: 'stopDeployment',
    path: `${v1}/deployments/:id/stop`,
    access: 'deployment:apply',
    volumeScope: 'refused',
    summary: 'Stop a deployment: no further step begins. Jobs that it has started end by themselves',
    params: id,
    body: emptySchema.optional(),
    errors: [...write, 'not-found', 'wrong-state'],
  }),
  resumeDeployment: endpoint({
    ...order,
    id: 'resumeDeployment',
    path: `${v1}/deployments/:id/resume`,
    access: 'deployment:apply',
    volumeScope: 'refused',
    summary: 'Resume a failed or stopped deployment at the step that has not ended',
    params: id,
    body: emptySchema.optional(),
    errors: [...write, 'not-found', 'wrong-state'],
  }),
  undoPlanOfDeployment: endpoint({
    ...base,
    id: 'undoPlanOfDeployment',
    path: `${v1}/deployments/:id/undo-plan`,
    access: 'deployment:read',
    volumeScope: 'refused',
    summary: 'What an undo would remove, and what prevents it',
    params: id,
    response: deploymentUndoPlanSchema,
    errors: one,
  }),
  undoDeployment: endpoint({
    ...order,
    id: 'undoDeployment',
    path: `${v1}/deployments/:id/undo`,
    access: 'deployment:apply',
    volumeScope: 'refused',
    summary: 'Undo a deployment whose volumes were never attached: delete volumes and classes, release drives, restore labels and networks',
    params: id,
    body: emptySchema.optional(),
    errors: [...write, 'not-found', 'wrong-state', 'in-use'],
  }),
} as const;
