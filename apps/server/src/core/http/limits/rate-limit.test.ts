import { describe, expect, test } from 'vitest';
import { RateLimit } from './rate-limit.js';

describe('RateLimit', () => {
  test('delays the third request by 10 s at a burst of 2 and one request per 10 s', () => {
    let now = 0;
    const limit = new RateLimit(2, 0.1, 10, () => now);
    expect([limit.take('a'), limit.take('a'), limit.take('a')]).toEqual([0, 0, 10]);
    expect(limit.take('b')).toBe(0);
    now = 10;
    expect(limit.take('a')).toBe(0);
  });

  test('allows a returned token to be taken again', () => {
    const limit = new RateLimit(1, 0.001, 10, () => 0);
    limit.take('a');
    limit.giveBack('a');
    expect(limit.take('a')).toBe(0);
  });

  test('takes no token when only the wait is queried, and remembers the key', () => {
    const limit = new RateLimit(1, 0.1, 10, () => 0);
    expect([limit.knows('a'), limit.wait('a'), limit.wait('a'), limit.knows('a')]).toEqual([false, 0, 0, true]);
    expect([limit.take('a'), limit.wait('a')]).toEqual([0, 10]);
  });

  test('keeps at most the configured number of keys', () => {
    const limit = new RateLimit(1, 1, 100, () => 0);
    for (let key = 0; key < 1000; key++) limit.take(String(key));
    expect(limit.size).toBe(100);
  });
});
