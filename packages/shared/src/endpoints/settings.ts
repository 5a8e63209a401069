import { z } from 'zod';
import { settingsSchema, settingsUpdateSchema } from '../kinds/settings/settings.js';
import { statisticsAnswerSchema, statisticsQuerySchema } from '../kinds/statistics.js';
import { endpoint } from './definition/endpoint.js';
import { change, read, v1 } from './definition/parts.js';

export const settingsEndpoints = {
  getSettings: endpoint({
    id: 'getSettings',
    method: 'GET',
    path: `${v1}/settings`,
    summary: 'Get the settings of the cluster',
    tag: 'settings',
    access: 'settings:read',
    volumeScope: 'none',
    status: 200,
    response: settingsSchema,
    errors: read,
  }),
  updateSettings: endpoint({
    id: 'updateSettings',
    method: 'PATCH',
    path: `${v1}/settings`,
    summary: 'Change settings',
    tag: 'settings',
    access: 'settings:change',
    volumeScope: 'refused',
    status: 200,
    body: settingsUpdateSchema,
    response: settingsSchema,
    ifMatch: 'required',
    errors: change,
  }),
  queryStatistics: endpoint({
    id: 'queryStatistics',
    method: 'GET',
    path: `${v1}/stats/query`,
    summary: 'Statistics over time: rates, latency percentiles, CPU, drive health',
    tag: 'statistics',
    access: 'statistics:read',
    volumeScope: 'filtered',
    status: 200,
    query: statisticsQuerySchema,
    response: statisticsAnswerSchema,
    errors: [...read, 'invalid-field', 'too-many-points', 'unavailable'],
  }),
  serviceDiscovery: endpoint({
    id: 'serviceDiscovery',
    method: 'GET',
    path: `${v1}/prometheus/targets`,
    summary: 'Prometheus HTTP service discovery: servers and agents',
    tag: 'metrics',
    access: 'scrape',
    volumeScope: 'none',
    status: 200,
    response: z.array(z.strictObject({ targets: z.array(z.string()), labels: z.record(z.string(), z.string()) })),
    errors: read,
  }),
} as const;
