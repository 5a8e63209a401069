import { isMirrored, isStriped, protections, volumeCreateSchema } from '@weft/shared/kinds/volume';
import { formatBytes } from '@weft/shared/units';
import { expect, test } from 'vitest';
import { emptyVolumeForm, mayHaveCache, readVolume, stripeSizes, type VolumeForm, volumeToPlace } from './volume-schema.js';

const driveClassId = '8d0d9c77-6d0c-4f5e-9d39-000000000000';
const form = (change: Partial<VolumeForm>): VolumeForm => ({ ...emptyVolumeForm, name: 'db', size: '3.2TiB', driveClassId, ...change });

test('turns sizes as people write them into requests that the schema accepts', () => {
  for (const size of ['3.2TiB', '500GB', '1048577', '1.1 MiB']) {
    const { body, errors } = readVolume(form({ size }));
    expect(errors).toEqual({});
    expect(volumeCreateSchema.safeParse(body).success, size).toBe(true);
  }
});

test('rounds a size up to whole blocks, and displays it as it was entered', () => {
  const sizeBytes = readVolume(form({ size: '3.2TiB' })).body?.sizeBytes ?? 0;
  expect(sizeBytes).toBeGreaterThanOrEqual(3.2 * 2 ** 40);
  expect(formatBytes(sizeBytes)).toBe('3.2 TiB');
});

test('ignores hidden stripe fields for a protection without stripes', () => {
  for (const protection of protections.filter((each) => !isStriped(each)))
    expect(readVolume(form({ protection, stripeWidth: 'x', stripeSize: 'y' })).body).toMatchObject({ stripeWidth: null });
});

test('reads stripe fields of each protection with stripes', () => {
  for (const protection of protections.filter(isStriped))
    expect(readVolume(form({ protection, stripeWidth: '4', stripeSize: '1MiB' })).body).toMatchObject({
      stripeWidth: 4,
      stripeSizeBytes: 2 ** 20,
    });
});

test.each([
  ['size', { size: '12 apples' }, /^"12 apples" is not a size/],
  ['size', { size: '1KiB' }, /^Enter a size from 1 MiB to 1 PiB\.$/],
  ['size', { size: '2PiB' }, /^Enter a size from 1 MiB to 1 PiB\.$/],
  ['stripeWidth', { stripeWidth: '2.5' }, /^Enter a whole number from 1 to 64\.$/],
  ['stripeWidth', { stripeWidth: '65' }, /^Enter a whole number from 1 to 64\.$/],
  ['stripeSize', { stripeSize: 'wide' }, /^"wide" is not a size/],
  ['stripeSize', { stripeSize: '48KiB' }, /^It must be a power of two\.$/],
  ['description', { description: 'a\tb' }, /It must not have control characters\.$/],
  ['description', { description: 'd'.repeat(1025) }, /^It must have at most 1024 characters\.$/],
] as const)('reports a wrong %s at its field and produces no request', (field, change, text) => {
  const { body, errors } = readVolume(form(change));
  expect(errors[field]).toMatch(text);
  expect(body).toBeNull();
});

test('allows a placement request without a name, and reports the name as missing', () => {
  expect(volumeToPlace(form({ name: '' }))).not.toBeNull();
  expect(readVolume(form({ name: '' }))).toMatchObject({ body: null, errors: {}, refusedBecause: 'Enter a name first.' });
  expect(readVolume(emptyVolumeForm).refusedBecause).toBe('Enter a name, enter a size, choose a drive class first.');
});

test('names the sizes of stripes that the contract allows', () => {
  expect(stripeSizes).toBe('A power of two, 4 KiB to 16 MiB.');
});

test('asks for copies of mirrors: for other protections the hidden field does not count', () => {
  for (const protection of protections.filter(isMirrored))
    expect(readVolume(form({ protection, copies: '3' })).body).toMatchObject({ copies: 3 });
  for (const protection of protections.filter((each) => !isMirrored(each)))
    expect(readVolume(form({ protection, copies: '3' })).body).toMatchObject({ copies: null });
});

test('asks for checksums only of a mirror, whatever the hidden field holds', () => {
  const checksums = (protection: VolumeForm['protection']) => readVolume(form({ protection, integrity: 'dm-integrity' })).body?.integrity;
  expect(protections.map((protection) => [protection, checksums(protection)])).toEqual([
    ['concatenated', 'none'],
    ['raid0', 'none'],
    ['raid1', 'dm-integrity'],
    ['raid10', 'dm-integrity'],
  ]);
});

test('reads the cache of each leg as a share or a size, and reports a wrong one at its field', () => {
  const cache = (change: Partial<VolumeForm>) => readVolume(form({ cacheMode: 'write-through', ...change }));
  const policy = { mode: 'write-through', acceptsLoss: false };
  expect(readVolume(form({})).body?.cache).toBeNull();
  expect(cache({}).body?.cache).toEqual({ ...policy, percentOfLeg: 10, bytesPerLeg: null });
  expect(cache({ cacheSize: '64GiB' }).body?.cache).toEqual({ ...policy, percentOfLeg: null, bytesPerLeg: 64 * 2 ** 30 });
  expect(cache({ cacheSize: 'wide' })).toMatchObject({ body: null, errors: { cacheSize: expect.stringContaining('not a size') } });
  expect(cache({ cacheSize: '200%' }).errors.cacheSize).toMatch(/from 1 to 100/);
});

test('asks for no cache beside checksums or thin provisioning, whatever the hidden fields hold', () => {
  const cache = (change: Partial<VolumeForm>) => readVolume(form({ cacheMode: 'write-through', cacheSize: 'wide', ...change })).body?.cache;
  expect(cache({ provisioning: 'thin' })).toBeNull();
  expect(cache({ integrity: 'dm-integrity' })).toBeNull();
  expect(mayHaveCache({ ...emptyVolumeForm, protection: 'raid0', integrity: 'dm-integrity' })).toBe(true);
});

test('asks for the acceptance of a loss before a write-back cache without a mirror, but not to place it', () => {
  const alone = form({ protection: 'raid0', cacheMode: 'write-back' });
  expect(readVolume(alone).errors).toEqual({ cacheAcceptsLoss: expect.stringContaining('Accept the possible loss') });
  expect(readVolume({ ...alone, cacheAcceptsLoss: true }).body?.cache).toMatchObject({ mode: 'write-back', acceptsLoss: true });
  expect(volumeToPlace(alone)?.cache).toMatchObject({ mode: 'write-back' });
  expect(readVolume({ ...alone, protection: 'raid1' }).errors).toEqual({});
  // A mirror asks for no acceptance: what the hidden field holds does not count.
  expect(readVolume({ ...alone, protection: 'raid1', cacheAcceptsLoss: true }).body?.cache).toMatchObject({ acceptsLoss: false });
});
