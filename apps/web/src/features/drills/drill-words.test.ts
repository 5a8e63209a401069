import { expect, test } from 'vitest';
import type { Drill } from '../../api/types.js';
import { secondsText, trendOf } from './drill-words.js';

const drill = (kind: Drill['kind'], longestStallSeconds: number | null): Drill =>
  ({ id: `${kind} ${longestStallSeconds}`, kind, report: { longestStallSeconds } }) as Drill;

test('shows short stalls in milliseconds', () => {
  expect([0.00123, 0.42, 13.456, null].map(secondsText)).toEqual(['1.23 ms', '0.42 s', '13.46 s', null]);
});

test('has the measured drills of each kind, the oldest first', () => {
  const newestFirst = [drill('stop-exports', 3), drill('close-path', null), drill('stop-exports', 2), drill('close-path', 1)];
  expect(trendOf(newestFirst).map(({ kind, drills }) => [kind, drills.map(({ report }) => report.longestStallSeconds)])).toEqual([
    ['close-path', [1]],
    ['stop-exports', [2, 3]],
  ]);
});
