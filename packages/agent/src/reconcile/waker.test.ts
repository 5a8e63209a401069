import { expect, test, vi } from 'vitest';
import { Waker } from './waker.js';

const endOf = (pause: Promise<void>) => {
  const end = { isOver: false };
  void pause.then(() => {
    end.isOver = true;
  });
  return end;
};

test('a pause ends at once after a call, and a call before it counts', async () => {
  const waker = new Waker();
  const pause = waker.sleep(60_000);
  waker.wake();
  await pause;
  waker.wake();
  await waker.sleep(60_000);
});

test('a rest begins when the servers have been told; a call before it does not end it, a later one does', async () => {
  vi.useFakeTimers();
  try {
    const waker = new Waker();
    await waker.rest();
    waker.wake();
    let told: () => void = () => undefined;
    const end = endOf(waker.rest(() => new Promise((resolve) => (told = resolve))));
    await vi.advanceTimersByTimeAsync(60_000);
    told();
    await vi.advanceTimersByTimeAsync(499);
    expect(end.isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(end.isOver).toBe(true);

    const next = endOf(waker.rest(async () => undefined));
    await vi.advanceTimersByTimeAsync(100);
    expect(next.isOver).toBe(false);
    waker.wake();
    await vi.advanceTimersByTimeAsync(0);
    expect(next.isOver).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});
