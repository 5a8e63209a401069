import { expect, test } from 'vitest';
import { agoText, clockText, durationText, fromNowText, utcText } from './time-text.js';

const at = '2026-11-21T04:05:06.789Z';

test.each([
  [-5, 'just now'],
  [59, 'just now'],
  [60, '1 min ago'],
  [7199, '1 h ago'],
  [200_000, '2 d ago'],
])('formats an age of %d seconds as "%s"', (seconds, text) => {
  expect(agoText(at, Date.parse(at) + seconds * 1000)).toBe(text);
});

test.each([
  [-86_400 * 2, '2 d ago'],
  [0, 'just now'],
  [1, 'within 1 min'],
  [59, 'within 1 min'],
  [119, 'in 1 min'],
  [86_399, 'in 23 h'],
  [86_400, 'in 1 d'],
])('formats a time %d seconds ahead as "%s"', (seconds, text) => {
  expect(fromNowText(at, Date.parse(at) - seconds * 1000)).toBe(text);
});

test('marks a time in UTC as UTC', () => {
  expect(utcText(at)).toBe('2026-11-21 04:05:06 UTC');
});

test('formats the duration between a start and an end', () => {
  expect(durationText(at, '2026-11-21T04:05:09.289Z')).toBe('2.5 s');
  expect(durationText(at, '2026-11-21T04:08:26.789Z')).toBe('3 min 20 s');
});

test('formats a moment of today as time of day, and of another day with its date', () => {
  const noon = new Date(2026, 10, 21, 12).getTime();
  expect(clockText(new Date(2026, 10, 21, 10, 42).toISOString(), noon)).toBe('10:42');
  expect(clockText(new Date(2026, 10, 20, 23, 59).toISOString(), noon)).toBe('2026-11-20 23:59');
});
