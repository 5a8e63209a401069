import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Endpoint, VolumeScope } from '@weft/shared/endpoints/definition/endpoint';
import { DomainError } from '@weft/shared/errors/domain-error';
import { from, Observable, switchMap } from 'rxjs';
import type { UserCaller } from '../http/caller.js';
import { ENDPOINT } from '../http/handles.js';
import { inputOf, type ValidInput, type WeftRequest } from '../http/request.js';
import { readingWithin } from '../scope/scope.js';
import type { VolumeRights } from '../scope/volume-rights.js';
import { VisibleVolumes } from './visible-volumes.js';

/** A request of a caller who does not reach all volumes. */
interface Asked {
  caller: UserCaller;
  rights: VolumeRights;
  input: ValidInput;
}
type Check = (asked: Asked) => Promise<void>;

const idOf = ({ input }: Asked): string => (input.params as { id: string }).id;

/**
 * What callers get who see only some volumes, as each endpoint declares it: reads run within the visible rows, and changes run after a check of the volume
 * that they are about. The guard has refused the rest.
 */
@Injectable()
export class ScopeInterceptor implements NestInterceptor {
  private readonly checks: Record<Exclude<VolumeScope, 'filtered'>, Check>;

  constructor(
    private readonly reflector: Reflector,
    private readonly volumes: VisibleVolumes,
  ) {
    this.checks = {
      none: async () => undefined,
      refused: async ({ caller }) => {
        throw new DomainError('volume-scope', { userName: caller.name });
      },
      'create-volume': async ({ caller, rights, input }) => {
        const { name, labels } = input.body as { name: string; labels: Record<string, string> };
        volumes.requireLabels(caller, rights, labels);
        await volumes.requireFreeName(rights, name);
      },
      'change-volume': async (asked) => {
        await volumes.require(asked.caller, asked.rights, idOf(asked), 'change');
        const { labels } = (asked.input.body ?? {}) as { labels?: Record<string, string> };
        if (labels) volumes.requireLabels(asked.caller, asked.rights, labels);
      },
      'attach-volume': ({ caller, rights, input }) =>
        volumes.require(caller, rights, (input.body as { volumeId: string }).volumeId, 'attach'),
      'change-subject': ({ caller, rights, input }) =>
        volumes.requireSubject(caller, rights, (input.body as { subject: { kind: string; id: string } }).subject),
      'change-note': (asked) => volumes.requireHanging(asked.caller, asked.rights, 'note', idOf(asked)),
      'change-alert': (asked) => volumes.requireHanging(asked.caller, asked.rights, 'alert', idOf(asked)),
      'change-job': (asked) => volumes.requireHanging(asked.caller, asked.rights, 'job', idOf(asked)),
      'attach-attachment': (asked) => volumes.requireAttachment(asked.caller, asked.rights, idOf(asked), 'attach'),
    };
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const endpoint = this.reflector.get<Endpoint | undefined>(ENDPOINT, context.getHandler());
    if (!endpoint || endpoint.access === 'public' || context.getType() !== 'http') return next.handle();
    const input = inputOf(context.switchToHttp().getRequest<WeftRequest>());
    const { caller } = input;
    if (caller.kind !== 'user' || caller.volumes === null) return next.handle();
    const asked = { caller, rights: caller.volumes, input };
    if (endpoint.volumeScope !== 'filtered') return from(this.checks[endpoint.volumeScope](asked)).pipe(switchMap(() => next.handle()));
    return from(this.volumes.rowsFor(caller, asked.rights)).pipe(
      switchMap((rows) => new Observable((subscriber) => readingWithin(rows, () => next.handle().subscribe(subscriber)))),
    );
  }
}
