import { expect, it } from 'vitest';
import { fullIn, fullInWords, roughly } from './forecast-words.js';

const forecast = (daysUntilFull: number | null) => ({
  samples: 720,
  spanHours: 719,
  trend: { usedBytesPerDay: 1, usedIn30DaysBytes: 2, daysUntilFull },
});

it.each([
  [0.4, 'less than a day'],
  [1, 'about 1 day'],
  [40.2, 'about 40 days'],
  [89, 'about 89 days'],
  [100, 'about 3 months'],
  [700, 'about 23 months'],
  [3000, 'about 8 years'],
])('writes %s days as "%s"', (days, text) => {
  expect(roughly(days)).toBe(text);
});

it.each([
  [forecast(40), 'about 40 days', 'full in about 40 days'],
  [forecast(null), 'not growing', 'not growing'],
  [forecast(0), 'full now', 'full now'],
  [{ samples: 5, spanHours: 4, trend: null }, 'not enough history', 'not enough history yet'],
])('writes forecast %# in a cell and as a phrase', (given, cell, phrase) => {
  expect(fullIn(given)).toBe(cell);
  expect(fullInWords(given)).toBe(phrase);
});
