import type { FastifyRequest } from 'fastify';
import type { Caller } from './caller.js';

/** The parts of a request's input, once validated. */
export interface ValidInput {
  params: unknown;
  query: unknown;
  body: unknown;
  ifMatch: number | undefined;
  caller: Caller;
  requestId: string;
}

/** What our guard and interceptors add to a request. */
export interface WeftRequest extends FastifyRequest {
  weftCaller?: Caller;
  weftSessionId?: string | undefined;
  weftInput?: ValidInput;
}

export const callerOf = (request: WeftRequest): Caller => request.weftCaller ?? { kind: 'anonymous' };

/** @throws Error when the contract interceptor has not run: a route without an endpoint uses `@In()`. */
export function inputOf(request: WeftRequest): ValidInput {
  if (!request.weftInput) throw new Error(`@In() on ${request.method} ${request.url}, which has no @Handles(endpoint)`);
  return request.weftInput;
}
