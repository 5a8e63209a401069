import { Injectable } from '@nestjs/common';
import type { Collection, UpdateFilter } from 'mongodb';
import type { SecurityKeyDocument, UserDocument, UserFactors } from '../../core/auth/user.document.js';
import { Mongo } from '../../core/mongo/mongo.js';

type Totp = NonNullable<UserFactors['totp']>;
type Pending = NonNullable<UserFactors['pendingTotp']>;

/** The field `factors` of users. Each method is one update of one document, so that of two servers only one uses a code. */
@Injectable()
export class FactorsRepository {
  private readonly users: Collection<UserDocument>;

  constructor(mongo: Mongo) {
    this.users = mongo.collection<UserDocument>('users');
  }

  /** @returns false: a code of this step or a later one was accepted before, or the secret is another now. */
  async useStep(userId: string, { sealed }: Totp, step: number): Promise<boolean> {
    const unused = { _id: userId, 'factors.totp.sealed.data': sealed.data, 'factors.totp.lastStep': { $lt: step } };
    const { modifiedCount } = await this.users.updateOne(unused, { $set: { 'factors.totp.lastStep': step } });
    return modifiedCount === 1;
  }

  /** @returns false: no such code is left. */
  async useRecoveryCode(userId: string, hash: string): Promise<boolean> {
    const { modifiedCount } = await this.users.updateOne(
      { _id: userId, 'factors.recoveryHashes': hash },
      { $pull: { 'factors.recoveryHashes': hash } },
    );
    return modifiedCount === 1;
  }

  async setPending(userId: string, pendingTotp: Pending): Promise<void> {
    await this.users.updateOne({ _id: userId }, { $set: { 'factors.pendingTotp': pendingTotp } });
  }

  /** @returns false: another secret is pending, or was confirmed meanwhile. */
  confirm(userId: string, { sealed }: Pending, totp: Totp): Promise<boolean> {
    const same = { 'factors.pendingTotp.sealed.data': sealed.data, 'factors.totp': { $exists: false } };
    return this.change(userId, same, { $set: { 'factors.totp': totp }, $unset: { 'factors.pendingTotp': true } });
  }

  removeTotp(userId: string): Promise<boolean> {
    return this.change(userId, { 'factors.totp': { $exists: true } }, { $unset: { 'factors.totp': true } });
  }

  async setPendingKey(userId: string, pendingKey: NonNullable<UserFactors['pendingKey']>): Promise<void> {
    await this.users.updateOne({ _id: userId }, { $set: { 'factors.pendingKey': pendingKey } });
  }

  /** @returns false: another registration began, or the key is there already. */
  addKey(userId: string, challenge: string, key: SecurityKeyDocument): Promise<boolean> {
    const same = { 'factors.pendingKey.challenge': challenge, 'factors.keys.credentialId': { $ne: key.credentialId } };
    return this.change(userId, same, { $push: { 'factors.keys': key }, $unset: { 'factors.pendingKey': true } });
  }

  removeKey(userId: string, keyId: string): Promise<boolean> {
    return this.change(userId, { 'factors.keys.id': keyId }, { $pull: { 'factors.keys': { id: keyId } } });
  }

  /** @returns false: the counter did not rise. Keys without a counter always send 0. */
  async useKey(userId: string, keyId: string, counter: number): Promise<boolean> {
    const before = counter === 0 ? 0 : { $lt: counter };
    const { matchedCount } = await this.users.updateOne(
      { _id: userId, 'factors.keys': { $elemMatch: { id: keyId, counter: before } } },
      { $set: { 'factors.keys.$.counter': counter, 'factors.keys.$.lastUsedAt': new Date() } },
    );
    return matchedCount === 1;
  }

  async setRecoveryHashes(userId: string, recoveryHashes: string[]): Promise<void> {
    await this.users.updateOne({ _id: userId }, { $set: { 'factors.recoveryHashes': recoveryHashes } });
  }

  /** Removes all. The revision stays, so that it never repeats. */
  async clear(userId: string): Promise<void> {
    const fields = ['totp', 'pendingTotp', 'keys', 'pendingKey', 'recoveryHashes'] as const satisfies (keyof UserFactors)[];
    await this.change(userId, {}, { $unset: Object.fromEntries(fields.map((field) => [`factors.${field}`, true])) });
  }

  private async change(userId: string, condition: object, update: UpdateFilter<UserDocument>): Promise<boolean> {
    const counted = { ...update, $inc: { 'factors.revision': 1, version: 1, revision: 1 } } as UpdateFilter<UserDocument>;
    const { modifiedCount } = await this.users.updateOne({ _id: userId, ...condition }, counted);
    return modifiedCount === 1;
  }
}
