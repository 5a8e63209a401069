import { expect, test } from 'vitest';
import type { DriveClass } from '../../api/types.js';
import { changesOf, readForm } from '../../forms/read-form.js';
import { type ClassForm, classSchema, emptyClassForm, formOf, membersOf, requiredOfClass } from './class-schema.js';

const classOf = (members: DriveClass['members']) => ({ name: 'fast', description: 'd', members, overProvisioningRatio: 1.5 });
const [n, a, b] = ['0', '1', '2'].map((digit) => `8d0d9c77-6d0c-4f5e-9d39-00000000000${digit}`) as [string, string, string];
const selector = {
  models: ['A 1', 'B'],
  minSizeBytes: 2_400_000_000_001,
  maxSizeBytes: 2 ** 42,
  nodeIds: [n],
  nodeLabels: { rack: 'r1' },
};
const read = (form: ClassForm) => readForm(classSchema, form, requiredOfClass);

test.each([
  { by: 'selector' as const, selector },
  { by: 'selector' as const, selector: {} },
  { by: 'list' as const, driveIds: [b, a] },
])('reads an unchanged form of %j as the same members', (members) => {
  expect(read(formOf(classOf(members)))).toEqual({ body: classOf(members), errors: {}, refusedBecause: null });
});

test('sends all members when one field changes, and a changed description', () => {
  const form = formOf(classOf({ by: 'selector', selector }));
  const after = read({ ...form, models: '', description: '' }).body;
  if (!after) throw new Error('a form without models is whole');
  const { models: _, ...rest } = selector;
  expect(changesOf(read(form).body, after)).toEqual({ description: '', members: { by: 'selector', selector: rest } });
});

test('asks for a name and, by serial, for drives; the preview needs no name', () => {
  expect(read(emptyClassForm)).toMatchObject({ errors: {}, refusedBecause: 'Enter a name first.' });
  expect(membersOf(emptyClassForm)).toEqual({ by: 'selector', selector: {} });
  expect(read({ ...emptyClassForm, name: 'fast', by: 'list' })).toMatchObject({ errors: {}, refusedBecause: 'Choose drives first.' });
  expect(membersOf({ ...emptyClassForm, by: 'list' })).toBeNull();
});

test('reads the over-provisioning ratio of thin volumes', () => {
  const of = (overProvisioningRatio: string) => read({ ...emptyClassForm, name: 'fast', overProvisioningRatio });
  expect(of('2,5').body?.overProvisioningRatio).toBe(2.5);
  expect(of('0.5').errors.overProvisioningRatio).toBe('Enter a number from 1 to 20.');
});

test('ignores hidden fields of a selector', () => {
  expect(read({ ...emptyClassForm, name: 'fast', by: 'list', minSize: 'x', driveIds: [a] }).refusedBecause).toBeNull();
});

test.each([
  ['minSize', { minSize: 'large' }, '"large" is not a size'],
  ['nodeLabels', { nodeLabels: 'rack' }, '"rack" is not a label. Write key=value, separated by commas.'],
  ['nodeLabels', { nodeLabels: 'Rack=r1' }, '“Rack” must start with a letter'],
  ['models', { models: `A, ${'m'.repeat(65)}` }, 'must have at most 64 characters.'],
] as const)('reports a wrong %s at its field', (field, change, text) => {
  expect(read({ ...emptyClassForm, name: 'fast', ...change }).errors[field]).toContain(text);
});
