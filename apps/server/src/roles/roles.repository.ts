import { Injectable } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import { type ClientSession, type Collection, type MatchKeysAndValues, MongoServerError } from 'mongodb';
import type { ApiTokenDocument } from '../core/auth/api-token.document.js';
import type { RoleDocument } from '../core/auth/role.document.js';
import type { UserDocument } from '../core/auth/user.document.js';
import { Mongo } from '../core/mongo/mongo.js';
import { DUPLICATE_KEY, deleteVersioned, updateVersioned } from '../core/mongo/objects.js';

@Injectable()
export class RolesRepository {
  private readonly roles: Collection<RoleDocument>;

  constructor(private readonly mongo: Mongo) {
    this.roles = mongo.collection<RoleDocument>('roles');
  }

  transaction<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
    return this.mongo.transaction(work);
  }

  all(): Promise<RoleDocument[]> {
    return this.roles.find().toArray();
  }

  find(id: string): Promise<RoleDocument | null> {
    return this.roles.findOne({ _id: id });
  }

  findByName(name: string): Promise<RoleDocument | null> {
    return this.roles.findOne({ name });
  }

  /** @throws DomainError `name-taken` */
  async insert(role: RoleDocument): Promise<void> {
    try {
      await this.roles.insertOne(role);
    } catch (error) {
      if (error instanceof MongoServerError && error.code === DUPLICATE_KEY)
        throw new DomainError('role-name-taken', { role: role.name }, { cause: error, field: 'name' });
      throw error;
    }
  }

  update(id: string, ifMatch: number | undefined, set: MatchKeysAndValues<RoleDocument>): Promise<RoleDocument> {
    return updateVersioned(this.roles, { id, ifMatch, set });
  }

  /** Users and tokens of a role. A user who gets it at the same time keeps a role that gives nothing. */
  async countOf(name: string, session: ClientSession): Promise<{ users: number; tokens: number }> {
    return {
      users: await this.mongo.collection<UserDocument>('users').countDocuments({ role: name }, { session }),
      tokens: await this.mongo.collection<ApiTokenDocument>('apiTokens').countDocuments({ role: name }, { session }),
    };
  }

  remove(id: string, ifMatch: number | undefined, session: ClientSession): Promise<void> {
    return deleteVersioned(this.roles, { id, ifMatch, session });
  }
}
