import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { TransactionQueue } from './transaction-queue.js';

test('runs transactions in order, one at a time, and continues after a failure', async () => {
  const queue = new TransactionQueue();
  const log: string[] = [];
  const work = (name: string) => async () => {
    log.push(`${name} begins`);
    await setImmediate();
    log.push(`${name} ends`);
    if (name === 'b') throw new Error('no space');
    return name;
  };
  const results = await Promise.allSettled([queue.run(work('a')), queue.run(work('b')), queue.run(work('c'))]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
});
