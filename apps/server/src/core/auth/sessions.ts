import { Inject, Injectable } from '@nestjs/common';
import type { Collection } from 'mongodb';
import { CONFIG, type Config } from '../../config/config.schema.js';
import { Mongo } from '../mongo/mongo.js';
import { acceptsStaleReads } from '../mongo/stale-reads.js';
import { newToken, tokenHash } from '../secrets/secrets.js';
import type { UserDocument } from './user.document.js';

/** Collection `sessions`: `_id` is the hash of the token in the cookie. A TTL index removes it after `expiresAt`. */
interface SessionDocument {
  _id: string;
  userId: string;
  createdAt: Date;
  expiresAt: Date;
}

export interface Session {
  id: string;
  user: UserDocument;
  createdAt: Date;
  expiresAt: Date;
}

/** Fraction of the session's duration that must pass before a use extends it, so that not every request writes to the database. */
const SLIDE_AFTER = 1 / 24;

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
  async start(userId: string): Promise<{ token: string; expiresAt: Date }> {
    const token = newToken();
    const now = Date.now();
    const expiresAt = this.endOf(now, now);
    await this.sessions.insertOne({ _id: tokenHash(token), userId, createdAt: new Date(now), expiresAt });
    return { token, expiresAt };
  }

  /** Session of a token, with its current user; null when the session has ended. Using the session extends it. */
  async find(token: string): Promise<Session | null> {
    const found = await this.findById(tokenHash(token));
    // Without a primary, nothing can be written.
    if (!found || acceptsStaleReads()) return found;
    const fullEnd = this.endOf(found.createdAt.getTime(), Date.now());
    if (fullEnd.getTime() - found.expiresAt.getTime() < this.durationMs * SLIDE_AFTER) return found;
    await this.sessions.updateOne({ _id: found.id }, { $max: { expiresAt: fullEnd } });
    return { ...found, expiresAt: fullEnd };
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
    return session && user && user.disabled !== true ? { id, user, createdAt: session.createdAt, expiresAt: session.expiresAt } : null;
  }

  async end(id: string): Promise<void> {
    await this.sessions.deleteOne({ _id: id });
  }

  async endAllOf(userId: string, exceptId?: string): Promise<void> {
    await this.sessions.deleteMany({ userId, ...(exceptId === undefined ? {} : { _id: { $ne: exceptId } }) });
  }
}
