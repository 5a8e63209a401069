import {
  applyDecorators,
  createParamDecorator,
  type ExecutionContext,
  HttpCode,
  RequestMapping,
  RequestMethod,
  SetMetadata,
  type StreamableFile,
} from '@nestjs/common';
import type { Body, Endpoint, Params, Query, Response } from '@weft/shared/endpoints/definition/endpoint';
import type { Caller } from './caller.js';
import { inputOf } from './request.js';

export { type Caller, callerName } from './caller.js';

/** Metadata key under which a route keeps the endpoint it serves. */
export const ENDPOINT = 'weft:endpoint';

/** Input of a controller method, validated against its endpoint. */
export interface Input<E extends Endpoint> {
  params: Params<E>;
  query: Query<E>;
  body: Body<E>;
  /** Version from If-Match; always given where the endpoint requires it. */
  ifMatch: number | undefined;
  caller: Caller;
  requestId: string;
}

type OfFile = { file: readonly string[] };
// biome-ignore lint/suspicious/noConfusingVoidType: a method without an answer returns void.
type Answer<E extends Endpoint> = E extends OfFile ? StreamableFile : Response<E> extends undefined ? void : Response<E>;

/** Maps a controller method to an endpoint of the contract: path, status and access. The method must return the endpoint's response. */
export const Handles =
  <const E extends Endpoint>(endpoint: E) =>
  // biome-ignore lint/suspicious/noExplicitAny: only the answer's type is held; Nest supplies the arguments.
  <T extends (...args: any[]) => Answer<E> | Promise<Answer<E>>>(
    target: object,
    key: string | symbol,
    descriptor: TypedPropertyDescriptor<T>,
  ): void => {
    applyDecorators(
      RequestMapping({ path: endpoint.path, method: RequestMethod[endpoint.method] }),
      HttpCode(endpoint.status),
      SetMetadata(ENDPOINT, endpoint),
    )(target, key, descriptor);
  };

/** Parameter decorator: the validated `Input` of the request. */
export const In = createParamDecorator((_: unknown, context: ExecutionContext) => inputOf(context.switchToHttp().getRequest()));
