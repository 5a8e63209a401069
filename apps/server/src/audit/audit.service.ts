import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { Injectable, Logger, StreamableFile } from '@nestjs/common';
import type { Query } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import type { AuditEntry } from '@weft/shared/kinds/audit';
import type { ClientSession } from 'mongodb';
import type { Mongo } from '../core/mongo/mongo.js';
import type { AuditDocument } from './audit.document.js';
import { AuditRepository } from './audit.repository.js';

interface Statements extends Pick<AuditDocument, 'by' | 'action' | 'statements'> {
  subject: NonNullable<AuditDocument['subject']>;
}

const stamped = (entry: Statements): AuditDocument => ({ _id: randomUUID(), at: new Date(), ...entry });

/** Writes an entry in the transaction of the change that a command makes: a command has no service of Nest's tree, and its output is no log. */
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

  async list(query: Query<typeof endpoints.listAudit>) {
    const page = await this.audit.page(query);
    return { ...page, items: page.items.map(toAuditEntry) };
  }

  /** Read from the database as the client takes it: an export of any length needs the memory of one entry. */
  export(filter: Query<typeof endpoints.exportAudit>): StreamableFile {
    const content = Readable.from(ndjson(this.audit.all(filter)));
    return new StreamableFile(content, { type: 'application/x-ndjson', disposition: 'attachment; filename="weft-audit.ndjson"' });
  }
}

async function* ndjson(entries: AsyncIterable<AuditDocument>): AsyncIterable<string> {
  for await (const entry of entries) yield `${JSON.stringify(toAuditEntry(entry))}\n`;
}

const toAuditEntry = ({ _id, at, by, action, subject, statements, request, changes = [] }: AuditDocument): AuditEntry => ({
  id: _id,
  at: at.toISOString(),
  by,
  action,
  subject,
  statements,
  changes,
  request: request ? { ...request, lastAt: request.lastAt.toISOString() } : null,
});
