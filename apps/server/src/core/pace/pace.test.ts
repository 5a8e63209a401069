import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Pace } from './pace.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Duration in milliseconds of the rest after a piece of work of `workMs`. */
async function restAfter(pace: Pace, workMs: number): Promise<number> {
  await vi.advanceTimersByTimeAsync(workMs);
  const began = performance.now();
  const rested = pace.rest().then(() => performance.now() - began);
  await vi.advanceTimersByTimeAsync(1000);
  return rested;
}

test('given pieces of work, then each is followed by a rest of the same length', async () => {
  const pace = new Pace();
  await pace.rest();
  expect([await restAfter(pace, 20), await restAfter(new Pace(), 5)]).toEqual([20, 5]);
});

test('given a database that took seconds, then the rest is short; given next to no work, there is none; and none longer than was asked for', async () => {
  expect(await restAfter(new Pace(), 5000)).toBe(100);
  expect(await restAfter(new Pace(), 0)).toBe(0);
  expect(await restAfter(new Pace(30), 50)).toBe(30);
});
