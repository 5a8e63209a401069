import { isChanging } from '@weft/shared/endpoints/definition/endpoint';
import type { FastifyInstance } from 'fastify';
import { endpointAt } from '../core/http/endpoint-of.js';
import type { WeftRequest } from '../core/http/request.js';
import type { AuditTrail } from './audit-trail.service.js';

/**
 * Every request to a changing endpoint leaves an entry, whether a controller, the guard or a limit answered it. The answer to a change waits until its entry
 * is stored; a refusal does not wait.
 */
export function auditRequests(fastify: FastifyInstance, trail: AuditTrail): void {
  fastify.addHook('preHandler', async (request: WeftRequest) => {
    const endpoint = endpointAt(request.method, request.routeOptions.url);
    if (endpoint && isChanging(endpoint)) request.weftSubjectName = await trail.subjectName(endpoint, request.params);
  });
  fastify.addHook('preSerialization', async (request: WeftRequest, _reply, payload: unknown) => {
    request.weftAnswer = payload;
    return payload;
  });
  fastify.addHook('onSend', async (request: WeftRequest, reply, payload) => {
    const endpoint = endpointAt(request.method, request.routeOptions.url);
    if (endpoint && isChanging(endpoint)) await trail.answered(endpoint, request, reply.statusCode);
    return payload;
  });
}
