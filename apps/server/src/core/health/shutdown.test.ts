import { ConsoleLogger, Logger } from '@nestjs/common';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Shutdown } from './shutdown.js';

beforeAll(() => Logger.overrideLogger(false));
afterAll(() => Logger.overrideLogger(new ConsoleLogger()));
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Begins a stop with a delay of 10 s. @returns after how many seconds it went on, and whether others took over. */
async function stop(peers: () => Promise<object[]>) {
  const shutdown = new Shutdown({ peers } as never);
  const handOver = vi.fn();
  shutdown.onHandOver(handOver);
  const startedAt = Date.now();
  const ended = shutdown.begin(10).then(() => (Date.now() - startedAt) / 1000);
  expect(shutdown.hasBegun).toBe(true);
  await vi.advanceTimersByTimeAsync(60_000);
  return { seconds: await ended, handsOver: handOver.mock.calls.length === 1 };
}

test('waits for the delay while another server is online, and hands over to it', async () => {
  expect(await stop(async () => [{}])).toEqual({ seconds: 10, handsOver: true });
});

test('does not wait when no other server is online', async () => {
  expect(await stop(async () => [])).toEqual({ seconds: 0, handsOver: false });
});

test('waits for the list of servers 2 s at most', async () => {
  expect(await stop(() => new Promise(() => undefined))).toEqual({ seconds: 2, handsOver: false });
  expect(await stop(() => Promise.reject(new Error('no primary')))).toEqual({ seconds: 0, handsOver: false });
});
