import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Collection } from 'mongodb';
import { Mongo } from '../core/mongo/mongo.js';
import { newToken, tokenHash } from '../core/secrets/secrets.js';
import type { OidcLoginDocument } from './oidc-logins.js';

/** A stolen code is worth nothing later than this, whatever the provider allows. */
const LONGEST_VALID_SECONDS = 15 * 60;
/** RFC 8628, 3.5: so much longer after each poll that came too early. */
const SLOWER_SECONDS = 5;
const LONGEST_INTERVAL_SECONDS = 60;
/** Clocks of servers may differ by so much: another server may answer the next poll. */
const CLOCK_MS = 1000;
/** Open logins at most. Each one makes two requests to the provider per interval. Every program behind one address shares its number. */
const MOST_BY_ADDRESS = 10;
const MOST = 100;

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

interface DeviceLoginDocument extends OidcLoginDocument {
  device: {
    /** The device code of the provider, encrypted under the handle. */
    code: string;
    intervalSeconds: number;
    nextPollAt: Date;
    /** What limits count for the address of the program. */
    address: string;
  };
}

/** What the provider has begun. */
export interface BegunDeviceLogin {
  deviceCode: string;
  intervalSeconds: number;
  expiresInSeconds: number;
}

export type Poll =
  | { state: 'due'; deviceCode: string; intervalSeconds: number }
  | { state: 'early'; intervalSeconds: number }
  | { state: 'expired' }
  | { state: 'unknown' };

const keyOf = (handle: string): Buffer => createHmac('sha256', handle).update('device code').digest();

function sealed(deviceCode: string, handle: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(handle), nonce);
  const text = Buffer.concat([cipher.update(deviceCode, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64');
}

function opened(code: string, handle: string): string {
  const bytes = Buffer.from(code, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', keyOf(handle), bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
}

const after = (date: Date, seconds: number): Date => new Date(date.getTime() + seconds * 1000);

/**
 * Logins of programs that wait for the user, in the collection `oidcLogins`. `_id`: hash of the handle. Without the handle, which only the program has, nothing
 * in it lets anybody finish the login.
 */
@Injectable()
export class OidcDeviceLogins {
  private readonly logins: Collection<DeviceLoginDocument>;

  constructor(mongo: Mongo) {
    this.logins = mongo.collection<DeviceLoginDocument>('oidcLogins');
  }

  /** Whether there is room for one more. Two starts at once may both find the last place. */
  async hasRoom(address: string): Promise<boolean> {
    const open = { device: { $exists: true }, expiresAt: { $gt: new Date() } };
    const [all, own] = await Promise.all([
      this.logins.countDocuments(open, { limit: MOST }),
      this.logins.countDocuments({ ...open, 'device.address': address }, { limit: MOST_BY_ADDRESS }),
    ]);
    return all < MOST && own < MOST_BY_ADDRESS;
  }

  async start(
    { deviceCode, ...begun }: BegunDeviceLogin,
    address: string,
  ): Promise<{ handle: string; intervalSeconds: number; expiresInSeconds: number }> {
    const handle = newToken();
    const createdAt = new Date();
    const expiresInSeconds = Math.min(Math.floor(begun.expiresInSeconds), LONGEST_VALID_SECONDS);
    const intervalSeconds = Math.min(Math.max(1, Math.ceil(begun.intervalSeconds)), LONGEST_INTERVAL_SECONDS);
    await this.logins.insertOne({
      _id: tokenHash(handle),
      // Never the hash of a browser's token: the return of a browser finds no login of a program.
      browser: 'device',
      ...{ createdAt, expiresAt: after(createdAt, expiresInSeconds) },
      device: { code: sealed(deviceCode, handle), intervalSeconds, nextPollAt: after(createdAt, intervalSeconds), address },
    });
    return { handle, intervalSeconds, expiresInSeconds };
  }

  /** Takes the turn to ask the provider. Of two polls at once, one gets it. */
  async poll(handle: string): Promise<Poll> {
    const now = new Date();
    const own = { _id: tokenHash(handle), device: { $exists: true } };
    const open = { ...own, expiresAt: { $gt: now } };
    const seconds = '$device.intervalSeconds';
    const due = await this.logins.findOneAndUpdate({ ...open, 'device.nextPollAt': { $lte: new Date(now.getTime() + CLOCK_MS) } }, [
      { $set: { 'device.nextPollAt': { $add: [now, { $multiply: [seconds, 1000] }] } } },
    ]);
    if (due) return { state: 'due', deviceCode: opened(due.device.code, handle), intervalSeconds: due.device.intervalSeconds };
    const early = await this.slowDown(handle);
    if (early !== null) return { state: 'early', intervalSeconds: early };
    return { state: (await this.logins.findOne(own)) ? 'expired' : 'unknown' };
  }

  /** @returns the new interval. Null: no open login. */
  async slowDown(handle: string): Promise<number | null> {
    const now = new Date();
    const slower = { $min: [{ $add: ['$device.intervalSeconds', SLOWER_SECONDS] }, LONGEST_INTERVAL_SECONDS] };
    const found = await this.logins.findOneAndUpdate(
      { _id: tokenHash(handle), device: { $exists: true }, expiresAt: { $gt: now } },
      [
        { $set: { 'device.intervalSeconds': slower } },
        { $set: { 'device.nextPollAt': { $add: [now, { $multiply: ['$device.intervalSeconds', 1000] }] } } },
      ],
      { returnDocument: 'after' },
    );
    return found?.device.intervalSeconds ?? null;
  }

  /** @returns whether it was still there */
  async end(handle: string): Promise<boolean> {
    const { deletedCount } = await this.logins.deleteOne({ _id: tokenHash(handle), device: { $exists: true } });
    return deletedCount === 1;
  }
}
