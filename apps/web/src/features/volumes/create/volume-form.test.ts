import { volumeCreateSchema } from '@weft/shared/kinds/volume';
import { formatBytes } from '@weft/shared/units';
import { expect, test } from 'vitest';
import { emptyVolumeForm, meaningOf, type VolumeForm } from './volume-form.js';

const driveClassId = '8d0d9c77-6d0c-4f5e-9d39-000000000000';
const form = (change: Partial<VolumeForm>): VolumeForm => ({ ...emptyVolumeForm, name: 'db', size: '3.2TiB', driveClassId, ...change });

test('given sizes as people write them, then the request is one that the contract accepts', () => {
  for (const size of ['3.2TiB', '500GB', '1048577', '1.1 MiB']) {
    const { spec, errors } = meaningOf(form({ size }));
    expect(errors).toEqual({});
    expect(volumeCreateSchema.safeParse(spec).success, size).toBe(true);
  }
});

test('given a size that is no whole number of blocks, then the volume is not smaller, and reads as it was asked for', () => {
  const sizeBytes = meaningOf(form({ size: '3.2TiB' })).spec?.sizeBytes ?? 0;
  expect(sizeBytes).toBeGreaterThanOrEqual(3.2 * 2 ** 40);
  expect(formatBytes(sizeBytes)).toBe('3.2 TiB');
});

test('given a protection without stripes, then fields of stripes that are hidden have no effect', () => {
  expect(meaningOf(form({ protection: 'raid1', stripeWidth: 'x', stripeSize: 'y' })).spec).toMatchObject({ stripeWidth: null });
});

test.each([
  ['size', { size: '12 apples' }],
  ['size', { size: '1KiB' }],
  ['stripeWidth', { stripeWidth: '2.5' }],
  ['stripeSize', { stripeSize: 'wide' }],
] as const)('given a wrong %s, then that field says so and nothing is asked', (field, change) => {
  const { spec, errors } = meaningOf(form(change));
  expect(errors[field]).toBeDefined();
  expect(spec).toBeNull();
});

test('given no name yet, then a placement can be asked for, and the name is named as missing', () => {
  const { spec, missing } = meaningOf(form({ name: '' }));
  expect(spec).not.toBeNull();
  expect(missing).toBe('Give it a name first.');
});
