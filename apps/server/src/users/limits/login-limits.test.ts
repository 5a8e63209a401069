import { afterEach, describe, expect, it, vi } from 'vitest';
import { RateLimited } from '../../core/http/limits/rate-limit.js';
import { LoginLimits } from './login-limits.js';

/** Tries wrong passwords for one name from one address, until a try is refused without a check. */
function guess(limits: LoginLimits, name: string, address: string, times: number): number {
  for (let n = 0; n < times; n++)
    try {
      limits.take({ name, address });
    } catch (error) {
      if (error instanceof RateLimited) return n;
      throw error;
    }
  return times;
}

afterEach(() => {
  vi.useRealTimers();
});

describe('LoginLimits', () => {
  it('limits wrong passwords for one name from one address', () => {
    expect(guess(new LoginLimits(), 'admin', '10.0.0.1', 100)).toBeLessThan(20);
  });

  it('admits the owner of a name despite guesses from other addresses', () => {
    const limits = new LoginLimits();
    for (let stranger = 1; stranger < 50; stranger++) guess(limits, 'admin', `10.0.0.${stranger}`, 100);
    // All of the owner's tries, not only the one a second that each address has.
    expect(guess(limits, 'admin', '10.0.1.1', 5)).toBe(5);
  });

  it('does not count successful logins', () => {
    const limits = new LoginLimits();
    for (let n = 0; n < 200; n++) {
      limits.take({ name: 'admin', address: '10.0.0.1' });
      limits.giveBack({ name: 'admin', address: '10.0.0.1' });
    }
    expect(guess(limits, 'admin', '10.0.0.1', 5)).toBe(5);
  });

  it('admits one name despite guesses of another name from the same address', () => {
    const limits = new LoginLimits();
    guess(limits, 'admin', '10.0.0.1', 100);
    expect(() => limits.take({ name: 'vera', address: '10.0.0.1' })).not.toThrow();
  });

  it('limits one address that tries many names', () => {
    const limits = new LoginLimits();
    let passed = 0;
    for (let n = 0; n < 1000; n++) passed += guess(limits, `user-${n}`, '10.0.0.1', 1);
    expect(passed).toBeLessThan(100);
  });

  it('allows one attempt per second after the limit is reached', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const limits = new LoginLimits();
    guess(limits, 'admin', '10.0.0.1', 100);
    vi.advanceTimersByTime(1100);
    expect(() => limits.take({ name: 'admin', address: '10.0.0.1' })).not.toThrow();
    expect(() => limits.take({ name: 'admin', address: '10.0.0.1' })).toThrow(RateLimited);
  });

  it('keeps the way in for a known browser while a stranger floods its address', () => {
    const limits = new LoginLimits();
    guess(limits, 'admin', '10.0.0.1', 1000);
    const owner = { name: 'admin', address: '10.0.0.1', device: 'known' };
    for (let n = 0; n < 100; n++) {
      expect(() => limits.take(owner)).not.toThrow();
      limits.giveBack(owner);
    }
  });

  it('limits guesses from a known browser too', () => {
    const limits = new LoginLimits();
    guess(limits, 'admin', '10.0.0.1', 1000);
    let passed = 0;
    for (let n = 0; n < 100; n++)
      try {
        limits.take({ name: 'admin', address: '10.0.0.1', device: 'stolen' });
        passed++;
      } catch (error) {
        expect(error).toBeInstanceOf(RateLimited);
      }
    expect(passed).toBeLessThanOrEqual(11);
  });

  it('limits a host that takes another address of its IPv6 network for each guess', () => {
    const limits = new LoginLimits();
    let passed = 0;
    for (let n = 1; n < 1000; n++) passed += guess(limits, 'admin', `2001:db8:1:2::${n.toString(16)}`, 1);
    expect(passed).toBeLessThan(20);
    expect(() => limits.take({ name: 'admin', address: '2001:db8:1:3::1' })).not.toThrow();
  });
});
