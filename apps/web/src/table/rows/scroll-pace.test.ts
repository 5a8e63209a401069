import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ScrollPace } from './scroll-pace.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('is slow until a fast event, and again after a time without one', () => {
  const pace = new ScrollPace();
  expect(pace.isFast).toBe(false);
  pace.fast();
  vi.advanceTimersByTime(100);
  pace.fast();
  vi.advanceTimersByTime(100);
  expect(pace.isFast).toBe(true);
  vi.advanceTimersByTime(20);
  expect(pace.isFast).toBe(false);
});

test('tells each waiting row once that the list is slow, and none that has gone', () => {
  const pace = new ScrollPace();
  const [stays, goes, late] = [vi.fn(), vi.fn(), vi.fn()];
  pace.fast();
  pace.onceSlow(stays);
  pace.onceSlow(goes)();
  vi.advanceTimersByTime(120);
  expect(stays).toHaveBeenCalledTimes(1);
  expect(goes).not.toHaveBeenCalled();
  pace.onceSlow(late);
  expect(late).toHaveBeenCalledTimes(1);
  pace.fast();
  vi.advanceTimersByTime(120);
  expect(stays).toHaveBeenCalledTimes(1);
});
