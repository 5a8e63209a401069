import { expect, it, vi } from 'vitest';
import { atMostEvery, whileHeld } from './while-held.js';

it('runs turns until the lease ends, and ends in the pause', async () => {
  const lease = new AbortController();
  let turns = 0;
  const running = whileHeld(lease, 1, async () => {
    turns++;
    if (turns === 3) setTimeout(() => lease.abort(), 0);
  });
  await expect(running).rejects.toMatchObject({ name: 'AbortError' });
  expect(turns).toBeGreaterThanOrEqual(3);
});

it('runs no turn without the lease, and hands on the error of a turn', async () => {
  const turn = vi.fn(() => Promise.reject(new Error('no space')));
  await whileHeld({ signal: AbortSignal.abort() }, 1, turn);
  expect(turn).not.toHaveBeenCalled();
  await expect(whileHeld(new AbortController(), 1, turn)).rejects.toThrow('no space');
  expect(turn).toHaveBeenCalledOnce();
});

it('runs work at most once in its time', async () => {
  const work = vi.fn(() => Promise.resolve());
  const often = atMostEvery(50, work);
  await often();
  await often();
  expect(work).toHaveBeenCalledOnce();
  await new Promise((resolve) => setTimeout(resolve, 60));
  await often();
  expect(work).toHaveBeenCalledTimes(2);
});
