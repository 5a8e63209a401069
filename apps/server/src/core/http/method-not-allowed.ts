import type { Endpoint } from '@weft/shared/endpoints/definition/endpoint';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { FastifyInstance } from 'fastify';

/** The API has the path, but not with this method (RFC 9110, 15.5.6); `allowed` becomes the Allow header. */
export class MethodNotAllowed extends DomainError<'method-not-allowed'> {
  constructor(
    method: string,
    readonly allowed: string[],
  ) {
    super('method-not-allowed', { method, allowed });
  }
}

interface Route {
  method: string;
  path: string;
  pattern: RegExp;
}

const routesOf = (table: Readonly<Record<string, Endpoint>>): Route[] =>
  Object.values(table).map(({ method, path }) => ({ method, path, pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`) }));

/** The refusal, if the path of a request has only routes for other methods; otherwise null. */
function methodNotAllowed(routes: readonly Route[], method: string, url: string): MethodNotAllowed | null {
  const path = url.split('?')[0] ?? '';
  const literal = routes.filter((route) => route.path === path);
  const found = (literal.length > 0 ? literal : routes.filter(({ pattern }) => pattern.test(path))).map((route) => route.method);
  const allowed = found.includes('GET') ? [...found, 'HEAD'] : found;
  return allowed.length > 0 && !allowed.includes(method) ? new MethodNotAllowed(method, allowed) : null;
}

/**
 * Runs before the handler of a route: the console serves every GET that no other route serves, and `/volumes/:id` would take `dry-run` as an id.
 */
export function refuseOtherMethods(fastify: FastifyInstance, table: Readonly<Record<string, Endpoint>> = endpoints): void {
  const routes = routesOf(table);
  fastify.addHook('onRequest', (request, _reply, done) => done(methodNotAllowed(routes, request.method, request.url) ?? undefined));
}
