import { Injectable } from '@nestjs/common';
import type { Collection } from 'mongodb';
import { credentialOf, type UserDocument } from '../../core/auth/user.document.js';
import { Mongo } from '../../core/mongo/mongo.js';
import { newToken, tokenHash } from '../../core/secrets/secrets.js';

const VALID_MS = 5 * 60_000;
/** The challenge ends with this many wrong answers. */
export const MOST_FAILURES = 5;

/** Collection `loginChallenges`: logins whose password was right and whose second factor is awaited. `_id`: hash of the token that the browser has. */
export interface LoginChallengeDocument {
  _id: string;
  userId: string;
  /** `credentialOf` the user then. */
  credential: string;
  failures: number;
  createdAt: Date;
  expiresAt: Date;
}

@Injectable()
export class LoginChallenges {
  private readonly challenges: Collection<LoginChallengeDocument>;

  constructor(mongo: Mongo) {
    this.challenges = mongo.collection<LoginChallengeDocument>('loginChallenges');
  }

  async start(user: UserDocument): Promise<{ challenge: string; expiresAt: Date }> {
    const challenge = newToken();
    const createdAt = new Date();
    const expiresAt = new Date(createdAt.getTime() + VALID_MS);
    const credential = credentialOf(user);
    await this.challenges.insertOne({ _id: tokenHash(challenge), userId: user._id, credential, failures: 0, createdAt, expiresAt });
    return { challenge, expiresAt };
  }

  /** MongoDB removes expired challenges only once a minute. */
  find(challenge: string): Promise<LoginChallengeDocument | null> {
    return this.challenges.findOne(valid(challenge));
  }

  /** Counts a try before the answer is checked, so that many at once are not more than allowed. Null: none is left. */
  take(challenge: string): Promise<LoginChallengeDocument | null> {
    return this.challenges.findOneAndUpdate(valid(challenge), { $inc: { failures: 1 } }, { returnDocument: 'after' });
  }

  /** @returns false: it was used or has ended meanwhile. */
  async use(challenge: string): Promise<boolean> {
    const { deletedCount } = await this.challenges.deleteOne({ _id: tokenHash(challenge) });
    return deletedCount === 1;
  }
}

const valid = (challenge: string) => ({ _id: tokenHash(challenge), expiresAt: { $gt: new Date() }, failures: { $lt: MOST_FAILURES } });
