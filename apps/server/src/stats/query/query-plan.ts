import type { Query } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import { DomainError, type DomainErrorDetails } from '@weft/shared/errors/domain-error';
import { MAX_POINTS, parseStatisticsObject, type StatisticsObject, statisticsObjectText } from '@weft/shared/kinds/statistics';
import { metricOf } from '@weft/shared/stats/metrics';
import { type Tier, type TierName, tiers } from '../points/series.js';

export type StatisticsQuery = Query<typeof endpoints.queryStatistics>;

/** What one query reads and merges. It is computed before any read, without side effects. */
export interface QueryPlan {
  from: number;
  to: number;
  stepMs: number;
  tier: Tier;
  objects: StatisticsObject[];
  /** Steps before this time are read from the long memory, milliseconds since 1970; null: none are. */
  longMemoryUntil: number | null;
  metrics: StatisticsQuery['metrics'];
  groupBy: StatisticsQuery['groupBy'];
}

/** If the query has no step, a series has at most this many values. */
const DEFAULT_VALUES = 500;
const STEPS_SECONDS = [10, 20, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 21_600, 43_200, 86_400, 604_800, 2_678_400];

/** How old the points are that can be read. */
export interface KeptPoints {
  /** In MongoDB. */
  hours: Readonly<Record<TierName, number>>;
  hasLongMemory: boolean;
}

/** @throws DomainError `invalid-field`, or `too-many-points` with a step that fits. */
export function planQuery(query: StatisticsQuery, now: number, kept: KeptPoints): QueryPlan {
  const [from, to] = [Date.parse(query.from), query.to === undefined ? now : Date.parse(query.to)];
  if (from >= to) throw new DomainError('time-range-empty', {}, { field: 'from' });
  const objects = query.objects.map(parseStatisticsObject);
  checkObjects(query, objects);
  const series = query.metrics.length * (query.groupBy === 'all' ? 1 : objects.length);
  const fits = (stepSeconds: number, most: number) => series * stepsIn(from, to, stepSeconds * 1000).count <= most;
  const finestMs = finestKept(from, now, kept).stepMs;
  const isGood = (step: number) => step * 1000 >= finestMs && fits(step, Math.min(MAX_POINTS, DEFAULT_VALUES * series));
  const stepSeconds = query.step ?? STEPS_SECONDS.find(isGood);
  if (stepSeconds === undefined || !fits(stepSeconds, MAX_POINTS))
    throw tooManyValues(
      series,
      STEPS_SECONDS.find((step) => fits(step, MAX_POINTS)),
    );
  const stepMs = stepSeconds * 1000;
  const tier = tierOf(stepMs);
  const longMemoryUntil = longMemoryEnd(tier, stepMs, now, kept);
  return { ...stepsIn(from, to, stepMs), stepMs, tier, longMemoryUntil, objects, metrics: query.metrics, groupBy: query.groupBy };
}

const HOUR_MS = 3_600_000;
const oldest = (tier: Tier, now: number, { hours }: KeptPoints): number => now - hours[tier.name] * HOUR_MS;

/** The finest tier that has points of this time; the long memory has minutes. */
function finestKept(from: number, now: number, kept: KeptPoints): Tier {
  const [, minutes, hours] = tiers;
  return tiers.find((tier) => from >= oldest(tier, now, kept) || (tier === minutes && kept.hasLongMemory)) ?? hours;
}

/** The end of the last step that MongoDB keeps only in part, or not any more. The long memory has nothing finer than minutes. */
function longMemoryEnd(tier: Tier, stepMs: number, now: number, kept: KeptPoints): number | null {
  return kept.hasLongMemory && tier !== tiers[0] ? Math.ceil(oldest(tier, now, kept) / stepMs) * stepMs : null;
}

/** The coarsest tier whose step divides the query's step. */
const tierOf = (stepMs: number): Tier => [...tiers].reverse().find((each) => stepMs % each.stepMs === 0) ?? tiers[0];

/** The next longer step that `isGood` accepts; undefined: there is none. @returns seconds */
export function stepThat(plan: QueryPlan, isGood: (tier: Tier, steps: { from: number; to: number }) => boolean): number | undefined {
  const isLonger = (step: number) => step * 1000 > plan.stepMs;
  return STEPS_SECONDS.find((step) => isLonger(step) && isGood(tierOf(step * 1000), stepsIn(plan.from, plan.to, step * 1000)));
}

/** Extends a time to whole steps. */
function stepsIn(from: number, to: number, stepMs: number): { from: number; to: number; count: number } {
  const [first, last] = [Math.floor(from / stepMs), Math.ceil(to / stepMs)];
  return { from: first * stepMs, to: last * stepMs, count: last - first };
}

function checkObjects({ metrics, groupBy }: StatisticsQuery, objects: readonly StatisticsObject[]): void {
  for (const object of objects) {
    const without = metrics.find((metric) => !metricOf(metric).objects.includes(object.kind));
    if (without)
      throw new DomainError(
        'metric-not-of-object',
        { metric: without, object: statisticsObjectText(object), kinds: [...metricOf(without).objects] },
        { field: 'metrics' },
      );
  }
  if (groupBy === 'all' && new Set(objects.map(({ kind }) => kind)).size > 1)
    throw new DomainError('objects-of-several-kinds', {}, { field: 'groupBy' });
  const list = metrics.find((metric) => metricOf(metric).list === 'core');
  if (groupBy === 'all' && list && objects.length > 1)
    throw new DomainError('cores-of-several-nodes', { metric: list }, { field: 'metrics' });
}

function tooManyValues(series: number, fittingStepSeconds: number | undefined): DomainError {
  return new DomainError('too-many-values', { mostValues: MAX_POINTS, series, fittingStepSeconds }, fittingStep(fittingStepSeconds));
}

/** Details of `too-many-points`: the field to change, and the step that fits, if there is one. */
export const fittingStep = (fittingStepSeconds: number | undefined): DomainErrorDetails =>
  fittingStepSeconds === undefined ? { field: 'objects' } : { field: 'step', fittingStepSeconds };
