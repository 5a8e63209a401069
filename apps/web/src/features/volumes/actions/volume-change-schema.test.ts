import { expect, test } from 'vitest';
import type { Volume } from '../../../api/types.js';
import { changesOf, readForm } from '../../../forms/read-form.js';
import { changeSteps } from './change-steps.js';
import { formOfVolume, growSchema, MAX_REBUILD_DELAY_SECONDS, volumeChangeSchema } from './volume-change-schema.js';

const volume = {
  description: 'old',
  labels: { team: 'a' },
  rebuildPriority: 'normal',
  rebuildDelaySeconds: 600,
  sizeBytes: 2 ** 30,
  legs: [{}],
} as unknown as Volume;
const form = formOfVolume(volume);

const changeOf = (changed: Partial<typeof form>) => {
  const { body, errors } = readForm(volumeChangeSchema, { ...form, ...changed });
  return { body: body && changesOf(readForm(volumeChangeSchema, form).body, body), errors };
};

test('sends nothing and plans no step for an unchanged form', () => {
  expect(changeOf({})).toEqual({ body: {}, errors: {} });
  expect(changeSteps(volume, {})).toEqual([]);
});

test('sends changed values, including emptied fields', () => {
  expect(changeOf({ description: '', labels: '', rebuildPriority: 'high', rebuildDelay: '0' }).body).toEqual({
    description: '',
    labels: {},
    rebuildPriority: 'high',
    rebuildDelaySeconds: 0,
  });
  expect(changeSteps(volume, { rebuildDelaySeconds: 0 })[0]?.what).toContain('after 0 s, was 600 s');
});

test.each(['', '1.5', '-1', '604801', 'soon'])('rejects %j as a rebuild delay at its field', (rebuildDelay) => {
  expect(changeOf({ rebuildDelay })).toEqual({ body: null, errors: { rebuildDelay: 'Enter a whole number from 0 to 604800.' } });
});

test('has the longest delay of the contract, a week', () => {
  expect(MAX_REBUILD_DELAY_SECONDS).toBe(7 * 24 * 3600);
});

test('accepts a larger size only', () => {
  expect(readForm(growSchema(volume), { size: '2GiB' }).body).toEqual({ sizeBytes: 2 ** 31 });
  for (const size of ['1GiB', '512MiB'])
    expect(readForm(growSchema(volume), { size }).errors).toEqual({ size: 'It has 1 GiB. It can grow, but not shrink.' });
});
