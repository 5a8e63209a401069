import { expect, it } from 'vitest';
import { emptyVolumeForm } from './form/volume-schema.js';
import { intentOf, intents } from './intents.js';

it('recognises each intent by the fields that it sets', () => {
  for (const intent of intents) expect(intentOf({ ...emptyVolumeForm, ...intent.values })).toBe(intent);
});

it('names no intent for what was chosen by hand', () => {
  expect(intentOf({ ...emptyVolumeForm, protection: 'concatenated' })).toBeUndefined();
  expect(intentOf({ ...emptyVolumeForm, protection: 'raid10', failureDomain: 'rack' })).toBeUndefined();
});

it('never starts with a volume that survives nothing', () => {
  expect(intentOf(emptyVolumeForm)?.name).toBe('Database');
});
