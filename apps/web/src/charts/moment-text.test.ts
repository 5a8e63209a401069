import { expect, test } from 'vitest';
import { durationWords, missingBefore, momentText } from './moment-text.js';

test.each([
  [10_000, '10 s'],
  [300_000, '5 min'],
  [7_200_000, '2 h'],
])('given a step of %d ms, then it is called %s', (ms, words) => {
  expect(durationWords(ms)).toBe(words);
});

test('given history that begins in the middle of the range, then that is said; a step or two late is not', () => {
  expect(missingBefore(500_000, 0, 10_000)).toBe(`Nothing was recorded before ${momentText(500_000)}.`);
  expect(missingBefore(20_000, 0, 10_000)).toBeNull();
  expect(missingBefore(undefined, 0, 10_000)).toBeNull();
});
