import { expect, test } from 'vitest';
import { MessageQueue } from './message-queue.js';

test('runs work in order, one at a time, and continues after a failure', async () => {
  const queue = new MessageQueue(3);
  const log: string[] = [];
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const first = queue.run(() => gate.then(() => void log.push('first')));
  const second = queue.run(async () => {
    log.push('second');
    throw new Error('second failed');
  });
  const third = queue.run(async () => void log.push('third'));
  expect(queue.isFull).toBe(true);
  release();
  await expect(second).rejects.toThrow('second failed');
  await Promise.all([first, third]);
  expect(log).toEqual(['first', 'second', 'third']);
  expect(queue.isFull).toBe(false);
});
