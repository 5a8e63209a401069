import { Injectable } from '@nestjs/common';
import type { Query } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import type { ClientSession, Filter } from 'mongodb';
import { Mongo } from '../core/mongo/mongo.js';
import { findPage } from '../core/mongo/page.js';
import type { AuditDocument } from './audit.document.js';
import type { CountedEntry } from './refusals.js';

/** Append-only, except for the counts of refusals. */
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

  async setCounts(counts: readonly CountedEntry[]): Promise<void> {
    await this.audit.bulkWrite(
      counts.map(({ id, count, lastAt }) => ({
        updateOne: {
          filter: { _id: id, action: 'refusal' as const },
          update: { $set: { 'request.count': count, 'request.lastAt': lastAt } },
        },
      })),
    );
  }

  page(query: Query<typeof endpoints.listAudit>) {
    const filter: Filter<AuditDocument> = {};
    if (query.action) filter.action = query.action;
    if (query.subjectId) filter['subject.id'] = query.subjectId;
    if (query.by) filter.by = query.by;
    return findPage(this.audit, { filter, query, sortFields: { at: 'at' } });
  }
}
