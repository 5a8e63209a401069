import { expect, test } from 'vitest';
import { aloneIn } from './alone.js';

test('finds values that no line reaches, including a zero and both ends', () => {
  expect(aloneIn([0, null, 1, 2, null, 3, undefined, null, 4])).toEqual([0, 5, 8]);
});

test('returns null when no value is isolated', () => {
  expect(aloneIn([])).toBeNull();
  expect(aloneIn([null, 1, 2, null])).toBeNull();
});
