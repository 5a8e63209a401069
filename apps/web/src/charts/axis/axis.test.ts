import { expect, test } from 'vitest';
import { logarithmicTicks, tickDistances, tickText, valueRange } from './axis.js';

test('labels ticks with seconds, minutes or the date by their distance, in local time', () => {
  const at = new Date(2026, 10, 21, 4, 5, 6).getTime();
  expect(tickText(at, 10_000)).toBe('04:05:06');
  expect(tickText(at, 300_000)).toBe('04:05');
  expect(tickText(at, 86_400_000)).toBe('11-21');
  expect(tickText(new Date(2026, 10, 21).getTime(), 3_600_000)).toBe('11-21');
});

test('uses powers of two for ticks of bytes, and whole numbers for counts', () => {
  expect(tickDistances('B/s')).toContain(2 ** 30);
  expect(tickDistances('B/s')).not.toContain(1000);
  expect(Math.min(...tickDistances('count'))).toBe(1);
  expect(tickDistances('s')).toContain(2e-6);
});

test('rounds a logarithmic range to 1, 2 or 5, with ticks at powers of ten over many decades', () => {
  expect(valueRange(0.000_13, 0.0041, 'logarithmic')).toEqual([0.0001, 0.005]);
  expect(logarithmicTicks(0.0001, 0.005)).toEqual([0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005]);
  expect(logarithmicTicks(0.000_01, 10)).toEqual([0.000_01, 0.0001, 0.001, 0.01, 0.1, 1, 10]);
});

test('starts a linear range at zero, with a height even without values or with zeros only', () => {
  expect(valueRange(50, 100, 'linear')).toEqual([0, 108]);
  expect(valueRange(0, 0, 'linear')).toEqual([0, 1]);
  expect(valueRange(null, null, 'linear')).toEqual([0, 1]);
});
