import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { DomainError } from '@weft/shared/errors/domain-error';
import { ConcurrencyLimit } from '@weft/shared/load/concurrency-limit';
import { concurrency } from '../load/concurrency.js';

/** RFC 9106 and OWASP: Argon2id with 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Argon2id hashing with limited concurrency. */
@Injectable()
export class Passwords {
  private readonly limit = new ConcurrencyLimit(concurrency.passwords, () => new DomainError('too-many-logins', {}));
  /** The functions that take the time; tests count their calls. */
  protected readonly argon2 = { hash, verify };
  private dummy: Promise<string> | undefined;

  hash(password: string): Promise<string> {
    return this.limit.run(() => this.argon2.hash(password, PARAMETERS));
  }

  /**
   * Verifies a dummy hash when the user does not exist (`passwordHash` undefined), so that the response time does not reveal user names. Every first call
   * waits for that hash, for a user who exists too. Each address has its own queue.
   */
  async verify(passwordHash: string | undefined, password: string, address = ''): Promise<boolean> {
    const dummy = await this.dummyHash();
    const matches = await this.limit.run(() => this.argon2.verify(passwordHash ?? dummy, password), address);
    return matches && passwordHash !== undefined;
  }

  /** Made once. A failure, as while too many logins wait, is not kept: unknown names would be refused otherwise than known ones. */
  private dummyHash(): Promise<string> {
    this.dummy ??= this.hash(randomBytes(16).toString('hex')).catch((error: unknown) => {
      this.dummy = undefined;
      throw error;
    });
    return this.dummy;
  }
}
