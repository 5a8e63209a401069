import { expect, test } from 'vitest';
import { atRate, median, medianInterval, percentile } from './latency.js';

test('returns one of the samples as percentile, by nearest rank', () => {
  const samples = Array.from({ length: 100 }, (_, n) => 100 - n);
  expect(percentile(samples, 0.5)).toBe(50);
  expect(percentile(samples, 0.99)).toBe(99);
  expect(percentile([7], 0.99)).toBe(7);
});

test('returns the middle sample as median, or the mean of the two in the middle', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([1.5, 0.64, 0.65, 1.07, 0.865, 1.32])).toBeCloseTo(0.9675);
  expect(median([])).toBeNaN();
});

test('bounds the median of 6 or more samples by the ranks of the sign test', () => {
  const samples = (count: number) => Array.from({ length: count }, (_, n) => count - n);
  expect(medianInterval(samples(6))).toEqual({ low: 1, high: 6 });
  expect(medianInterval(samples(40))).toEqual({ low: 14, high: 27 });
  expect(() => medianInterval(samples(5))).toThrow('6 or more');
});

test('counts calls that were due while the server hung as late', async () => {
  let free: Promise<void> = Promise.resolve();
  const samples = await atRate(100, 0.3, (n) => {
    if (n === 5) free = new Promise((resolve) => setTimeout(resolve, 150));
    return free;
  });
  expect(samples).toHaveLength(30);
  expect(samples.filter((each) => each > 50).length).toBeGreaterThan(5);
});
