import type { Endpoint } from '@weft/shared/endpoints/endpoint';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { DomainError } from '@weft/shared/errors/errors';
import type { FastifyInstance } from 'fastify';

/** The path is one of the API's, the method is not (RFC 9110, 15.5.6); `allowed` becomes the Allow header. */
export class MethodNotAllowed extends DomainError {
  constructor(
    method: string,
    readonly allowed: string[],
  ) {
    super('method-not-allowed', `There is no ${method} here: use ${allowed.join(' or ')}.`);
  }
}

const routes = (Object.values(endpoints) as Endpoint[]).map(({ method, path }) => ({
  method,
  path,
  pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`),
}));

/** Why a request is refused, if its path has only routes for other methods; else null. */
function methodNotAllowed(method: string, url: string): MethodNotAllowed | null {
  const path = url.split('?')[0] ?? '';
  const literal = routes.filter((route) => route.path === path);
  const found = (literal.length > 0 ? literal : routes.filter(({ pattern }) => pattern.test(path))).map((route) => route.method);
  const allowed = found.includes('GET') ? [...found, 'HEAD'] : found;
  return allowed.length > 0 && !allowed.includes(method) ? new MethodNotAllowed(method, allowed) : null;
}

/**
 * Before a route is asked: the console takes every GET that no other route takes, and `/volumes/:id` would take `dry-run` for an id.
 */
export function refuseOtherMethods(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, _reply, done) => done(methodNotAllowed(request.method, request.url) ?? undefined));
}
