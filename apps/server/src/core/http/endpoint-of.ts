import type { Endpoint } from '@weft/shared/endpoints/definition/endpoint';
import { endpoints } from '@weft/shared/endpoints/endpoints';

const byRoute = new Map((Object.values(endpoints) as Endpoint[]).map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]));

/** The contract's endpoint for a Fastify route, available before any controller runs. */
export const endpointAt = (method: string, path: string | undefined): Endpoint | undefined => byRoute.get(`${method} ${path}`);
