import { volumeCreateSchema } from '@weft/shared/kinds/volume';
import { formatBytes } from '@weft/shared/units';
import { expect, test } from 'vitest';
import { emptyVolumeForm, meaningOf, type VolumeForm } from './volume-form.js';

const driveClassId = '8d0d9c77-6d0c-4f5e-9d39-000000000000';
const form = (change: Partial<VolumeForm>): VolumeForm => ({ ...emptyVolumeForm, name: 'db', size: '3.2TiB', driveClassId, ...change });

test('turns sizes as people write them into requests that the schema accepts', () => {
  for (const size of ['3.2TiB', '500GB', '1048577', '1.1 MiB']) {
    const { spec, errors } = meaningOf(form({ size }));
    expect(errors).toEqual({});
    expect(volumeCreateSchema.safeParse(spec).success, size).toBe(true);
  }
});

test('rounds a size up to whole blocks, and displays it as it was entered', () => {
  const sizeBytes = meaningOf(form({ size: '3.2TiB' })).spec?.sizeBytes ?? 0;
  expect(sizeBytes).toBeGreaterThanOrEqual(3.2 * 2 ** 40);
  expect(formatBytes(sizeBytes)).toBe('3.2 TiB');
});

test('ignores hidden stripe fields for a protection without stripes', () => {
  expect(meaningOf(form({ protection: 'raid1', stripeWidth: 'x', stripeSize: 'y' })).spec).toMatchObject({ stripeWidth: null });
});

test.each([
  ['size', { size: '12 apples' }],
  ['size', { size: '1KiB' }],
  ['stripeWidth', { stripeWidth: '2.5' }],
  ['stripeSize', { stripeSize: 'wide' }],
] as const)('reports a wrong %s at its field and produces no request', (field, change) => {
  const { spec, errors } = meaningOf(form(change));
  expect(errors[field]).toBeDefined();
  expect(spec).toBeNull();
});

test('allows a placement request without a name, and reports the name as missing', () => {
  const { spec, missing } = meaningOf(form({ name: '' }));
  expect(spec).not.toBeNull();
  expect(missing).toBe('Give it a name first.');
});
