import { isChanging } from '@weft/shared/endpoints/definition/endpoint';
import type { FastifyInstance } from 'fastify';
import { endpointAt } from '../core/http/endpoint-of.js';
import { callerOf, type WeftRequest } from '../core/http/request.js';
import type { AuditTrail } from './audit-trail.service.js';

/** What the API shows at the path of the request to its caller. Undefined: it shows nothing there. */
async function shownTo(fastify: FastifyInstance, request: WeftRequest): Promise<unknown> {
  const path = request.url.split('?')[0] ?? '';
  if (!endpointAt('GET', request.routeOptions.url)) return undefined;
  const { cookie, authorization } = request.headers;
  const headers = { ...(cookie ? { cookie } : {}), ...(authorization ? { authorization } : {}) };
  const { statusCode, body } = await fastify.inject({ method: 'GET', url: path, headers, remoteAddress: request.ip });
  return statusCode === 200 ? JSON.parse(body) : undefined;
}

/**
 * Every request to a changing endpoint leaves an entry, whether a controller, the guard or a limit answered it. The answer to a change waits until its entry
 * is stored; a refusal does not wait.
 */
export function auditRequests(fastify: FastifyInstance, trail: AuditTrail): void {
  fastify.addHook('preHandler', async (request: WeftRequest) => {
    const endpoint = endpointAt(request.method, request.routeOptions.url);
    if (!endpoint || !isChanging(endpoint)) return;
    request.weftSubjectName = await trail.subjectName(endpoint, request.params);
    if (endpoint.method === 'PATCH' && callerOf(request).kind !== 'anonymous') request.weftBefore = await shownTo(fastify, request);
  });
  fastify.addHook('preSerialization', async (request: WeftRequest, _reply, payload: unknown) => {
    request.weftAnswer = payload;
    return payload;
  });
  fastify.addHook('onSend', async (request: WeftRequest, reply, payload) => {
    const endpoint = endpointAt(request.method, request.routeOptions.url);
    if (endpoint && isChanging(endpoint) && !request.weftUndecided) await trail.answered(endpoint, request, reply.statusCode);
    return payload;
  });
}
