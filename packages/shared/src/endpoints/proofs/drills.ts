import { z } from 'zod';
import { emptySchema } from '../../kinds/common.js';
import { drillCreateSchema, drillKinds, drillPlanSchema, drillSchema, drillStates } from '../../kinds/drills/drill.js';
import { jobSchema } from '../../kinds/job.js';
import { endpoint, listQuery, pageOf } from '../definition/endpoint.js';
import { change, id, list, one, v1, write } from '../definition/parts.js';

const base = { tag: 'drills', method: 'GET', status: 200 } as const;

export const drillsEndpoints = {
  listDrills: endpoint({
    ...base,
    id: 'listDrills',
    path: `${v1}/drills`,
    access: 'drill:read',
    volumeScope: 'refused',
    summary: 'List drills with their reports, newest first',
    query: listQuery(['createdAt'], { kind: z.enum(drillKinds).optional(), state: z.enum(drillStates).optional() }, '-createdAt'),
    response: pageOf(drillSchema, 'DrillPage'),
    errors: list,
  }),
  planDrill: endpoint({
    ...base,
    id: 'planDrill',
    method: 'POST',
    path: `${v1}/drills/dry-run`,
    readOnly: true,
    summary: 'What a drill would do and touch now, and what stands against it. Changes nothing',
    access: 'drill:create',
    volumeScope: 'refused',
    body: drillCreateSchema,
    response: drillPlanSchema,
    errors: [...write, 'not-found', 'wrong-state', 'not-possible'],
  }),
  createDrill: endpoint({
    ...base,
    id: 'createDrill',
    method: 'POST',
    path: `${v1}/drills`,
    summary: 'Make one fault on purpose, with a verifying load beside it, and take it back',
    access: 'drill:create',
    volumeScope: 'refused',
    status: 202,
    body: drillCreateSchema,
    response: z.strictObject({ drill: drillSchema, job: jobSchema }),
    idempotent: true,
    errors: [...write, 'idempotency-mismatch', 'not-found', 'wrong-state', 'not-possible', 'name-taken'],
  }),
  getDrill: endpoint({
    ...base,
    id: 'getDrill',
    path: `${v1}/drills/:id`,
    access: 'drill:read',
    volumeScope: 'refused',
    summary: 'A drill, its progress and its report',
    params: id,
    response: drillSchema,
    errors: one,
  }),
  cancelDrill: endpoint({
    ...base,
    id: 'cancelDrill',
    method: 'POST',
    path: `${v1}/drills/:id/cancel`,
    summary: 'End a drill. Its agents take the fault back at once; a scratch volume is removed',
    access: 'drill:cancel',
    volumeScope: 'refused',
    params: id,
    body: emptySchema.optional(),
    response: drillSchema,
    errors: [...write, 'not-found', 'wrong-state'],
  }),
  deleteDrill: endpoint({
    ...base,
    id: 'deleteDrill',
    method: 'DELETE',
    path: `${v1}/drills/:id`,
    summary: 'Delete an ended drill and its report',
    access: 'drill:delete',
    volumeScope: 'refused',
    status: 204,
    params: id,
    ifMatch: 'required',
    errors: change,
  }),
} as const;
