import { z } from 'zod';
import { idSchema, lineSchema, nameSchema } from '../identity.js';
import { dependentsSchema } from '../kinds/views/dependents.js';
import { endpoint } from './definition/endpoint.js';
import { id, one, v1 } from './definition/parts.js';

export const dependentsEndpoints = {
  nodeDependents: endpoint({
    id: 'nodeDependents',
    method: 'GET',
    path: `${v1}/nodes/:id/dependents`,
    summary: 'Volumes that would degrade, stall or be lost without this node',
    tag: 'dependents',
    access: 'node:read',
    volumeScope: 'filtered',
    status: 200,
    params: id,
    response: dependentsSchema,
    errors: one,
  }),
  nicDependents: endpoint({
    id: 'nicDependents',
    method: 'GET',
    path: `${v1}/nodes/:id/nics/:nic/dependents`,
    summary: 'Volumes that would lose paths or stall without this NIC',
    tag: 'dependents',
    access: 'node:read',
    volumeScope: 'filtered',
    status: 200,
    params: z.strictObject({ id: idSchema, nic: lineSchema(64) }),
    response: dependentsSchema,
    errors: one,
  }),
  driveDependents: endpoint({
    id: 'driveDependents',
    method: 'GET',
    path: `${v1}/drives/:id/dependents`,
    summary: 'Volumes that would degrade or be lost without this drive',
    tag: 'dependents',
    access: 'drive:read',
    volumeScope: 'filtered',
    status: 200,
    params: id,
    response: dependentsSchema,
    errors: one,
  }),
  storageNetworkDependents: endpoint({
    id: 'storageNetworkDependents',
    method: 'GET',
    path: `${v1}/storage-networks/:name/dependents`,
    summary: 'Volumes that would lose paths or stall without this storage network',
    tag: 'dependents',
    access: 'node:read',
    volumeScope: 'filtered',
    status: 200,
    params: z.strictObject({ name: nameSchema }),
    response: dependentsSchema,
    errors: one,
  }),
} as const;
