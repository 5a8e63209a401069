import { expect, test } from 'vitest';
import { formatBytes, formatNeeded, GiB, TiB } from './units.js';

test('rounds available bytes down and needed bytes up, to hundredths', () => {
  expect([formatBytes(8 * TiB), formatBytes((8 * TiB) / 3)]).toEqual(['8 TiB', '2.66 TiB']);
  expect([formatNeeded(8 * TiB), formatNeeded(Math.ceil((8 * TiB) / 3))]).toEqual(['8 TiB', '2.67 TiB']);
  expect([formatBytes(1.5 * GiB), formatNeeded(1.5 * GiB), formatBytes(1023), formatNeeded(0)]).toEqual([
    '1.5 GiB',
    '1.5 GiB',
    '1023 B',
    '0 B',
  ]);
});
