import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { Backoff } from './backoff.js';

afterEach(() => {
  vi.useRealTimers();
});

test('given a failure, when the clock of the machine is set back by an hour, then the retry comes in time all the same', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const backoff = new Backoff(undefined, () => 0);
  backoff.failed('leg', { code: 'failed', message: 'failed' });
  expect(backoff.isHeld('leg')).toBe(true);
  vi.setSystemTime(Date.now() - 3_600_000);
  await sleep(600);
  expect(backoff.isHeld('leg')).toBe(false);
});
