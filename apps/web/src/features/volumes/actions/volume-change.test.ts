import { expect, test } from 'vitest';
import type { Volume } from '../../../api/types.js';
import { changeOfVolume, changeSteps } from './volume-change.js';

const volume = {
  description: 'old',
  labels: { team: 'a' },
  rebuildPriority: 'normal',
  rebuildDelaySeconds: 600,
  legs: [{}],
} as unknown as Volume;
const form = { description: 'old', labels: 'team=a', rebuildPriority: 'normal' as const, rebuildDelay: '600' };

test('sends nothing and plans no step for an unchanged form', () => {
  expect(changeOfVolume(volume, form)).toEqual({ body: {}, errors: {} });
  expect(changeSteps(volume, {})).toEqual([]);
});

test('sends changed values, including emptied fields', () => {
  expect(changeOfVolume(volume, { description: '', labels: '', rebuildPriority: 'high', rebuildDelay: '0' }).body).toEqual({
    description: '',
    labels: {},
    rebuildPriority: 'high',
    rebuildDelaySeconds: 0,
  });
  expect(changeSteps(volume, { rebuildDelaySeconds: 0 })[0]?.what).toContain('after 0 s without it, was 600 s');
});

test.each(['', '1.5', '-1', '604801', 'soon'])('rejects %j as a rebuild delay at its field', (rebuildDelay) => {
  expect(changeOfVolume(volume, { ...form, rebuildDelay })).toMatchObject({ body: {}, errors: { rebuildDelay: expect.any(String) } });
});
