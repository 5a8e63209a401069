import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Endpoint } from '@weft/shared/endpoints/definition/endpoint';
import type { FastifyReply } from 'fastify';
import type { Observable } from 'rxjs';
import { ENDPOINT } from '../http/handles.js';
import { Metrics } from './metrics.js';

/** Labels requests with the endpoint's id: paths contain object ids and would create an unlimited number of series. */
@Injectable()
export class MetricsInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly metrics: Metrics,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const endpoint = this.reflector.get<Endpoint | undefined>(ENDPOINT, context.getHandler());
    if (!endpoint || context.getType() !== 'http') return next.handle();
    const startedAt = performance.now();
    const { raw } = context.switchToHttp().getResponse<FastifyReply>();
    raw.once('close', () => this.metrics.request(endpoint.id, endpoint.method, raw.statusCode, (performance.now() - startedAt) / 1000));
    return next.handle();
  }
}
