import { endpoint } from './definition/endpoint.js';
import { read, v1 } from './definition/parts.js';

export const supportEndpoints = {
  supportBundle: endpoint({
    id: 'supportBundle',
    method: 'GET',
    path: `${v1}/support-bundle`,
    summary:
      'Download the state of the cluster without secrets (.tar.gz). Its manifest.json names what is missing. It leaves an audit entry',
    tag: 'support',
    access: 'support-bundle:read',
    volumeScope: 'refused',
    status: 200,
    file: ['application/octet-stream'],
    errors: [...read, 'unavailable'],
  }),
} as const;
