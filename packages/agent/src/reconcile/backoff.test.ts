import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { reason } from '../reason/reason.js';
import { Backoff } from './backoff.js';

const no = reason('command-failed', { failure: 'no' });

test('reports when the first failed item may be retried, and nothing without failures', () => {
  let now = 1000;
  const backoff = new Backoff(
    () => now,
    () => 1,
  );
  expect(backoff.untilNextMs()).toBeUndefined();
  backoff.failed('slow', no);
  backoff.failed('slow', no);
  backoff.failed('new', no);
  expect(backoff.untilNextMs()).toBe(250);
  now += 250;
  expect(backoff.isHeld('new')).toBe(false);
  expect(backoff.untilNextMs()).toBe(250);
  backoff.clear('slow');
  expect(backoff.untilNextMs()).toBeUndefined();
});

test('doubles its pauses up to one minute', () => {
  let now = 0;
  const backoff = new Backoff(
    () => now,
    () => 1,
  );
  const pauses = Array.from({ length: 10 }, () => {
    backoff.failed('x', no);
    const pause = backoff.untilNextMs() ?? 0;
    now += pause;
    return pause;
  });
  expect(pauses).toEqual([250, 500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
});

afterEach(() => {
  vi.useRealTimers();
});

test('retries in time after the clock of the machine is set back by an hour', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const backoff = new Backoff(undefined, () => 0);
  backoff.failed('leg', reason('command-failed', { failure: 'failed' }));
  expect(backoff.isHeld('leg')).toBe(true);
  vi.setSystemTime(Date.now() - 3_600_000);
  await sleep(600);
  expect(backoff.isHeld('leg')).toBe(false);
});
