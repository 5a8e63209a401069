import { expect, test } from 'vitest';
import { type Noun, piecesOf } from './nouns.js';

const t1: Noun = { kind: 'node', id: '1', name: 't1' };
const t10: Noun = { kind: 'node', id: '10', name: 't10' };
const orders: Noun = { kind: 'volume', id: 'o', name: 'orders' };

test('separates every occurrence of an object’s name in a sentence', () => {
  expect(piecesOf('leg 0 of orders on t1; t1 is silent.', [t1, orders])).toEqual([
    'leg 0 of ',
    orders,
    ' on ',
    t1,
    '; ',
    t1,
    ' is silent.',
  ]);
});

test('matches whole names only', () => {
  expect(piecesOf('t10, not orders-db or /dev/weft/orders', [t1, t10, orders])).toEqual([t10, ', not orders-db or /dev/weft/orders']);
});

test('matches the special characters of regular expressions in a name literally', () => {
  const odd: Noun = { kind: 'drive', id: 'd', name: 'S(1+' };
  expect(piecesOf('drive S(1+ is missing', [odd])).toEqual(['drive ', odd, ' is missing']);
});

test('separates a timestamp from the text', () => {
  expect(piecesOf('until 2026-11-21T14:16:31.725Z, on t1', [t1])).toEqual(['until ', { at: '2026-11-21T14:16:31.725Z' }, ', on ', t1]);
});

test('returns a text without objects as one piece', () => {
  expect(piecesOf('nothing to name', [])).toEqual(['nothing to name']);
});
