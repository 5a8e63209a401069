import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Latest } from './latest.js';
import { REREAD_MS, SETTLE_MS, VisibleValues } from './visible-values.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function start(
  answer: (objects: string[]) => Promise<Latest> = async (objects) => ({ at: 7, of: new Map(objects.map((each) => [each, { iops: 5 }])) }),
) {
  const read = vi.fn(answer);
  return { read, values: new VisibleValues(read) };
}

describe('VisibleValues', () => {
  it('reads objects that come together once, and tells each', async () => {
    const { read, values } = start();
    const [one, other] = [vi.fn(), vi.fn()];
    values.watch('a', one);
    values.watch('b', other);
    expect(values.valuesOf('a')).toBeUndefined();
    await vi.advanceTimersByTimeAsync(SETTLE_MS);
    expect(read.mock.calls).toEqual([[['a', 'b']]]);
    expect([one.mock.calls.length, other.mock.calls.length]).toEqual([1, 1]);
    expect([values.valuesOf('b'), values.at]).toEqual([{ iops: 5 }, 7]);
  });

  it('distinguishes an object that is not read yet from one without observation', async () => {
    const { values } = start(async () => ({ at: 7, of: new Map() }));
    values.watch('a', vi.fn());
    expect(values.valuesOf('a')).toBeUndefined();
    await vi.advanceTimersByTimeAsync(SETTLE_MS);
    expect([values.valuesOf('a'), values.valuesOf('b')]).toEqual([null, undefined]);
  });

  it('reads again while objects are visible, and only those', async () => {
    const { read, values } = start();
    const end = values.watch('a', vi.fn());
    values.watch('b', vi.fn());
    await vi.advanceTimersByTimeAsync(SETTLE_MS);
    end();
    await vi.advanceTimersByTimeAsync(REREAD_MS);
    expect(read.mock.lastCall).toEqual([['b']]);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('reads nothing when no object is visible any more', async () => {
    const { read, values } = start();
    values.watch('a', vi.fn())();
    await vi.advanceTimersByTimeAsync(SETTLE_MS + REREAD_MS);
    expect(read).not.toHaveBeenCalled();
  });

  it('does not read twice as often after an object came during a read', async () => {
    const { read, values } = start(
      (objects) =>
        new Promise((resolve) => setTimeout(() => resolve({ at: 7, of: new Map(objects.map((each) => [each, { iops: 5 }])) }), 1000)),
    );
    values.watch('a', vi.fn());
    await vi.advanceTimersByTimeAsync(SETTLE_MS);
    values.watch('b', vi.fn());
    await vi.advanceTimersByTimeAsync(SETTLE_MS + 1000);
    expect(read).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(REREAD_MS);
    expect(read).toHaveBeenCalledTimes(3);
  });

  it('shows no old value after a failed read, and tries again', async () => {
    const { read, values } = start();
    values.watch('a', vi.fn());
    await vi.advanceTimersByTimeAsync(SETTLE_MS);
    read.mockRejectedValueOnce(new Error('unavailable'));
    await vi.advanceTimersByTimeAsync(REREAD_MS);
    expect(values.valuesOf('a')).toBeUndefined();
    await vi.advanceTimersByTimeAsync(REREAD_MS);
    expect(values.valuesOf('a')).toEqual({ iops: 5 });
  });
});
