import { Inject, Injectable } from '@nestjs/common';
import type { Collection } from 'mongodb';
import { CONFIG, type Config } from '../../config/config.schema.js';
import { Mongo } from '../mongo/mongo.js';
import { findPage, type Page, type PageQuery } from '../mongo/page.js';
import { acceptsStaleReads } from '../mongo/stale-reads.js';
import type { Sealed } from '../mongo/stored.js';
import { newToken, tokenHash } from '../secrets/secrets.js';
import type { UserDocument } from './user.document.js';

/** Collection `sessions`: `_id` is the hash of the token in the cookie. A TTL index removes it after `expiresAt`. */
export interface SessionDocument {
  _id: string;
  userId: string;
  createdAt: Date;
  expiresAt: Date;
  /** Where the login came from. Absent: an earlier version started the session. */
  address?: string;
  userAgent?: string;
  /** Absent: not used since the login. */
  lastUsedAt?: Date;
  /** ID token of a login at the OpenID Connect provider, for the logout there. Absent: a local login, or no key of secrets. */
  idToken?: Sealed;
}

export interface Login {
  address: string;
  userAgent: string | undefined;
  idToken?: Sealed | undefined;
}

export interface Session {
  id: string;
  idToken: Sealed | undefined;
  user: UserDocument;
  createdAt: Date;
  expiresAt: Date;
  lastUsedAt: Date | undefined;
}

/** Shortest time between two writes of a use, which extends the session, so that not every request writes to the database. */
const USE_WRITTEN_EVERY_MS = 60_000;
const LONGEST_USER_AGENT = 256;
/** A UUID (version 8, RFC 9562) out of the hash under which a session is stored, for the API: the hash itself stays in the server. */
export const sessionIdOf = (hash: string): string =>
  `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;

@Injectable()
export class Sessions {
  private readonly sessions: Collection<SessionDocument>;
  private readonly users: Collection<UserDocument>;
  private readonly durationMs: number;
  private readonly longestMs: number;

  constructor(mongo: Mongo, @Inject(CONFIG) config: Config) {
    this.sessions = mongo.collection<SessionDocument>('sessions');
    this.users = mongo.collection<UserDocument>('users');
    this.durationMs = config.sessionHours * 3_600_000;
    this.longestMs = config.sessionLongestHours * 3_600_000;
  }

  /** @returns the token for the cookie; only its hash is stored. */
  async start(userId: string, { address, userAgent = '', idToken }: Login): Promise<{ token: string; expiresAt: Date }> {
    const token = newToken();
    const now = Date.now();
    const expiresAt = this.endOf(now, now);
    await this.sessions.insertOne({
      _id: tokenHash(token),
      userId,
      createdAt: new Date(now),
      expiresAt,
      address,
      userAgent: userAgent.slice(0, LONGEST_USER_AGENT),
      ...(idToken ? { idToken } : {}),
    });
    return { token, expiresAt };
  }

  /** Session of a token, with its current user; null when the session has ended. Using the session extends it. */
  async find(token: string): Promise<Session | null> {
    const found = await this.findById(tokenHash(token));
    // Without a primary, nothing can be written.
    if (!found || acceptsStaleReads()) return found;
    const now = Date.now();
    if (now - (found.lastUsedAt ?? found.createdAt).getTime() < USE_WRITTEN_EVERY_MS) return found;
    const expiresAt = new Date(Math.max(found.expiresAt.getTime(), this.endOf(found.createdAt.getTime(), now).getTime()));
    await this.sessions.updateOne({ _id: found.id }, { $max: { expiresAt, lastUsedAt: new Date(now) } });
    return { ...found, expiresAt };
  }

  private endOf(createdAt: number, usedAt: number): Date {
    return new Date(Math.min(usedAt + this.durationMs, createdAt + this.longestMs));
  }

  async findById(id: string): Promise<Session | null> {
    const now = Date.now();
    // The limit may have been lowered since the session began.
    const current = { expiresAt: { $gt: new Date(now) }, createdAt: { $gt: new Date(now - this.longestMs) } };
    // One read instead of two: every request has a session.
    const [session] = await this.sessions
      .aggregate<SessionDocument & { users: UserDocument[] }>([
        { $match: { _id: id, ...current } },
        { $lookup: { from: this.users.collectionName, localField: 'userId', foreignField: '_id', as: 'users' } },
      ])
      .toArray();
    const user = session?.users[0];
    if (!session || !user || user.disabled === true) return null;
    return {
      id,
      user,
      idToken: session.idToken,
      createdAt: session.createdAt,
      expiresAt: session.expiresAt,
      lastUsedAt: session.lastUsedAt,
    };
  }

  /** Newest or oldest first, as the query wants. */
  page(userId: string, query: PageQuery): Promise<Page<SessionDocument>> {
    return findPage(this.sessions, { filter: { userId }, query, sortFields: { createdAt: 'createdAt' } });
  }

  /** The session of an id of the API. */
  async findByPublicId(id: string): Promise<SessionDocument | null> {
    const prefix = id.replace('-', '').slice(0, 12);
    const near = await this.sessions.find({ _id: { $gte: prefix, $lt: `${prefix}g` } }).toArray();
    return near.find(({ _id }) => sessionIdOf(_id) === id) ?? null;
  }

  async end(id: string): Promise<void> {
    await this.sessions.deleteOne({ _id: id });
  }

  /** @returns the number of sessions that ended. */
  async endAllOf(userId: string, exceptId?: string): Promise<number> {
    const { deletedCount } = await this.sessions.deleteMany({ userId, ...(exceptId === undefined ? {} : { _id: { $ne: exceptId } }) });
    return deletedCount;
  }
}
