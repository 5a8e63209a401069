import { expect, test } from 'vitest';
import { inPool } from './in-pool.js';

test('processes every item, with at most the given number at once', async () => {
  const done: number[] = [];
  let now = 0;
  let most = 0;
  const items = Array.from({ length: 20 }, (_, at) => at);
  await inPool(items, 3, new AbortController().signal, async (item) => {
    now += 1;
    most = Math.max(most, now);
    await Promise.resolve();
    now -= 1;
    done.push(item);
  });
  expect(done.sort((a, b) => a - b)).toEqual(items);
  expect(most).toBe(3);
});

test('finishes the running items after an abort, and starts no others', async () => {
  const stop = new AbortController();
  const begun: number[] = [];
  const ended: number[] = [];
  await inPool([0, 1, 2, 3, 4, 5], 2, stop.signal, async (item) => {
    begun.push(item);
    if (item === 1) stop.abort();
    await Promise.resolve();
    ended.push(item);
  });
  expect(begun).toEqual([0, 1]);
  expect(ended).toEqual([0, 1]);
});
