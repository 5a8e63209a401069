import { expect, test } from 'vitest';
import { hoursOf } from './maintenance-hours.js';

test.each([
  ['4', 4],
  [' 72 ', 72],
  ['0', null],
  ['73', null],
  ['1.5', null],
  ['', null],
])('parses "%s" as a maintenance of %s hours', (text, hours) => {
  expect(hoursOf(text)).toBe(hours);
});
