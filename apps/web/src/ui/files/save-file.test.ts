import { expect, test } from 'vitest';
import { fileName } from './save-file.js';

test('names a file by content and time, and marks a simulated cluster', () => {
  const at = new Date('2026-11-25T03:15:00.123Z');
  expect(fileName('topology', 'svg', false, at)).toBe('weft-topology-2026-11-25T031500Z.svg');
  expect(fileName('volumes', 'csv', true, at)).toBe('weft-simulated-volumes-2026-11-25T031500Z.csv');
});
