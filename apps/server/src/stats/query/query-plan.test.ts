import { DomainError } from '@weft/shared/errors/domain-error';
import { statisticsQuerySchema } from '@weft/shared/kinds/statistics';
import { expect, test } from 'vitest';
import { planQuery } from './query-plan.js';

const now = Date.parse('2026-11-21T12:00:07Z');
const id = '6f1f7c8e-5d5a-4c53-9b6c-3a6f8a1d0001';
const hours = { tenSeconds: 24, minutes: 744, hours: 9600 };
const plan = (query: Record<string, string>, hasLongMemory = false) =>
  planQuery(statisticsQuerySchema.parse({ objects: `volume:${id}`, metrics: 'iops', ...query }), now, { hours, hasLongMemory });
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

const FROM_LAST_YEAR = '2025-11-21T12:00:00Z';
test.each([
  ['the last day', '2026-11-20T13:00:00Z', '2026-11-20T13:30:00Z', false, 10],
  ['the day before', '2026-11-20T11:00:00Z', '2026-11-20T11:30:00Z', false, 60],
  ['two months ago', '2026-09-20T11:00:00Z', '2026-09-20T11:30:00Z', false, 3600],
  ['two months ago, with a long memory', '2026-09-20T11:00:00Z', '2026-09-20T11:30:00Z', true, 60],
])('chooses a step of which points are kept: %s', (_, from, to, hasLongMemory, step) => {
  expect(plan({ from, to }, hasLongMemory).stepMs).toBe(step * 1000);
});

test('reads whole steps from the long memory that MongoDB keeps no longer, by resolution', () => {
  const until = (step: string, hasLongMemory = true) => plan({ from: FROM_LAST_YEAR, step }, hasLongMemory).longMemoryUntil;
  expect(new Date(until('21600') ?? 0).toISOString()).toBe('2025-10-17T18:00:00.000Z');
  expect(plan({ from: '2026-11-21T10:00:00Z', step: '10' }, true).longMemoryUntil).toBeNull();
  expect(new Date(plan({ from: '2026-11-21T10:00:00Z', step: '60' }, true).longMemoryUntil ?? 0).toISOString()).toBe(
    '2026-10-21T12:01:00.000Z',
  );
  expect(until('21600', false)).toBeNull();
});
