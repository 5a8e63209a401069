import { expect, test } from 'vitest';
import { boundsText, valueText } from './value-text.js';

test.each([
  [0, '1/s', '0/s'],
  [0.25, '1/s', '0.25/s'],
  [999.6, '1/s', '1 k/s'],
  [12_345, '1/s', '12.3 k/s'],
  [1023, 'B/s', '1023 B/s'],
  [1536, 'B/s', '1.5 KiB/s'],
  [3 * 2 ** 30, 'B', '3 GiB'],
  [0, 's', '0 s'],
  [0.000_016, 's', '16 µs'],
  [0.000_999_9, 's', '1 ms'],
  [0.012_34, 's', '12.3 ms'],
  [17.2, 's', '17.2 s'],
  [0.004_56, 'ratio', '0.46 %'],
  [0.000_757, 'ratio', '0.08 %'],
  [0.000_062_5, 'ratio', '0.006 %'],
  [0, 'ratio', '0 %'],
  [0.0349, 'ratio', '3.49 %'],
  [41, '°C', '41 °C'],
  [3, 'count', '3'],
] as const)('formats %d in %s as %s', (value, unit, text) => {
  expect(valueText(value, unit)).toBe(text);
});

test('shows both bounds of a bucket, and the lower bound of the open one', () => {
  expect(boundsText(0.000_181, 0.000_215)).toBe('181 µs to 215 µs');
  expect(boundsText(16.8, null)).toBe('over 16.8 s');
});

test('formats less than 1 µs in nanoseconds, and much less than 1 ns as zero', () => {
  expect([5.5e-7, 1.12e-9, 1.36e-11].map((value) => valueText(value, 's'))).toEqual(['550 ns', '1.12 ns', '0 s']);
});
