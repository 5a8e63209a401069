import { expect, test } from 'vitest';
import { retryDelayMs, retryRows } from './retry.js';

test('doubles up to the longest delay', () => {
  const delays = [1, 2, 3, 4, 2000].map((failures) => retryDelayMs({ firstMs: 250, longestMs: 1500, jitter: 0 }, failures));
  expect(delays).toEqual([250, 500, 1000, 1500, 1500]);
});

test('makes the given share of the delay random', () => {
  const between = (jitter: number) => [0, 1].map((random) => retryDelayMs({ firstMs: 100, longestMs: 1000, jitter }, 2, () => random));
  expect(between(0)).toEqual([200, 200]);
  expect(between(0.5)).toEqual([100, 200]);
  expect(between(1)).toEqual([0, 200]);
});

test('lists a retry with its delays, its bound and its reason', () => {
  const read = {
    retries: 'a read',
    firstMs: 200,
    longestMs: 5000,
    jitter: 0.5,
    until: '10 s have passed',
    because: 'another server writes',
  };
  expect(retryRows({ read, write: { ...read, retries: 'a write', firstMs: 5000 } })).toEqual([
    '| a read | 200 ms to 5 s | 50 % | 10 s have passed | another server writes |',
    '| a write | 5 s | 50 % | 10 s have passed | another server writes |',
  ]);
});
