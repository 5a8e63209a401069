import { expect, test } from 'vitest';
import { metricValue } from './metric-value.js';

test('computes the busy share of each core from kernel-counted time when samples are late', () => {
  const node = {
    coveredMs: 520, // by the server's clock; the kernel counted 500 on each of two cores
    numbers: { user: 0.125, system: 0, irq: 0, softirq: 0, steal: 0, idle: 0.875 },
    cores: [0.125, 0],
  };
  expect(metricValue('core-busy', node)).toEqual([0.25, 0]);
  expect(metricValue('cpu-busy', node)).toBe(0.125);
  expect(metricValue('core-busy', { coveredMs: 520, numbers: {} })).toBeNull();
});
