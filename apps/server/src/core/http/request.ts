import type { ErrorCode } from '@weft/shared/text/errors/entry/error-status';
import type { FastifyRequest } from 'fastify';
import type { Caller } from './caller.js';
import type { Addressed } from './limits/client-address.js';

/** The parts of a request's input, once validated. */
export interface ValidInput {
  params: unknown;
  query: unknown;
  body: unknown;
  ifMatch: number | undefined;
  caller: Caller;
  requestId: string;
}

/** Fields that our guard and interceptors add to a request. */
export interface WeftRequest extends FastifyRequest {
  weftCaller?: Caller;
  weftSessionId?: string | undefined;
  weftInput?: ValidInput;
  /** Name of the object in the path before the request changes it, for the audit. */
  weftSubjectName?: string | undefined;
  /** What the API shows of the object of an update before it, for the audit. */
  weftBefore?: unknown;
  /** Response of the controller, for the audit. */
  weftAnswer?: unknown;
  /** User whose login this is, where the body does not name the user, for the audit. */
  weftLoginName?: string;
  /** The answer tells that nothing has been decided yet: no entry in the audit. */
  weftUndecided?: boolean;
  /** Error code of the response, for the audit. */
  weftErrorCode?: ErrorCode;
}

/** Node's request, as the request log sees it. */
export interface LoggedRequest extends Addressed {
  weftCaller?: Caller;
}

/** Stores the caller that the headers of a request identify. */
export function setCaller(request: WeftRequest, caller: Caller, sessionId: string | undefined): void {
  request.weftCaller = caller;
  request.weftSessionId = sessionId;
  (request.raw as LoggedRequest).weftCaller = caller;
}

export const callerOf = (request: WeftRequest): Caller => request.weftCaller ?? { kind: 'anonymous' };

/** @throws Error when the contract interceptor has not run, because a route without an endpoint uses `@In()`. */
export function inputOf(request: WeftRequest): ValidInput {
  if (!request.weftInput) throw new Error(`@In() on ${request.method} ${request.url}, which has no @Handles(endpoint)`);
  return request.weftInput;
}
