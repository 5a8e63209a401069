import { expect, test } from 'vitest';
import { emptyVolumeForm, volumeToPlace } from './form/volume-schema.js';
import { withProtection } from './protection-choice.js';

const driveClassId = '8d0d9c77-6d0c-4f5e-9d39-000000000000';
const body = volumeToPlace({
  ...emptyVolumeForm,
  size: '1GiB',
  driveClassId,
  protection: 'raid10',
  stripeWidth: '2',
  copies: '3',
  integrity: 'dm-integrity',
});

test('asks for the cost of a protection without the fields that do not apply to it', () => {
  if (!body) throw new Error('the form is complete');
  expect(withProtection(body, 'raid10')).toEqual(body);
  expect(withProtection(body, 'raid1')).toMatchObject({ stripeWidth: null, copies: 3, integrity: 'dm-integrity' });
  expect(withProtection(body, 'raid0')).toMatchObject({ stripeWidth: null, copies: null, integrity: 'none' });
});

test('asks for the cost of an unmirrored write-back cache although nobody has accepted its loss yet', () => {
  const cached = { ...emptyVolumeForm, size: '1GiB', driveClassId, cacheMode: 'write-back' as const };
  const placed = volumeToPlace(cached);
  if (!placed) throw new Error('the form is complete');
  const unaccepted = { ...placed, cache: placed.cache && { ...placed.cache, acceptsLoss: false } };
  expect(withProtection(unaccepted, 'raid0').cache).toMatchObject({ mode: 'write-back', acceptsLoss: true });
});
