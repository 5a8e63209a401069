import { DomainError } from '@weft/shared/errors/domain-error';
import type { FastifyInstance } from 'fastify';
import { unauthenticated } from '../http/api-token-refusal.js';
import { endpointAt } from '../http/endpoint-of.js';
import type { RequestLimits } from '../http/limits/request-limits.js';
import { setCaller, type WeftRequest } from '../http/request.js';
import type { Authenticator } from './authenticator.js';
import { isStateChanging } from './origin.js';

/** Enough for a login and an enrollment, the only requests with a body that need no session. */
const PUBLIC_BODY_BYTES = 16 * 1024;

/**
 * Reads the body of an unauthenticated request only on public routes, and only a small one: reading and checking large bodies takes processor time
 * and delays all other requests. The server reads and discards the body of a request that it refuses here.
 */
export function authenticateFirst(fastify: FastifyInstance, authenticator: Authenticator, limits: RequestLimits): void {
  fastify.addHook('onRoute', (route) => {
    if (endpointAt(String(route.method), route.url)?.access === 'public') route.bodyLimit = PUBLIC_BODY_BYTES;
  });
  fastify.addHook('onRequest', async (request: WeftRequest) => {
    if (!isStateChanging(request.method)) return;
    const endpoint = endpointAt(request.method, request.routeOptions.url);
    if (!endpoint) throw new DomainError('nothing-here', { method: request.method, path: request.url.split('?')[0] ?? '' });
    if (endpoint.access === 'public') return;
    const { caller, sessionId, limitedAs } = await authenticator.identify(request.headers);
    setCaller(request, caller, sessionId);
    if (limitedAs !== undefined) limits.isGood(limitedAs);
    if (caller.kind === 'anonymous') throw unauthenticated(caller);
  });
}
