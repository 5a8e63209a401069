import { randomUUID } from 'node:crypto';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { Endpoint } from '@weft/shared/endpoints/definition/endpoint';
import { addressOf } from '../core/http/limits/client-address.js';
import { callerOf, type WeftRequest } from '../core/http/request.js';
import { SubjectNames } from '../views/subject-names/subject-names.service.js';
import { AuditRepository } from './audit.repository.js';
import { auditedRequest, idOf, subjectKindOf } from './audited-request.js';
import type { RequestEntry } from './documents/audit.document.js';
import { Refusals } from './refusals.js';

/** Interval for storing counted refusals whose time has come. */
const STORE_EVERY_MS = 10_000;
const REFUSALS_KEPT_MS = 180 * 86_400_000;

/** Records who changed what, and who was refused what: one entry per request. */
@Injectable()
export class AuditTrail implements OnModuleInit, BeforeApplicationShutdown {
  private readonly logger = new Logger('audit');
  private readonly refusals = new Refusals(randomUUID);
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly audit: AuditRepository,
    private readonly names: SubjectNames,
  ) {}

  onModuleInit(): void {
    this.timer = setInterval(() => void this.storeFurther(), STORE_EVERY_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.storeFurther(true);
  }

  /** Name of the object in a request's path, read before the request: after a removal it is stored nowhere else. Undefined: no object, or not found. */
  async subjectName(endpoint: Endpoint, params: unknown): Promise<string | undefined> {
    const id = idOf((params as Record<string, unknown> | null)?.['id']);
    const kind = subjectKindOf(endpoint);
    return id && kind ? this.names.find(kind, id) : undefined;
  }

  /** Resolves when the entry of a change is stored. If storing fails, the whole entry goes to the log, and the answer is sent anyway. */
  async answered(endpoint: Endpoint, request: WeftRequest, status: number): Promise<void> {
    const {
      id: requestId,
      params,
      body,
      weftAnswer: answer,
      weftSubjectName: subjectName,
      weftBefore: before,
      weftLoginName: loginName,
      weftErrorCode: code = null,
    } = request;
    const entry = auditedRequest(
      {
        endpoint,
        requestId,
        address: addressOf(request),
        caller: callerOf(request),
        params,
        body,
        before,
        answer,
        subjectName,
        loginName,
        status,
        code,
      },
      new Date(),
    );
    this.logger.log(
      { by: entry.by, subject: entry.subject, ...entry.request, requestId },
      `${entry.action}: ${endpoint.id} by ${entry.by}`,
    );
    if (entry.action === 'change') await this.store({ _id: randomUUID(), ...entry });
    else this.refused(entry);
  }

  private refused(entry: RequestEntry): void {
    const noted = this.refusals.note({ ...entry, expiresAt: new Date(entry.at.getTime() + REFUSALS_KEPT_MS) });
    if (noted) void this.store(noted);
  }

  private async store(entry: RequestEntry & { _id: string }): Promise<void> {
    try {
      await this.audit.appendRequest(entry);
    } catch (error) {
      this.logger.error({ err: error, entry }, 'an audit entry could not be stored; it is in this line');
    }
  }

  private async storeFurther(all = false): Promise<void> {
    for (const entry of this.refusals.further(all)) await this.store(entry);
  }
}
