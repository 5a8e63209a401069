import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Lease } from './held-lease.js';
import { runTurns } from './turns.js';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Holds the lease until `end`. */
function started(turn: () => Promise<boolean>) {
  const ending = new AbortController();
  let work: Promise<void> = Promise.resolve();
  const leases = {
    run: (_name: string, held: (lease: Lease) => Promise<void>) => {
      work = held({ signal: ending.signal } as Lease);
      return { stop: async () => ending.abort() };
    },
  };
  const wake = runTurns(leases, { lease: 'x', turnMs: 1000, idleMs: 30_000, turn });
  const end = () => {
    ending.abort();
    return work;
  };
  return { wake, end };
}

describe('runTurns', () => {
  it('pauses briefly while there is work, and longer without', async () => {
    const turn = vi.fn().mockResolvedValueOnce(false).mockResolvedValue(true);
    const { end } = started(turn);
    await vi.advanceTimersByTimeAsync(1000);
    expect(turn).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(29_000);
    expect(turn).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(1000);
    expect(turn).toHaveBeenCalledTimes(3);
    await end();
  });

  it('ends the pause when it is woken', async () => {
    const turn = vi.fn().mockResolvedValue(true);
    const { wake, end } = started(turn);
    await vi.advanceTimersByTimeAsync(0);
    wake();
    await vi.advanceTimersByTimeAsync(0);
    expect(turn).toHaveBeenCalledTimes(2);
    await end();
  });

  it('follows with a turn at once when it is woken during a turn', async () => {
    let finish: (isIdle: boolean) => void = () => undefined;
    const turn = vi
      .fn()
      .mockImplementationOnce(() => new Promise<boolean>((resolve) => (finish = resolve)))
      .mockResolvedValue(true);
    const { wake, end } = started(turn);
    wake();
    finish(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(turn).toHaveBeenCalledTimes(2);
    await end();
  });
});
