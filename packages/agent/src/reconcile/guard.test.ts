import { getEventListeners } from 'node:events';
import { afterEach, expect, test, vi } from 'vitest';
import { exampleCluster, silent } from '../testing/example-cluster.js';
import { Guard } from './guard.js';

afterEach(() => {
  vi.useRealTimers();
});

test('given an agent that runs for minutes, then the guard leaves nothing behind on the signal that will end it', async () => {
  const { client } = await exampleCluster();
  vi.useFakeTimers();
  const end = new AbortController();
  const guard = new Guard({
    host: client.host,
    log: silent,
    content: () => undefined,
    inventory: () => null,
    onDone: () => undefined,
    now: () => 0,
  });
  const running = guard.run(end.signal);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(getEventListeners(end.signal, 'abort')).toHaveLength(1);
  end.abort();
  await running;
  expect(getEventListeners(end.signal, 'abort')).toHaveLength(0);
});
