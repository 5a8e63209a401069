import { expect, test } from 'vitest';
import { Turns } from './turns.js';

/** Work that ends when the test calls `end`. */
function held() {
  let end = () => {};
  let begun = false;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const work = async () => {
    begun = true;
    await ended;
  };
  return { work, end, hasBegun: () => begun };
}

test('queues excess work in order, refuses it when the queue is full, and frees slots on failure', async () => {
  const turns = new Turns(2, 1, () => new Error('the line is full'));
  const [first, second, third] = [held(), held(), held()];
  const failing = turns.take(async () => {
    await first.work();
    throw new Error('it failed');
  });
  const running = turns.take(second.work);
  const waiting = turns.take(third.work);
  await expect(turns.take(async () => {})).rejects.toThrow('the line is full');
  expect([first, second, third].map((each) => each.hasBegun())).toEqual([true, true, false]);
  first.end();
  await expect(failing).rejects.toThrow('it failed');
  expect(third.hasBegun()).toBe(true);
  second.end();
  third.end();
  await Promise.all([running, waiting]);
  expect(await turns.take(async () => 'free again')).toBe('free again');
});

test('serves another key next despite a long queue, and evicts the flooding key when full', async () => {
  const turns = new Turns(1, 4, () => new Error('the line is full'));
  const order: string[] = [];
  const first = held();
  const running = turns.take(first.work, 'flood');
  const flood = Array.from({ length: 4 }, (_, n) => turns.take(async () => void order.push(`flood ${n}`), 'flood'));
  const settled = Promise.allSettled(flood);
  const owner = turns.take(async () => void order.push('owner'), 'owner');
  await expect(turns.take(async () => {}, 'flood')).rejects.toThrow('the line is full');
  first.end();
  await Promise.all([running, owner]);
  expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
  expect(order).toEqual(['flood 0', 'owner', 'flood 1', 'flood 2']);
});
