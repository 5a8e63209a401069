import { Injectable } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import { type ClientSession, type Collection, type MatchKeysAndValues, MongoServerError } from 'mongodb';
import type { UserDocument } from '../core/auth/user.document.js';
import { Mongo } from '../core/mongo/mongo.js';
import { DUPLICATE_KEY, deleteVersioned, updateVersioned } from '../core/mongo/objects.js';
import { findPage, type Page, type PageQuery } from '../core/mongo/page.js';

const MOST_DEVICES = 20;

@Injectable()
export class UsersRepository {
  private readonly users: Collection<UserDocument>;

  constructor(private readonly mongo: Mongo) {
    this.users = mongo.collection<UserDocument>('users');
  }

  transaction<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
    return this.mongo.transaction(work);
  }

  page(query: PageQuery): Promise<Page<UserDocument>> {
    return findPage(this.users, { filter: {}, query, sortFields: { name: 'name', createdAt: 'createdAt' } });
  }

  find(id: string, session?: ClientSession): Promise<UserDocument | null> {
    return this.users.findOne({ _id: id }, { session });
  }

  findByName(name: string): Promise<UserDocument | null> {
    return this.users.findOne({ name });
  }

  count(): Promise<number> {
    return this.users.countDocuments();
  }

  /** The user who still has the password that the server generated. */
  initial(): Promise<UserDocument | null> {
    return this.users.findOne({ initial: true });
  }

  /** @throws DomainError `name-taken` */
  async insert(user: UserDocument): Promise<void> {
    try {
      await this.users.insertOne(user);
    } catch (error) {
      if (error instanceof MongoServerError && error.code === DUPLICATE_KEY)
        throw new DomainError('user-name-taken', { userName: user.name }, { cause: error, field: 'name' });
      throw error;
    }
  }

  update(id: string, ifMatch: number | undefined, set: MatchKeysAndValues<UserDocument>, session?: ClientSession): Promise<UserDocument> {
    return updateVersioned(this.users, { id, ifMatch, set, session });
  }

  /** Remembers a browser that has logged in; the oldest ones beyond the limit are forgotten. */
  async addDevice(id: string, device: string): Promise<void> {
    await this.users.updateOne({ _id: id }, { $push: { devices: { $each: [device], $slice: -MOST_DEVICES } } });
  }

  remove(id: string, ifMatch: number | undefined, session: ClientSession): Promise<void> {
    return deleteVersioned(this.users, { id, ifMatch, session });
  }

  findBySubject(issuer: string, subject: string): Promise<UserDocument | null> {
    return this.users.findOne({ 'oidc.issuer': issuer, 'oidc.subject': subject });
  }

  /**
   * Writes to every local administrator that may log in, so that concurrent removals of the last two conflict.
   * @returns the number of these administrators.
   */
  async claimAdministrators(session: ClientSession): Promise<number> {
    const { matchedCount } = await this.users.updateMany(
      { role: 'administrator', disabled: { $ne: true }, oidc: { $exists: false } },
      { $inc: { claims: 1 } },
      { session },
    );
    return matchedCount;
  }
}
