import { parseBytes } from '@weft/shared/units';
import { expect, test } from 'vitest';
import type { Problem, VolumeCreate } from '../../../api/types.js';
import { fixesOf } from './volume-fixes.js';

const spec = {
  name: 'x',
  sizeBytes: 2 ** 42,
  protection: 'raid10',
  driveClassId: 'fast',
  failureDomain: 'rack',
  stripeWidth: 6,
} as VolumeCreate;
const problem = { code: 'insufficient-space', fittingSizeBytes: 3 * 2 ** 40 + 4096 } as Problem;
const classes = [
  { value: 'fast', label: 'fast' },
  { value: 'slow', label: 'slow' },
];

test('offers mirrored fixes only, and states a cost only where a fix gives up safety', () => {
  const fixes = fixesOf(spec, problem, classes);
  expect(fixes.map(({ label }) => label)).toEqual([
    'Automatic stripe width',
    'raid1 instead',
    'Drive class slow',
    '3 TiB, the largest size that fits',
    'Mirror over nodes',
  ]);
  expect(fixes.filter(({ costs }) => costs !== null).map(({ label }) => label)).toEqual(['Mirror over nodes']);
  expect(fixes.every(({ spec: { protection } }) => protection === 'raid10' || protection === 'raid1')).toBe(true);
});

test('offers a size that does not exceed the largest fitting size', () => {
  const fix = fixesOf(spec, problem, classes).find(({ change }) => change.size !== undefined);
  expect(parseBytes(fix?.change.size ?? '')).toBeLessThanOrEqual(problem.fittingSizeBytes ?? 0);
  expect(fixesOf(spec, { code: 'insufficient-drives' } as Problem, classes).some(({ change }) => change.size)).toBe(false);
});

test('of three copies offers two, with what that gives up, and another protection with three', () => {
  const fixes = fixesOf({ ...spec, protection: 'raid1', copies: 3, stripeWidth: null }, problem, classes);
  expect(fixes.map(({ label }) => label)).toEqual([
    'raid10 instead',
    'Drive class slow',
    '3 TiB, the largest size that fits',
    'Two copies',
    'Mirror over nodes',
  ]);
  expect(fixes[0]?.spec).toMatchObject({ protection: 'raid10', copies: 3 });
  expect(fixes.find(({ label }) => label === 'Two copies')).toMatchObject({
    costs: 'survives one loss instead of two',
    change: { copies: '2' },
    spec: { copies: null },
  });
});
