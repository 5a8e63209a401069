import { historyAcceptanceSchema, historySchema } from '../kinds/history.js';
import { endpoint } from './definition/endpoint.js';
import { read, v1, write } from './definition/parts.js';

export const historyEndpoints = {
  getHistory: endpoint({
    id: 'getHistory',
    method: 'GET',
    path: `${v1}/history`,
    summary: 'The history of this database, the nodes that do not follow it, and the effect of accepting it for each',
    tag: 'nodes',
    access: 'history:read',
    volumeScope: 'refused',
    status: 200,
    response: historySchema,
    errors: read,
  }),
  acceptHistory: endpoint({
    id: 'acceptHistory',
    method: 'POST',
    path: `${v1}/history-acceptances`,
    summary: 'Accept this database for nodes that follow another history, or accept the loss of their ledgers',
    tag: 'nodes',
    access: 'history:accept',
    volumeScope: 'refused',
    status: 200,
    body: historyAcceptanceSchema,
    response: historySchema,
    errors: [...write, 'wrong-state'],
  }),
} as const;
