import { expect, test } from 'vitest';
import { logarithmicTicks, tickDistances, tickText, valueRange } from './axis.js';

test('given ticks seconds, minutes or days apart, then each says what sets it apart, in the zone of the viewer', () => {
  const at = new Date(2026, 10, 21, 4, 5, 6).getTime();
  expect(tickText(at, 10_000)).toBe('04:05:06');
  expect(tickText(at, 300_000)).toBe('04:05');
  expect(tickText(at, 86_400_000)).toBe('11-21');
  expect(tickText(new Date(2026, 10, 21).getTime(), 3_600_000)).toBe('11-21');
});

test('given bytes, then ticks are powers of two; counts are never fractions', () => {
  expect(tickDistances('B/s')).toContain(2 ** 30);
  expect(tickDistances('B/s')).not.toContain(1000);
  expect(Math.min(...tickDistances('count'))).toBe(1);
  expect(tickDistances('s')).toContain(2e-6);
});

test('given a logarithmic scale, then it begins and ends on 1, 2 or 5, and over many decades only powers of ten are ticks', () => {
  expect(valueRange(0.000_13, 0.0041, 'logarithmic')).toEqual([0.0001, 0.005]);
  expect(logarithmicTicks(0.0001, 0.005)).toEqual([0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005]);
  expect(logarithmicTicks(0.000_01, 10)).toEqual([0.000_01, 0.0001, 0.001, 0.01, 0.1, 1, 10]);
});

test('given a linear scale, then it begins at zero; without values or with zeros only it still has a height', () => {
  expect(valueRange(50, 100, 'linear')).toEqual([0, 108]);
  expect(valueRange(0, 0, 'linear')).toEqual([0, 1]);
  expect(valueRange(null, null, 'linear')).toEqual([0, 1]);
});
