import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import { CONFIG, type Config } from '../../config/config.schema.js';
import type { Sealed } from '../mongo/stored.js';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Name of a key. It does not reveal the key. */
const keyIdOf = (key: Buffer): string => createHmac('sha256', key).update('weft secrets key id').digest('hex').slice(0, 16);

/**
 * Encrypts secrets that are stored in MongoDB. The key is in a file or the environment of each server, never in MongoDB. While the key is replaced, the one
 * before opens what it has encrypted (`weft-server rewrap-keys`).
 */
@Injectable()
export class SealedSecrets {
  private readonly key: Buffer | null;
  private readonly known: ReadonlyMap<string, Buffer>;

  constructor(
    @Inject(CONFIG) { secretsKey, previousSecretsKey = null }: Pick<Config, 'secretsKey'> & Partial<Pick<Config, 'previousSecretsKey'>>,
  ) {
    const [key, previous] = [secretsKey, previousSecretsKey].map((text) => (text === null ? null : Buffer.from(text, 'hex')));
    this.key = key ?? null;
    this.known = new Map([previous, key].flatMap((each) => (each ? [[keyIdOf(each), each] as const] : [])));
  }

  get hasKey(): boolean {
    return this.key !== null;
  }

  /** It was encrypted with the key of this server, or with the one before. */
  canOpen({ keyId }: Sealed): boolean {
    return this.known.has(keyId);
  }

  /** It was encrypted with the key of this server, and not with the one before. */
  isCurrent({ keyId }: Sealed): boolean {
    return this.key !== null && keyId === keyIdOf(this.key);
  }

  /**
   * @param owner id of the object: a sealed secret does not open for another one
   * @throws DomainError `secrets-key-missing`
   */
  seal(secret: string, owner: string): Sealed {
    const key = this.required();
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
    const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return { keyId: keyIdOf(key), data: Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64') };
  }

  /** @throws DomainError `secrets-key-missing`, or `secret-unreadable`: another key, another owner, or damaged. */
  open({ keyId, data }: Sealed, owner: string): string {
    this.required();
    const key = this.known.get(keyId);
    if (!key) throw new DomainError('secret-unreadable', {});
    const bytes = Buffer.from(data, 'base64');
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(owner))
      .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    try {
      return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
    } catch (cause) {
      throw new DomainError('secret-unreadable', {}, { cause });
    }
  }

  private required(): Buffer {
    if (!this.key) throw new DomainError('secrets-key-missing', {});
    return this.key;
  }
}
