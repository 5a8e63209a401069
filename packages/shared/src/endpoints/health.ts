import { z } from 'zod';
import { endpoint } from './definition/endpoint.js';

export const healthEndpoints = {
  healthz: endpoint({
    id: 'healthz',
    method: 'GET',
    path: '/healthz',
    summary: 'Check that the process is alive',
    tag: 'health',
    access: 'public',
    volumeScope: 'none',
    status: 200,
    response: z.strictObject({ status: z.literal('ok'), version: z.string() }),
    errors: [],
  }),
  readyz: endpoint({
    id: 'readyz',
    method: 'GET',
    path: '/readyz',
    summary: 'Check that the server is ready: database reachable, schema current',
    tag: 'health',
    access: 'public',
    volumeScope: 'none',
    status: 200,
    response: z.strictObject({ status: z.literal('ready') }),
    errors: ['unavailable'],
  }),
} as const;
