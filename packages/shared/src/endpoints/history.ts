import { historyAcceptanceSchema, historySchema } from '../kinds/history.js';
import { endpoint } from './endpoint.js';
import { read, v1, write } from './parts.js';

export const historyEndpoints = {
  getHistory: endpoint({
    id: 'getHistory',
    method: 'GET',
    path: `${v1}/history`,
    summary: 'The history of this database, the nodes that do not follow it, and what accepting it for each would do',
    tag: 'nodes',
    access: 'viewer',
    status: 200,
    response: historySchema,
    errors: read,
  }),
  acceptHistory: endpoint({
    id: 'acceptHistory',
    method: 'POST',
    path: `${v1}/history-acceptances`,
    summary: 'Have nodes follow this database though they were told otherwise, or go on though their ledger is lost',
    tag: 'nodes',
    access: 'administrator',
    status: 200,
    body: historyAcceptanceSchema,
    response: historySchema,
    errors: [...write, 'wrong-state'],
  }),
} as const;
