import { expect, test } from 'vitest';
import { formatBytes, formatNeeded, GiB, TiB } from './units.js';

test('given bytes between two hundredths, then what there is is cut, and what is needed is rounded up', () => {
  expect([formatBytes(8 * TiB), formatBytes((8 * TiB) / 3)]).toEqual(['8 TiB', '2.66 TiB']);
  expect([formatNeeded(8 * TiB), formatNeeded(Math.ceil((8 * TiB) / 3))]).toEqual(['8 TiB', '2.67 TiB']);
  expect([formatBytes(1.5 * GiB), formatNeeded(1.5 * GiB), formatBytes(1023), formatNeeded(0)]).toEqual([
    '1.5 GiB',
    '1.5 GiB',
    '1023 B',
    '0 B',
  ]);
});
