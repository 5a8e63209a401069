import { Logger } from '@nestjs/common';
import { GiB, TiB } from '@weft/shared/units';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ClassSample } from './capacity.document.js';
import { CapacityHistory } from './capacity-history.service.js';
import { HOUR_MS } from './capacity-trend.js';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-03-01T12:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const growing = (driveClassId: string, hours: number): ClassSample[] =>
  Array.from({ length: hours }, (_, hour) => ({
    ...{ driveClassId, at: Date.now() - (hours - hour) * HOUR_MS, capacityBytes: 9 * TiB, allocatedBytes: hour * GiB, freeBytes: TiB },
  }));

/** A history over a store whose reads return `batches`, or fail while `fails` is set. */
function historyOf(batches: ClassSample[][]) {
  const store = { batches, fails: false, reads: 0 };
  const read = async function* () {
    store.reads += 1;
    if (store.fails) throw new Error('no primary');
    yield* store.batches;
  };
  return { store, history: new CapacityHistory({ read } as never) };
}

const room = { allocatedBytes: TiB, freeBytes: TiB };
const samplesOf = async (history: CapacityHistory, id = 'fast') => (await history.forecasts())(id, room).samples;

it('sorts the samples of each class from all batches', async () => {
  const fast = growing('fast', 48);
  const { history } = historyOf([fast.slice(20), growing('slow', 5), fast.slice(0, 20)]);
  const forecastOf = await history.forecasts();
  expect(forecastOf('fast', room)).toMatchObject({ samples: 48, spanHours: 47, trend: { usedBytesPerDay: 24 * GiB } });
  expect(forecastOf('slow', room)).toMatchObject({ samples: 5, trend: null });
  expect(forecastOf('new', room)).toMatchObject({ samples: 0, trend: null });
});

it('reads once for callers at the same time, and again in the background when the result is old', async () => {
  const { store, history } = historyOf([growing('fast', 10)]);
  expect(await Promise.all([samplesOf(history), samplesOf(history)])).toEqual([10, 10]);
  expect(store.reads).toBe(1);
  store.batches = [growing('fast', 30)];
  await vi.advanceTimersByTimeAsync(29_000);
  expect(await samplesOf(history)).toBe(10);
  expect(store.reads).toBe(1);
  await vi.advanceTimersByTimeAsync(2000);
  expect(await samplesOf(history)).toBe(10);
  await vi.advanceTimersByTimeAsync(200);
  expect(await samplesOf(history)).toBe(30);
  expect(store.reads).toBe(2);
});

it('waits for a new read when nobody has asked for an hour', async () => {
  const { store, history } = historyOf([growing('fast', 10)]);
  expect(await samplesOf(history)).toBe(10);
  store.batches = [growing('fast', 11)];
  await vi.advanceTimersByTimeAsync(HOUR_MS + 1000);
  expect(await samplesOf(history)).toBe(11);
});

it('fails the first read, and keeps the last result when a later read fails', async () => {
  const { store, history } = historyOf([growing('fast', 10)]);
  store.fails = true;
  await expect(history.forecasts()).rejects.toThrow('no primary');
  store.fails = false;
  expect(await samplesOf(history)).toBe(10);
  const warn = vi.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  store.fails = true;
  await vi.advanceTimersByTimeAsync(31_000);
  expect(await samplesOf(history)).toBe(10);
  await vi.advanceTimersByTimeAsync(200);
  expect(store.reads).toBe(3);
  expect(await samplesOf(history)).toBe(10);
  expect(warn).toHaveBeenCalledWith(expect.anything(), expect.stringContaining('could not be read'));
});
