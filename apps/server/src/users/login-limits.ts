import { Injectable } from '@nestjs/common';
import { RateLimit, RateLimited } from '../core/http/limits/rate-limit.js';

/**
 * Guesses of passwords: ten in a row for one name from one address, and sixty from one address; then one every few seconds. A good login gives its try
 * back, so only wrong passwords count. Nothing is counted by name alone: strangers elsewhere would keep the owner of the name out. Where the limit is
 * reached one try a second of each address is still checked, for the owner who shares it with a stranger.
 */
@Injectable()
export class LoginLimits {
  private readonly pairs = new RateLimit(10, 1 / 10);
  private readonly addresses = new RateLimit(60, 1);
  private readonly beyond = new RateLimit(1, 1);

  /** @throws RateLimited */
  take(name: string, address: string): void {
    const pair = pairOf(name, address);
    const wait = Math.max(this.addresses.wait(address), this.pairs.wait(pair));
    if (wait > 0 && this.beyond.take(address) > 0) throw new RateLimited('Too many failed logins.', wait);
    this.addresses.take(address);
    this.pairs.take(pair);
  }

  giveBack(name: string, address: string): void {
    this.addresses.giveBack(address);
    this.pairs.giveBack(pairOf(name, address));
  }
}

const pairOf = (name: string, address: string): string => `${address} ${name}`;
