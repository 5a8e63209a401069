import { describe, expect, test } from 'vitest';
import { RateLimit } from './rate-limit.js';

describe('rate limit', () => {
  test('given a burst of 2 and one every 10 s, when three are taken, then the third waits 10 s, and works after them', () => {
    let now = 0;
    const limit = new RateLimit(2, 0.1, 10, () => now);
    expect([limit.take('a'), limit.take('a'), limit.take('a')]).toEqual([0, 0, 10]);
    expect(limit.take('b')).toBe(0);
    now = 10;
    expect(limit.take('a')).toBe(0);
  });

  test('given a token back, then it can be taken again', () => {
    const limit = new RateLimit(1, 0.001, 10, () => 0);
    limit.take('a');
    limit.giveBack('a');
    expect(limit.take('a')).toBe(0);
  });

  test('given only a look, then nothing is taken, and the key is known from then on', () => {
    const limit = new RateLimit(1, 0.1, 10, () => 0);
    expect([limit.knows('a'), limit.wait('a'), limit.wait('a'), limit.knows('a')]).toEqual([false, 0, 0, true]);
    expect([limit.take('a'), limit.wait('a')]).toEqual([0, 10]);
  });

  test('given more keys than it may keep, then memory stays bounded', () => {
    const limit = new RateLimit(1, 1, 100, () => 0);
    for (let key = 0; key < 1000; key++) limit.take(String(key));
    expect(limit.size).toBe(100);
  });
});
