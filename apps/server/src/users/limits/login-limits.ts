import { Injectable } from '@nestjs/common';
import { limitedBy } from '../../core/http/limits/client-address.js';
import { RateLimit, RateLimited } from '../../core/http/limits/rate-limit.js';

/** Who tries a password. */
export interface Attempt {
  name: string;
  address: string;
  /** Hash of the device cookie, if this user has logged in with it before. */
  device?: string | undefined;
}

/**
 * Limits guesses of passwords: ten in a row for one name from one address, and sixty from one address; then one every few seconds. A successful login
 * returns its try, so only wrong passwords count. No limit counts by name alone: strangers elsewhere could lock out the owner of the name. Beyond the limit
 * one try a second per address is still checked, for an owner who shares the address with a stranger. A browser that the user has logged in from before has
 * a limit of its own, so that not even a stranger at the same address locks the user out (OWASP, "Slow Down Online Guessing Attacks with Device Cookies").
 */
@Injectable()
export class LoginLimits {
  private readonly pairs = new RateLimit(10, 1 / 10);
  private readonly addresses = new RateLimit(60, 1);
  private readonly beyond = new RateLimit(1, 1);
  private readonly devices = new RateLimit(10, 1 / 10);

  /** @throws RateLimited */
  take({ name, address: from, device }: Attempt): void {
    // Beyond its own limit, a known browser is as any other at its address.
    if (device !== undefined && this.devices.take(pairOf(name, device)) === 0) return;
    const address = limitedBy(from);
    const pair = pairOf(name, address);
    const wait = Math.max(this.addresses.wait(address), this.pairs.wait(pair));
    if (wait > 0 && this.beyond.take(address) > 0) throw new RateLimited('too-many-failed-logins', { retryAfterSeconds: wait });
    this.addresses.take(address);
    this.pairs.take(pair);
  }

  giveBack({ name, address: from, device }: Attempt): void {
    if (device !== undefined) this.devices.giveBack(pairOf(name, device));
    const address = limitedBy(from);
    this.addresses.giveBack(address);
    this.pairs.giveBack(pairOf(name, address));
  }
}

const pairOf = (name: string, from: string): string => `${from} ${name}`;
