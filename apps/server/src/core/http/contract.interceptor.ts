import { type CallHandler, type ExecutionContext, Inject, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Endpoint } from '@weft/shared/endpoints/definition/endpoint';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { FastifyReply } from 'fastify';
import { map, type Observable } from 'rxjs';
import { z } from 'zod';
import { CONFIG, type Config } from '../../config/config.schema.js';
import { ENDPOINT } from './handles.js';
import { validInput } from './input.js';
import type { WeftRequest } from './request.js';

const hasVersion = (body: unknown): body is { version: number } =>
  typeof body === 'object' && body !== null && 'version' in body && typeof body.version === 'number';

/** Validates the input of a route, and with `checkResponses` also its response, against the endpoint. */
@Injectable()
export class ContractInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const endpoint = this.reflector.get<Endpoint | undefined>(ENDPOINT, context.getHandler());
    if (!endpoint || context.getType() !== 'http') return next.handle();
    const request = context.switchToHttp().getRequest<WeftRequest>();
    request.weftInput = validInput(endpoint, request);
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(
      map((body: unknown) => {
        if (this.config.checkResponses && !endpoint.file) checkAnswer(endpoint, body);
        if (hasVersion(body)) reply.header('etag', `"${body.version}"`);
        return body;
      }),
    );
  }
}

/** @throws DomainError `internal`: the mistake is the server's, so it is never a 422. */
function checkAnswer(endpoint: Endpoint, body: unknown): void {
  const result = (endpoint.response ?? z.undefined()).safeParse(body);
  if (!result.success)
    throw new DomainError('answer-invalid', { endpoint: endpoint.id }, { cause: new Error(z.prettifyError(result.error)) });
}
