import { Injectable } from '@nestjs/common';
import type { ClientSession, Collection } from 'mongodb';
import { Mongo } from '../core/mongo/mongo.js';
import { deleteVersioned, updateVersioned } from '../core/mongo/objects.js';
import { findPage, type Page, type PageQuery } from '../core/mongo/page.js';
import type { EnrollmentTokenDocument } from './enrollment-token.document.js';

@Injectable()
export class EnrollmentTokensRepository {
  private readonly tokens: Collection<EnrollmentTokenDocument>;

  constructor(private readonly mongo: Mongo) {
    this.tokens = mongo.collection<EnrollmentTokenDocument>('enrollmentTokens');
  }

  transaction<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
    return this.mongo.transaction(work);
  }

  page(query: PageQuery): Promise<Page<EnrollmentTokenDocument>> {
    return findPage(this.tokens, { filter: {}, query, sortFields: { createdAt: 'createdAt', expiresAt: 'expiresAt' } });
  }

  async insert(token: EnrollmentTokenDocument, session?: ClientSession): Promise<void> {
    await this.tokens.insertOne(token, { session });
  }

  findByHash(tokenHash: string, session: ClientSession): Promise<EnrollmentTokenDocument | null> {
    return this.tokens.findOne({ tokenHash }, { session });
  }

  async markUsed(token: EnrollmentTokenDocument, usedBy: EnrollmentTokenDocument['usedBy'], session: ClientSession): Promise<void> {
    await updateVersioned(this.tokens, { id: token._id, ifMatch: token.version, set: { usedBy }, session });
  }

  remove(id: string, ifMatch: number | undefined): Promise<void> {
    return deleteVersioned(this.tokens, { id, ifMatch });
  }
}
