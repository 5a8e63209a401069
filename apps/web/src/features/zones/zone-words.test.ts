import { expect, it } from 'vitest';
import { ageText, counted, toneOf } from './zone-words.js';

it('shows an age in the unit that fits it', () => {
  expect([ageText(null), ageText(3.4), ageText(119), ageText(150), ageText(86_400)]).toEqual(['never', '3 s', '119 s', '3 min', '24 h']);
});

it('marks a reachable zone whose answers lack something as a warning', () => {
  const reason = { code: 'zone-answer-unreadable', params: {}, message: '' };
  expect([
    toneOf({ state: 'reachable', reason: null }),
    toneOf({ state: 'reachable', reason }),
    toneOf({ state: 'unreachable', reason }),
  ]).toEqual(['good', 'warn', 'bad']);
});

it('writes a noun in its number', () => {
  expect([counted(1, 'zone'), counted(1024, 'zone')]).toEqual(['1 zone', '1,024 zones']);
});
