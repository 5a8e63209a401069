import { Injectable } from '@nestjs/common';
import { RateLimit, RateLimited } from '../core/auth/rate-limit.js';

/** Guesses of passwords: ten in a row for one name and thirty from one address, then one every few seconds. A good login gives its try back. */
@Injectable()
export class LoginLimits {
  private readonly names = new RateLimit(10, 1 / 10);
  private readonly addresses = new RateLimit(30, 1 / 3);

  /** @throws RateLimited */
  take(name: string, address: string): void {
    const wait = Math.max(this.addresses.take(address), this.names.take(name));
    if (wait > 0) throw new RateLimited('Too many failed logins.', wait);
  }

  giveBack(name: string, address: string): void {
    this.addresses.giveBack(address);
    this.names.giveBack(name);
  }
}
