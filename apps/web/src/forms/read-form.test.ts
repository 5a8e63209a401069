import { expect, test } from 'vitest';
import { z } from 'zod';
import { emptyOr, labelsField, sizeText } from './fields-schema.js';
import { changesOf, fieldAt, readForm } from './read-form.js';

const form = z.object({
  name: z.string().max(3),
  labels: labelsField,
  size: sizeText(
    z
      .int()
      .min(4096)
      .max(2 ** 20)
      .multipleOf(4096),
  ),
});
const values = { name: 'db', labels: '', size: '5000' };

test('reads the fields of a form into the body of its request', () => {
  const { body } = readForm(form, { ...values, labels: 'rack=r1, team = a=b,' });
  expect(body).toEqual({ name: 'db', labels: { rack: 'r1', team: 'a=b' }, size: 8192 });
});

test.each([
  [{ name: 'long' }, { name: 'It must have at most 3 characters.' }],
  [{ labels: 'rack' }, { labels: '"rack" is not a label. Write key=value, separated by commas.' }],
  [{ labels: 'Rack=r1' }, { labels: expect.stringMatching(/^“Rack” must start with a letter, .*\.$/) }],
  [{ labels: `rack=${'r'.repeat(129)}` }, { labels: expect.stringMatching(/^“r+” must have at most 128 characters\.$/) }],
  [{ size: '1' }, {}],
  [{ size: '2MiB' }, { size: 'Enter a size from 4 KiB to 1 MiB.' }],
  [{ size: '' }, { size: expect.stringMatching(/^"" is not a size: .*\.$/) }],
])('says at the field what to do: %j', (change, errors) => {
  expect(readForm(form, { ...values, ...change }).errors).toEqual(errors);
});

test('reports an empty required field as missing, and errors before it', () => {
  const required = { name: 'enter a name', size: 'enter a size' };
  expect(readForm(form, { ...values, name: '', size: '' }, required)).toEqual({
    body: null,
    errors: {},
    refusedBecause: 'Enter a name, enter a size first.',
  });
  expect(readForm(form, { ...values, name: '', labels: 'rack' }, required).refusedBecause).toMatch(/is not a label/);
});

test('lets the required fields depend on another field', () => {
  const required = ({ name }: typeof values) => (name === 'db' ? { labels: 'enter labels' } : {});
  expect(readForm(form, values, required).refusedBecause).toBe('Enter labels first.');
  expect(readForm(form, { ...values, name: 'x' }, required).refusedBecause).toBeNull();
});

test('takes an empty text for the value that it stands for', () => {
  const optional = z.object({ password: emptyOr(z.string().min(12), { is: null }) });
  expect(readForm(optional, { password: '' }).body).toEqual({ password: null });
  expect(readForm(optional, { password: 'short' }).errors).toEqual({ password: 'It must have at least 12 characters.' });
});

test('finds the field that a path of the server is about', () => {
  const at = (path: string) => fieldAt({ storageNetworks: '', kept: { hours: '' } }, path.split('.'));
  expect(at('storageNetworks.0.cidrs.1')).toBe('storageNetworks');
  expect(at('kept.hours')).toBe('kept.hours');
  expect(at('storageNetworksX')).toBeNull();
  expect(at('')).toBeNull();
});

test('sends only what differs', () => {
  expect(changesOf({ a: 1, b: { c: [1] } }, { a: 1, b: { c: [2] } })).toEqual({ b: { c: [2] } });
  expect(changesOf({ labels: { rack: 'r1', zone: 'z1' } }, { labels: { zone: 'z1', rack: 'r1' } })).toEqual({});
  expect(changesOf(null, { a: 1 })).toEqual({ a: 1 });
});
