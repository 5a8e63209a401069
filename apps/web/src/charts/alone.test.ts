import { expect, test } from 'vitest';
import { aloneIn } from './alone.js';

test('given values between gaps, then those that no line reaches are found, a zero and the ends among them', () => {
  expect(aloneIn([0, null, 1, 2, null, 3, undefined, null, 4])).toEqual([0, 5, 8]);
});

test('given no such value, then there is nothing to draw', () => {
  expect(aloneIn([])).toBeNull();
  expect(aloneIn([null, 1, 2, null])).toBeNull();
});
