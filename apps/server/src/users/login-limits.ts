import { Injectable } from '@nestjs/common';
import { limitedBy } from '../core/http/limits/client-address.js';
import { RateLimit, RateLimited } from '../core/http/limits/rate-limit.js';

/**
 * Limits guesses of passwords: ten in a row for one name from one address, and sixty from one address; then one every few seconds. A successful login
 * returns its try, so only wrong passwords count. No limit counts by name alone: strangers elsewhere could lock out the owner of the name. Beyond the limit
 * one try a second per address is still checked, for an owner who shares the address with a stranger.
 */
@Injectable()
export class LoginLimits {
  private readonly pairs = new RateLimit(10, 1 / 10);
  private readonly addresses = new RateLimit(60, 1);
  private readonly beyond = new RateLimit(1, 1);

  /** @throws RateLimited */
  take(name: string, from: string): void {
    const address = limitedBy(from);
    const pair = pairOf(name, address);
    const wait = Math.max(this.addresses.wait(address), this.pairs.wait(pair));
    if (wait > 0 && this.beyond.take(address) > 0) throw new RateLimited('too-many-failed-logins', { retryAfterSeconds: wait });
    this.addresses.take(address);
    this.pairs.take(pair);
  }

  giveBack(name: string, from: string): void {
    const address = limitedBy(from);
    this.addresses.giveBack(address);
    this.pairs.giveBack(pairOf(name, address));
  }
}

const pairOf = (name: string, address: string): string => `${address} ${name}`;
