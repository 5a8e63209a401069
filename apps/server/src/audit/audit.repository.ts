import { Injectable } from '@nestjs/common';
import type { Query } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import type { ClientSession, Filter } from 'mongodb';
import { Mongo } from '../core/mongo/mongo.js';
import { findPage } from '../core/mongo/page.js';
import type { AuditDocument } from './documents/audit.document.js';

type AuditFilter = Query<typeof endpoints.exportAudit>;

const filterOf = ({ action, subjectId, by, from, to }: AuditFilter): Filter<AuditDocument> => ({
  ...(action ? { action } : {}),
  ...(subjectId ? { 'subject.id': subjectId } : {}),
  ...(by ? { by } : {}),
  ...(from || to ? { at: { ...(from ? { $gte: new Date(from) } : {}), ...(to ? { $lt: new Date(to) } : {}) } } : {}),
});

/** Append-only: no stored entry changes. The retention removes whole ones (audit-pruning.service.ts). */
@Injectable()
export class AuditRepository {
  constructor(private readonly mongo: Mongo) {}

  private get audit() {
    return this.mongo.collection<AuditDocument>('audit');
  }

  async append(entry: AuditDocument, session: ClientSession): Promise<void> {
    await this.audit.insertOne(entry, { session });
  }

  async appendRequest(entry: AuditDocument): Promise<void> {
    await this.audit.insertOne(entry);
  }

  page(query: Query<typeof endpoints.listAudit>) {
    return findPage(this.audit, { filter: filterOf(query), query, sortFields: { at: 'at' } });
  }

  /** Oldest first. */
  all(filter: AuditFilter): AsyncIterable<AuditDocument> {
    return this.audit.find(filterOf(filter)).sort({ at: 1, _id: 1 });
  }
}
