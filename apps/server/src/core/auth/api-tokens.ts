import { Inject, Injectable } from '@nestjs/common';
import type { Collection } from 'mongodb';
import { CONFIG, type Config } from '../../config/config.schema.js';
import { Mongo } from '../mongo/mongo.js';
import { raises } from '../mongo/objects.js';
import { acceptsStaleReads } from '../mongo/stale-reads.js';
import { newToken, tokenHash } from '../secrets/secrets.js';
import type { ApiTokenDocument } from './api-token.document.js';
import type { UserDocument } from './user.document.js';

export interface ValidApiToken {
  token: ApiTokenDocument;
  user: UserDocument;
}

/** Programs that search for leaked secrets find tokens by this beginning. */
const PREFIX = 'weft_';
/** Shortest time between two writes of the last use, so that not every request writes to the database. */
const USE_WRITTEN_EVERY_MS = 60_000;
const DAY_MS = 86_400_000;

export const newApiToken = (): string => `${PREFIX}${newToken()}`;

/** Finds valid API tokens. The feature `api-tokens` creates and lists them. */
@Injectable()
export class ApiTokens {
  private readonly tokens: Collection<ApiTokenDocument>;
  private readonly users: Collection<UserDocument>;
  private readonly longestMs: number;

  constructor(mongo: Mongo, @Inject(CONFIG) config: Config) {
    this.tokens = mongo.collection<ApiTokenDocument>('apiTokens');
    this.users = mongo.collection<UserDocument>('users');
    this.longestMs = config.apiTokenLongestDays * DAY_MS;
  }

  /** The token and its current user; null when it is unknown, expired or revoked, or when its user is disabled or removed. Records the use. */
  async find(secret: string): Promise<ValidApiToken | null> {
    if (!secret.startsWith(PREFIX)) return null;
    const found = await this.findBy({ tokenHash: tokenHash(secret) });
    // Without a primary, nothing can be written.
    if (found && !acceptsStaleReads()) await this.recordUse(found.token);
    return found;
  }

  findById(id: string): Promise<ValidApiToken | null> {
    return this.findBy({ _id: id });
  }

  async endAllOf(userId: string): Promise<void> {
    await this.tokens.deleteMany({ userId });
  }

  private async findBy(which: { _id: string } | { tokenHash: string }): Promise<ValidApiToken | null> {
    const now = Date.now();
    // The limit may have been lowered since the token was created.
    const current = { expiresAt: { $gt: new Date(now) }, createdAt: { $gt: new Date(now - this.longestMs) } };
    const [found] = await this.tokens
      .aggregate<ApiTokenDocument & { users: UserDocument[] }>([
        { $match: { ...which, ...current } },
        { $lookup: { from: this.users.collectionName, localField: 'userId', foreignField: '_id', as: 'users' } },
      ])
      .toArray();
    if (!found) return null;
    const { users, ...token } = found;
    const [user] = users;
    return user && user.disabled !== true ? { token, user } : null;
  }

  /** The filter repeats the condition: of several servers that see the same use, one writes. */
  private async recordUse({ _id, lastUsedAt }: ApiTokenDocument): Promise<void> {
    const now = new Date();
    const before = new Date(now.getTime() - USE_WRITTEN_EVERY_MS);
    if (lastUsedAt !== null && lastUsedAt > before) return;
    const due = { $or: [{ lastUsedAt: null }, { lastUsedAt: { $lte: before } }] };
    await this.tokens.updateOne({ _id, ...due }, { $set: { lastUsedAt: now }, $inc: raises('live') });
  }
}
