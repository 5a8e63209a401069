import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Throttle } from './throttle.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Duration in milliseconds of the rest after a piece of work of `workMs`. */
async function restAfter(throttle: Throttle, workMs: number): Promise<number> {
  await vi.advanceTimersByTimeAsync(workMs);
  const began = performance.now();
  const rested = throttle.rest().then(() => performance.now() - began);
  await vi.advanceTimersByTimeAsync(1000);
  return rested;
}

test('rests as long as each piece of work took', async () => {
  const throttle = new Throttle();
  await throttle.rest();
  expect([await restAfter(throttle, 20), await restAfter(new Throttle(), 5)]).toEqual([20, 5]);
});

test('limits the rest to 100 ms or the given maximum, and skips it after no work', async () => {
  expect(await restAfter(new Throttle(), 5000)).toBe(100);
  expect(await restAfter(new Throttle(), 0)).toBe(0);
  expect(await restAfter(new Throttle(30), 50)).toBe(30);
});
