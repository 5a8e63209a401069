import { expect, test } from 'vitest';
import { FIRST_PAGE, followed, pagesToRead } from './page-chain.js';

const page = (nextCursor: string | null) => ({ items: [], nextCursor, total: 10_000 });

test('reads only the pages of the shown rows', () => {
  expect(pagesToRead({ first: 0, end: 60 }, 3)).toEqual([0]);
  expect(pagesToRead({ first: 390, end: 450 }, 3)).toEqual([1, 2]);
});

test('reads the last known page for rows beyond it', () => {
  expect(pagesToRead({ first: 5000, end: 5060 }, 3)).toEqual([2]);
  expect(pagesToRead({ first: 390, end: 450 }, 2)).toEqual([1]);
  expect(pagesToRead({ first: 0, end: 0 }, 1)).toEqual([0]);
});

test('records the cursor of the next page, and none at the end', () => {
  const two = followed(FIRST_PAGE, [{ page: 0, data: page('a') }]);
  expect(two).toEqual([undefined, 'a']);
  expect(followed(two, [{ page: 1, data: page(null) }])).toBe(two);
});

test('discards the later pages when the end of a page moves', () => {
  const known = [undefined, 'a', 'b', 'c'];
  expect(followed(known, [{ page: 1, data: page('x') }])).toEqual([undefined, 'a', 'x']);
  expect(followed(known, [{ page: 1, data: page(null) }])).toEqual([undefined, 'a']);
  expect(followed(known, [{ page: 1, data: page('b') }])).toBe(known);
});
