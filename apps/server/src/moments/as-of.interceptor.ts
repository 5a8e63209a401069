import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Endpoint } from '@weft/shared/endpoints/definition/endpoint';
import { from, Observable, switchMap } from 'rxjs';
import { readingAsOf } from '../core/as-of/as-of.js';
import { ENDPOINT } from '../core/http/handles.js';
import { inputOf, type WeftRequest } from '../core/http/request.js';
import { MomentsService } from './moments.service.js';

/** Answers a request with the query `at` from the recorded moment: controller, services and repositories run as always, and read its documents. */
@Injectable()
export class AsOfInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly moments: MomentsService,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const endpoint = this.reflector.get<Endpoint | undefined>(ENDPOINT, context.getHandler());
    if (!endpoint?.asOf || context.getType() !== 'http') return next.handle();
    const { at } = inputOf(context.switchToHttp().getRequest<WeftRequest>()).query as { at?: string };
    if (at === undefined) return next.handle();
    return from(this.moments.at(new Date(at))).pipe(
      switchMap((moment) => new Observable((subscriber) => readingAsOf(moment, () => next.handle().subscribe(subscriber)))),
    );
  }
}
