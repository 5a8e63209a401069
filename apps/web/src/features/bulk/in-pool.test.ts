import { expect, test } from 'vitest';
import { inPool } from './in-pool.js';

test('given many items, then all are worked on, and never more than so many at once', async () => {
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

test('given a stop, then what has begun is finished and nothing else begins', async () => {
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
