import { planChangeSchema, planSchema } from '../kinds/plan.js';
import { endpoint } from './definition/endpoint.js';
import { v1, write } from './definition/parts.js';

export const plansEndpoints = {
  planChange: endpoint({
    id: 'planChange',
    method: 'POST',
    readOnly: true,
    path: `${v1}/plans`,
    summary: 'Preview a change: the commands that agents would run, node by node',
    tag: 'plans',
    access: 'plan:read',
    volumeScope: 'refused',
    status: 200,
    body: planChangeSchema,
    response: planSchema,
    errors: [
      ...write,
      'not-found',
      'wrong-state',
      'in-use',
      'name-taken',
      'insufficient-space',
      'insufficient-drives',
      'insufficient-failure-domains',
      'no-shared-network',
      'not-possible',
    ],
  }),
} as const;
