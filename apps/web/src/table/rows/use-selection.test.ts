import { expect, test } from 'vitest';
import { stillIn } from './use-selection.js';

const row = (id: string, revision = 1) => ({ id, revision });

test('given a list known to its end, when a ticked row is not in it any more, then it is counted as left and not as selected', () => {
  expect(stillIn([row('a'), row('b')], [row('b'), row('c')], 2)).toEqual({ inList: [row('b')], left: 1 });
  expect(stillIn([row('a')], [], 0)).toEqual({ inList: [], left: 1 });
});

test('given a list of which pages were never read, then a ticked row that is on none of those known may be on one of them', () => {
  expect(stillIn([row('a'), row('b')], [row('b')], 300)).toEqual({ inList: [row('a'), row('b')], left: 0 });
});

test('given a ticked row that changed, then its newest copy counts', () => {
  expect(stillIn([row('a', 1)], [row('a', 2)], 1).inList).toEqual([row('a', 2)]);
});
