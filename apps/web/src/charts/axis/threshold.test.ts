import { expect, test } from 'vitest';
import { withThresholds } from './threshold.js';

test('shows a threshold from half of it on, and leaves the axis to the values before', () => {
  expect(withThresholds(0.4, [{ value: 1 }])).toBe(0.4);
  expect(withThresholds(0.5, [{ value: 1 }])).toBe(1);
  expect(withThresholds(1.2, [{ value: 1 }])).toBe(1.2);
  expect(withThresholds(0.6, [{ value: 1 }, { value: 10 }])).toBe(1);
});

test('leaves a chart without values, and one without thresholds, as it is', () => {
  expect(withThresholds(null, [{ value: 1 }])).toBeNull();
  expect(withThresholds(7, [])).toBe(7);
});
