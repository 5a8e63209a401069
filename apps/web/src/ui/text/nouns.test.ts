import { expect, test } from 'vitest';
import { type Noun, piecesOf } from './nouns.js';

const t1: Noun = { kind: 'node', id: '1', name: 't1' };
const t10: Noun = { kind: 'node', id: '10', name: 't10' };
const orders: Noun = { kind: 'volume', id: 'o', name: 'orders' };

test('given a sentence, then its nouns are set apart, each as often as it stands there', () => {
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

test('given names that hold each other, then only whole ones are meant', () => {
  expect(piecesOf('t10, not orders-db or /dev/weft/orders', [t1, t10, orders])).toEqual([t10, ', not orders-db or /dev/weft/orders']);
});

test('given a name with signs that mean something in patterns, then it is taken as it is', () => {
  const odd: Noun = { kind: 'drive', id: 'd', name: 'S(1+' };
  expect(piecesOf('drive S(1+ is missing', [odd])).toEqual(['drive ', odd, ' is missing']);
});

test('given a moment, then it is set apart too: it is shown in the time zone of who reads it', () => {
  expect(piecesOf('until 2026-11-21T14:16:31.725Z, on t1', [t1])).toEqual(['until ', { at: '2026-11-21T14:16:31.725Z' }, ', on ', t1]);
});

test('given no noun, then the text stays whole', () => {
  expect(piecesOf('nothing to name', [])).toEqual(['nothing to name']);
});
