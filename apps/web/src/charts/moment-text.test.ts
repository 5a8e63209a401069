import { expect, test } from 'vitest';
import { durationWords, missingBefore, momentText } from './moment-text.js';

test.each([
  [10_000, '10 s'],
  [300_000, '5 min'],
  [7_200_000, '2 h'],
])('formats a step of %d ms as %s', (ms, words) => {
  expect(durationWords(ms)).toBe(words);
});

test('reports a start of history inside the range, unless it is at most two steps late', () => {
  expect(missingBefore(500_000, 0, 10_000)).toBe(`No data before ${momentText(500_000)}.`);
  expect(missingBefore(20_000, 0, 10_000)).toBeNull();
  expect(missingBefore(undefined, 0, 10_000)).toBeNull();
});
