import { expect, test } from 'vitest';
import { fileName } from './save-file.js';

test('names a file by object, content and time, and marks a simulated cluster', () => {
  const at = Date.UTC(2026, 10, 25, 10, 15);
  expect(fileName(['db-1', 'Latency percentiles'], 'png', { simulated: false, at })).toBe(
    'weft-db-1-latency-percentiles-20261125T101500Z.png',
  );
  expect(fileName(['', 'IOPS'], 'csv', { simulated: true, at: 0 })).toBe('weft-simulated-iops-19700101T000000Z.csv');
});
