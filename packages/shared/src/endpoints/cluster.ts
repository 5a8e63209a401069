import { overviewSchema } from '../kinds/views/overview.js';
import { searchAnswerSchema, searchQuerySchema } from '../kinds/views/search.js';
import { serverListSchema } from '../kinds/views/server.js';
import { topologyQuerySchema, topologySchema } from '../kinds/views/topology.js';
import { endpoint } from './definition/endpoint.js';
import { asOfQuery, at, read, v1 } from './definition/parts.js';

export const clusterEndpoints = {
  overview: endpoint({
    id: 'overview',
    method: 'GET',
    path: `${v1}/overview`,
    summary: 'Summary of the cluster: problems and their causes, capacity, CPU, jobs',
    tag: 'overview',
    access: 'overview:read',
    volumeScope: 'filtered',
    status: 200,
    query: asOfQuery,
    asOf: true,
    response: overviewSchema,
    errors: [...read, 'moment-not-recorded'],
  }),
  topology: endpoint({
    id: 'topology',
    method: 'GET',
    path: `${v1}/topology`,
    summary: 'Nodes, NICs, drives, volumes and attachments with their connections and states, for a diagram',
    tag: 'topology',
    access: 'topology:read',
    volumeScope: 'filtered',
    status: 200,
    query: topologyQuerySchema.extend({ at }),
    asOf: true,
    response: topologySchema,
    errors: [...read, 'invalid-field', 'moment-not-recorded'],
  }),
  listServers: endpoint({
    id: 'listServers',
    method: 'GET',
    path: `${v1}/servers`,
    summary: 'Servers that use this database, with their versions. One that ended without a shutdown stays for an hour',
    tag: 'overview',
    access: 'server:read',
    volumeScope: 'none',
    status: 200,
    response: serverListSchema,
    errors: read,
  }),
  search: endpoint({
    id: 'search',
    method: 'GET',
    path: `${v1}/search`,
    summary: 'Find volumes, nodes, drives, drive classes and jobs by part of a name',
    tag: 'overview',
    access: 'search:read',
    volumeScope: 'filtered',
    status: 200,
    query: searchQuerySchema,
    response: searchAnswerSchema,
    errors: read,
  }),
} as const;
