import { expect, test } from 'vitest';
import { Turns } from './turns.js';

/** Work that ends when it is told to. */
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

test('given more work than may run at once, then the rest waits in order, beyond the line it is refused, and a turn is given back also by what fails', async () => {
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
