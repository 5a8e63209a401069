import { expect, test } from 'vitest';
import { FIRST_PAGE, followed, pagesToRead } from './page-chain.js';

const page = (nextCursor: string | null) => ({ items: [], nextCursor, total: 10_000 });

test('given rows that are shown, then their pages are read and no others', () => {
  expect(pagesToRead({ first: 0, end: 60 }, 3)).toEqual([0]);
  expect(pagesToRead({ first: 390, end: 450 }, 3)).toEqual([1, 2]);
});

test('given rows beyond what is known, then the last known page is read: the next is known from it', () => {
  expect(pagesToRead({ first: 5000, end: 5060 }, 3)).toEqual([2]);
  expect(pagesToRead({ first: 390, end: 450 }, 2)).toEqual([1]);
  expect(pagesToRead({ first: 0, end: 0 }, 1)).toEqual([0]);
});

test('given a page, then it is known where the next begins; at the end there is none', () => {
  const two = followed(FIRST_PAGE, [{ page: 0, data: page('a') }]);
  expect(two).toEqual([undefined, 'a']);
  expect(followed(two, [{ page: 1, data: page(null) }])).toBe(two);
});

test('given a page that ends elsewhere than before, then the pages after it are forgotten', () => {
  const known = [undefined, 'a', 'b', 'c'];
  expect(followed(known, [{ page: 1, data: page('x') }])).toEqual([undefined, 'a', 'x']);
  expect(followed(known, [{ page: 1, data: page(null) }])).toEqual([undefined, 'a']);
  expect(followed(known, [{ page: 1, data: page('b') }])).toBe(known);
});
