import { expect, test } from 'vitest';
import { readForm } from '../../../forms/read-form.js';
import { emptyMaintenance, emptyToken, maintenanceSchema, tokenLifetimes, tokenSchema } from './node-schema.js';

const hoursOf = (hours: string) => readForm(maintenanceSchema, { ...emptyMaintenance, hours });

test.each([
  ['4', 4],
  [' 72 ', 72],
])('parses "%s" as a maintenance of %s hours', (text, untilHours) => {
  expect(hoursOf(text).body).toEqual({ untilHours, force: false });
});

test.each(['0', '73', '1.5', '', 'four'])('rejects "%s" as a length of a maintenance', (text) => {
  expect(hoursOf(text)).toMatchObject({ body: null, errors: { hours: 'Enter a whole number from 1 to 72.' } });
});

test('offers only lifetimes of tokens that the contract allows', () => {
  expect(tokenLifetimes.at(2)).toEqual({ value: emptyToken.expiresInSeconds, label: '24 h' });
  expect(tokenLifetimes.at(-1)).toEqual({ value: '2592000', label: '30 days' });
  for (const { value } of tokenLifetimes)
    expect(readForm(tokenSchema, { ...emptyToken, labels: 'rack=r1, zone=z1', expiresInSeconds: value }).body).toEqual({
      labels: { rack: 'r1', zone: 'z1' },
      description: '',
      expiresInSeconds: Number(value),
    });
});
