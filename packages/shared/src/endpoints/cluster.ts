import { overviewSchema } from '../kinds/overview.js';
import { searchAnswerSchema, searchQuerySchema } from '../kinds/search.js';
import { topologyQuerySchema, topologySchema } from '../kinds/topology.js';
import { endpoint } from './endpoint.js';
import { read, v1 } from './parts.js';

export const clusterEndpoints = {
  overview: endpoint({
    id: 'overview',
    method: 'GET',
    path: `${v1}/overview`,
    summary: 'The whole cluster on a page: what is wrong and why, capacity, CPU, jobs',
    tag: 'overview',
    access: 'viewer',
    status: 200,
    response: overviewSchema,
    errors: read,
  }),
  topology: endpoint({
    id: 'topology',
    method: 'GET',
    path: `${v1}/topology`,
    summary: 'What is connected to what: nodes, NICs, drives, volumes and attachments with their states, for a picture',
    tag: 'topology',
    access: 'viewer',
    status: 200,
    query: topologyQuerySchema,
    response: topologySchema,
    errors: [...read, 'invalid-field'],
  }),

  search: endpoint({
    id: 'search',
    method: 'GET',
    path: `${v1}/search`,
    summary: 'Volumes, nodes, drives, drive classes and jobs by a part of their name',
    tag: 'overview',
    access: 'viewer',
    status: 200,
    query: searchQuerySchema,
    response: searchAnswerSchema,
    errors: read,
  }),
} as const;
