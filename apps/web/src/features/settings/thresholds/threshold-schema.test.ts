import { describe, expect, it, test } from 'vitest';
import { readForm } from '../../../forms/read-form.js';
import { thresholdSchemaOf } from './threshold-schema.js';
import { scopeText, typedValue, withThreshold } from './threshold-units.js';

const form = { of: 'all' as const, driveClass: '', label: '', value: '80' };

describe('an own threshold', () => {
  const wear = thresholdSchemaOf('WeftDriveWear', { min: 0.01, max: 10, unit: 'ratio' });

  it('is read in the unit of its rule', () => {
    expect(readForm(wear, form).body).toEqual({ rule: 'WeftDriveWear', driveClass: null, volumeLabel: null, value: 0.8 });
    const days = thresholdSchemaOf('WeftClassFillsSoon', { min: 86_400, max: 8_640_000, unit: 'days' });
    expect(readForm(days, { ...form, of: 'class', driveClass: 'fast', value: '14' }).body).toMatchObject({
      driveClass: 'fast',
      value: 1_209_600,
    });
    expect(readForm(wear, { ...form, of: 'label', label: 'tier=gold' }).body).toMatchObject({
      volumeLabel: { key: 'tier', value: 'gold' },
    });
  });

  it.each([
    [{ value: '0.5' }, 'value', 'Enter a number from 1 to 1000.'],
    [{ value: 'hot' }, 'value', 'Enter a number from 1 to 1000.'],
    [{ of: 'label', label: 'gold' }, 'label', 'Write one label as key=value.'],
    [{ of: 'label', label: 'a=b, c=d' }, 'label', 'Write one label as key=value.'],
  ] as const)('reports %j at its field', (change, field, message) => {
    expect(readForm(wear, { ...form, ...change }).errors).toMatchObject({ [field]: message });
  });
});

test('shows a threshold as it is typed', () => {
  expect([typedValue(0.07, 'ratio'), typedValue(1_209_600, 'days'), typedValue(2 ** 31, 'bytes')]).toEqual(['7', '14', '2']);
});

test('replaces the threshold of the same rule and scope', () => {
  const all = { rule: 'WeftDriveHot', driveClass: null, volumeLabel: null, value: 70 };
  const fast = { ...all, driveClass: 'fast', value: 60 };
  expect(withThreshold([all, fast], { ...fast, value: 65 })).toEqual([all, { ...fast, value: 65 }]);
  expect([all, fast, { ...all, volumeLabel: { key: 'a', value: 'b' } }].map(scopeText)).toEqual([
    'everything',
    'drive class fast',
    'volumes with a=b',
  ]);
});
