import { expect, test } from 'vitest';
import { drivesText } from './drives-text.js';

test.each([
  [{ driveCount: 6, inServiceCount: 6, nodeCount: 3 }, '6 drives on 3 nodes'],
  [{ driveCount: 3072, inServiceCount: 3000, nodeCount: 1 }, '3,000 of 3,072 drives in service on 1 node'],
  [{ driveCount: 1, inServiceCount: 0, nodeCount: 1 }, '0 of 1 drive in service on 1 node'],
])('%j is "%s"', (counts, text) => {
  expect(drivesText(counts)).toBe(text);
});
