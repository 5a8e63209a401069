import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Endpoint } from '@weft/shared/endpoints/definition/endpoint';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { FastifyReply } from 'fastify';
import { from, lastValueFrom, map, type Observable } from 'rxjs';
import type { Caller } from '../caller.js';
import { ENDPOINT } from '../handles.js';
import { inputOf, type WeftRequest } from '../request.js';
import { IdempotencyKeys } from './idempotency-keys.js';

const identityOf = (caller: Caller): string => (caller.kind === 'user' ? caller.id : caller.kind);

/** Repeats the first response to a create with the same Idempotency-Key. Runs after the contract interceptor, so the input is valid. */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly keys: IdempotencyKeys,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const endpoint = this.reflector.get<Endpoint | undefined>(ENDPOINT, context.getHandler());
    if (!endpoint?.idempotent || context.getType() !== 'http') return next.handle();
    const request = context.switchToHttp().getRequest<WeftRequest>();
    const key = request.headers['idempotency-key'];
    if (key === undefined) return next.handle();
    if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))
      throw new DomainError('idempotency-key-malformed', {}, { field: 'Idempotency-Key' });
    const { caller, body } = inputOf(request);
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return from(this.keys.once({ caller: identityOf(caller), endpoint: endpoint.id, key, body }, () => lastValueFrom(next.handle()))).pipe(
      map(({ response, replayed }) => {
        if (replayed) reply.header('idempotency-replayed', 'true');
        return response;
      }),
    );
  }
}
