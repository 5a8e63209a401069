import { randomUUID } from 'node:crypto';
import { Injectable, Logger, type StreamableFile } from '@nestjs/common';
import type { Query } from '@weft/shared/endpoints/definition/endpoint';
import type { EndpointId, endpoints } from '@weft/shared/endpoints/endpoints';
import type { ClientSession } from 'mongodb';
import { exported, mapped } from '../core/http/exported.js';
import type { Mongo } from '../core/mongo/mongo.js';
import { AuditRepository } from './audit.repository.js';
import type { AuditDocument } from './documents/audit.document.js';
import { toAuditEntry } from './documents/audit.mapper.js';

interface Statements extends Pick<AuditDocument, 'by' | 'action' | 'statements'> {
  subject: NonNullable<AuditDocument['subject']>;
}

/** One request of a deployment's step. */
export interface StepEntry {
  by: string;
  subject: NonNullable<AuditDocument['subject']>;
  deploymentId: string;
  /** Id of the endpoint that does the same for a person. */
  route: EndpointId;
  jobId: string | null;
}

const stamped = (entry: Statements): AuditDocument => ({ _id: randomUUID(), at: new Date(), ...entry });

/** Writes an entry in the transaction of the change that a command or the retention makes: a command has no service of Nest's tree, and its output is no log. */
export const recordByCommand = (mongo: Mongo, session: ClientSession, entry: Statements): Promise<void> =>
  new AuditRepository(mongo).append(stamped(entry), session);

@Injectable()
export class AuditService {
  private readonly logger = new Logger(AuditService.name);

  constructor(private readonly audit: AuditRepository) {}

  /** Writes an entry in the transaction of the change that it describes: neither exists without the other. */
  async record(session: ClientSession, entry: Statements): Promise<void> {
    await this.audit.append(stamped(entry), session);
    this.logger.warn(entry, `${entry.action} of ${entry.subject.kind} ${entry.subject.name} by ${entry.by}`);
  }

  /** A change that a deployment made for a user: the same entry as that of the user's own request. */
  async recordStep(step: StepEntry): Promise<void> {
    const at = new Date();
    const { by, subject, deploymentId, route, jobId } = step;
    const request = { id: deploymentId, route, address: null, name: null, status: 200, code: null, jobId, count: 1, lastAt: at };
    await this.audit.appendRequest({ _id: randomUUID(), at, by, action: 'change', subject, statements: [], request });
    this.logger.log(step, `change: ${route} by ${by}, in deployment ${deploymentId}`);
  }

  async list(query: Query<typeof endpoints.listAudit>) {
    const page = await this.audit.page(query);
    return { ...page, items: page.items.map(toAuditEntry) };
  }

  export(filter: Query<typeof endpoints.exportAudit>): StreamableFile {
    return exported('weft-audit', 'ndjson', mapped(this.audit.all(filter), toAuditEntry));
  }
}
