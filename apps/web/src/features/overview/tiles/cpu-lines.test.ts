import { expect, it } from 'vitest';
import { cpuLines } from './cpu-lines.js';

const period = { from: '2026-11-25T10:00:00.000Z', to: '2026-11-25T10:02:00.000Z', stepSeconds: 60 };
const start = Date.parse(period.from);
const series = (metric: 'cpu-busy' | 'target-tax', values: (number | null)[]) => ({ objects: ['node:a'], metric, unit: 'ratio', values });

it('draws both metrics by their steps, whatever their order, and keeps gaps', () => {
  expect(cpuLines({ ...period, series: [series('target-tax', [0.01, 0.02]), series('cpu-busy', [null, 0.5])] })).toEqual({
    window: { from: start, to: start + 120_000 },
    busy: [
      { at: start, value: null },
      { at: start + 60_000, value: 0.5 },
    ],
    exporting: [
      { at: start, value: 0.01 },
      { at: start + 60_000, value: 0.02 },
    ],
  });
});

it('draws no line of a metric that nothing reported', () => {
  expect(cpuLines({ ...period, series: [series('cpu-busy', [0.5, 0.5])] }).exporting).toEqual([]);
});
