import { expect, test } from 'vitest';
import { SlicedQueue } from './sliced-queue.js';

function busyFor(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test('timers and sockets have their turn while jobs wait, and jobs keep their order', async () => {
  const queue = new SlicedQueue();
  const order: number[] = [];
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  const began = performance.now();
  await Promise.all(
    Array.from({ length: 100 }, (_, at) =>
      queue.run(() => {
        busyFor(2);
        order.push(at);
      }),
    ),
  );
  clearInterval(timer);
  expect(order).toEqual(Array.from({ length: 100 }, (_, at) => at));
  expect(performance.now() - began).toBeGreaterThanOrEqual(200);
  // 200 ms of work in slices of at least 10 ms, the last of which may run over: without slices it is 0.
  expect(turns).toBeGreaterThan(3);
});

test('a job that fails fails its caller alone, and jobs that arrive during others run after them', async () => {
  const queue = new SlicedQueue();
  const order: string[] = [];
  const first = queue.run(() => {
    void queue.run(() => order.push('later'));
    order.push('first');
    return 1;
  });
  const broken = queue.run(() => {
    throw new Error('no');
  });
  const last = queue.run(() => order.push('last'));
  await expect(broken).rejects.toThrow('no');
  expect(await first).toBe(1);
  await last;
  await queue.run(() => undefined);
  expect(order).toEqual(['first', 'last', 'later']);
});
