import { expect, test } from 'vitest';
import { stillIn } from './use-selection.js';

const row = (id: string, revision = 1) => ({ id, revision });

test('counts a selected row that a fully read list lacks as left, not as selected', () => {
  expect(stillIn([row('a'), row('b')], [row('b'), row('c')], 2)).toEqual({ inList: [row('b')], left: 1 });
  expect(stillIn([row('a')], [], 0)).toEqual({ inList: [], left: 1 });
});

test('keeps a selected row that may be on a page not read yet', () => {
  expect(stillIn([row('a'), row('b')], [row('b')], 300)).toEqual({ inList: [row('a'), row('b')], left: 0 });
});

test('uses the newest copy of a selected row', () => {
  expect(stillIn([row('a', 1)], [row('a', 2)], 1).inList).toEqual([row('a', 2)]);
});
