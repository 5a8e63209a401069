import { DomainError } from '@weft/shared/errors/domain-error';
import { statisticsQuerySchema } from '@weft/shared/kinds/statistics';
import { expect, test } from 'vitest';
import { planQuery } from './query-plan.js';

const now = Date.parse('2026-11-21T12:00:07Z');
const id = '6f1f7c8e-5d5a-4c53-9b6c-3a6f8a1d0001';
const plan = (query: Record<string, string>) =>
  planQuery(statisticsQuerySchema.parse({ objects: `volume:${id}`, metrics: 'iops', ...query }), now);
const refused = (query: Record<string, string>): DomainError => {
  try {
    plan(query);
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error('it was not refused');
};

test.each([
  ['10', 10],
  ['30', 10],
  ['60', 60],
  ['90', 10],
  ['300', 60],
  ['7200', 3600],
])('reads the coarsest tier that makes up a step of %s s', (step, tierSeconds) => {
  expect(plan({ from: '2026-11-21T10:00:00Z', step }).tier.stepMs).toBe(tierSeconds * 1000);
});

test('chooses a step with at most 500 values, aligned to whole steps', () => {
  const { from, to, stepMs } = plan({ from: '2026-11-20T12:00:07Z' });
  expect(stepMs).toBe(300_000);
  expect([new Date(from).toISOString(), new Date(to).toISOString()]).toEqual(['2026-11-20T12:00:00.000Z', '2026-11-21T12:05:00.000Z']);
});

test('refuses more than 10,000 values, and names a step that fits', () => {
  const error = refused({ from: '2026-11-19T12:00:00Z', step: '10' });
  expect(error).toMatchObject({ code: 'too-many-points', status: 422, fittingStepSeconds: 20 });
  expect(plan({ from: '2026-11-19T12:00:00Z', step: '20' }).stepMs).toBe(20_000);
});

test('refuses a wrong metric, kinds that cannot be added, and an end before the start, by field', () => {
  expect(refused({ from: '2026-11-21T10:00:00Z', metrics: 'cpu-busy' })).toMatchObject({ code: 'invalid-field', field: 'metrics' });
  expect(refused({ from: '2026-11-21T10:00:00Z', objects: `volume:${id},leg:${id}`, groupBy: 'all' })).toMatchObject({ field: 'groupBy' });
  expect(refused({ from: '2026-11-22T10:00:00Z' })).toMatchObject({ field: 'from' });
});
