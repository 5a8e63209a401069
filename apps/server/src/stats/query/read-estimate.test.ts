import { statisticsQuerySchema } from '@weft/shared/kinds/statistics';
import { expect, test } from 'vitest';
import type { TierName } from '../points/series.js';
import { planQuery } from './query-plan.js';
import { pointsIn, rangesOf, tooMuchToRead } from './read-estimate.js';

const now = Date.parse('2026-11-21T12:00:00Z');
const object = 'volume:6f1f7c8e-5d5a-4c53-9b6c-3a6f8a1d0001';
let hasLongMemory = false;
const kept = () => ({ hours: { tenSeconds: 24, minutes: 744, hours: 9600 }, hasLongMemory });
const plan = (from: string, step: number) =>
  planQuery(statisticsQuerySchema.parse({ objects: object, metrics: 'iops', groupBy: 'all', from, step: String(step) }), now, kept());
const progress = new Map<TierName, Date>([
  ['minutes', new Date('2026-11-21T11:50:00Z')],
  ['hours', new Date('2026-11-21T11:00:00Z')],
]);

test('reads hours, then minutes, then the finest points, and counts every point', () => {
  const ranges = rangesOf(plan('2026-11-21T02:00:00Z', 3600), progress);
  expect(ranges.map(({ tier, from, to }) => [tier.name, (to - from) / 60_000])).toEqual([
    ['hours', 540],
    ['minutes', 50],
    ['tenSeconds', 10],
  ]);
  expect(pointsIn(ranges, 3)).toBe((9 + 50 + 60) * 3);
});

test('reads everything from the finest tier when nothing is rolled up', () => {
  const ranges = rangesOf(plan('2026-11-21T11:00:00Z', 60), new Map());
  expect(pointsIn(ranges, 1)).toBe(360);
});

test('names the smallest step that reads few enough stored points', () => {
  // 12 h of 10 s steps, of 200 volumes: 864,000 points. Steps of 20 s and 30 s read the same points; steps of a minute 142,000 minutes and 12,000 of 10 s.
  const error = tooMuchToRead(plan('2026-11-21T00:00:00Z', 10), 200, progress);
  expect(error).toMatchObject({ code: 'too-many-points', status: 422, field: 'step', fittingStepSeconds: 60 });
});

test('names a step for the points found when there are more than current objects imply', () => {
  const of = plan('2026-11-21T00:00:00Z', 10);
  expect(tooMuchToRead(of, 1, progress)).toMatchObject({ fittingStepSeconds: 60 });
});

test('asks for fewer objects when no step helps', () => {
  expect(tooMuchToRead(plan('2026-11-21T00:00:00Z', 7200), 100_000, progress)).toMatchObject({ field: 'objects' });
});

test('reads minutes that MongoDB keeps no longer from the long memory, and the rest from MongoDB', () => {
  hasLongMemory = true;
  const of = planQuery(
    statisticsQuerySchema.parse({ objects: object, metrics: 'iops', from: '2026-10-21T11:00:00Z', to: '2026-10-21T13:00:00Z', step: '60' }),
    now,
    kept(),
  );
  hasLongMemory = false;
  const ranges = rangesOf(of, progress);
  expect(ranges.map(({ source, from, to }) => [source, (to - from) / 60_000])).toEqual([
    ['long-memory', 60],
    ['database', 60],
  ]);
  expect(pointsIn(ranges, 3)).toBe(360);
});
