import type { Endpoint } from '@weft/shared/endpoints/endpoint';
import { endpoints } from '@weft/shared/endpoints/endpoints';

const byRoute = new Map((Object.values(endpoints) as Endpoint[]).map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]));

/** The endpoint of the contract behind a route of Fastify, before any controller is asked. */
export const endpointAt = (method: string, path: string | undefined): Endpoint | undefined => byRoute.get(`${method} ${path}`);
