import { Injectable } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { ApiToken } from '@weft/shared/kinds/access/api-token';
import { type ClientSession, type Collection, MongoServerError } from 'mongodb';
import { type ApiTokenDocument, nounsOf } from '../core/auth/api-token.document.js';
import type { UserDocument } from '../core/auth/user.document.js';
import { Mongo } from '../core/mongo/mongo.js';
import { DUPLICATE_KEY, deleteVersioned } from '../core/mongo/objects.js';
import { findPage, type Page, type PageQuery } from '../core/mongo/page.js';
import { toObject } from '../core/mongo/stored.js';

export const toApiToken = (token: ApiTokenDocument): ApiToken =>
  toObject<ApiToken>(token, {
    name: token.name,
    user: { id: token.userId, name: token.userName },
    role: token.role,
    nouns: nounsOf(token),
    volumes: token.volumes ?? null,
    expiresAt: token.expiresAt.toISOString(),
    lastUsedAt: token.lastUsedAt?.toISOString() ?? null,
  });

@Injectable()
export class ApiTokensRepository {
  private readonly tokens: Collection<ApiTokenDocument>;
  private readonly users: Collection<UserDocument>;

  constructor(private readonly mongo: Mongo) {
    this.tokens = mongo.collection<ApiTokenDocument>('apiTokens');
    this.users = mongo.collection<UserDocument>('users');
  }

  transaction<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
    return this.mongo.transaction(work);
  }

  /** @param userId undefined: tokens of all users */
  page(userId: string | undefined, query: PageQuery): Promise<Page<ApiTokenDocument>> {
    const filter = userId === undefined ? {} : { userId };
    return findPage(this.tokens, { filter, query, sortFields: { createdAt: 'createdAt', expiresAt: 'expiresAt', name: 'name' } });
  }

  find(id: string): Promise<ApiTokenDocument | null> {
    return this.tokens.findOne({ _id: id });
  }

  /**
   * Writes to the user, so that concurrent creates and the removal of the user conflict.
   * @returns null: the user was removed or disabled.
   */
  async claimUser(id: string, session: ClientSession): Promise<UserDocument | null> {
    return this.users.findOneAndUpdate({ _id: id, disabled: { $ne: true } }, { $inc: { claims: 1 } }, { session, returnDocument: 'after' });
  }

  countOf(userId: string, session: ClientSession): Promise<number> {
    return this.tokens.countDocuments({ userId }, { session });
  }

  /** @throws DomainError `name-taken` */
  async insert(token: ApiTokenDocument, session: ClientSession): Promise<void> {
    try {
      await this.tokens.insertOne(token, { session });
    } catch (error) {
      if (error instanceof MongoServerError && error.code === DUPLICATE_KEY)
        throw new DomainError('api-token-name-taken', { tokenName: token.name }, { cause: error, field: 'name' });
      throw error;
    }
  }

  remove(id: string, ifMatch: number | undefined): Promise<void> {
    return deleteVersioned(this.tokens, { id, ifMatch });
  }
}
