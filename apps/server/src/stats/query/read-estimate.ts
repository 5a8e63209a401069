import { DomainError } from '@weft/shared/errors/domain-error';
import { type Tier, type TierName, tiers } from '../points/series.js';
import { fittingStep, type QueryPlan, stepThat } from './query-plan.js';

/** Limit of stored points that one query may read: a second or two of work. */
export const MAX_READ = 250_000;

export interface ReadRange {
  tier: Tier;
  from: number;
  to: number;
  source: 'database' | 'long-memory';
}

/**
 * Ranges to read: expired points from the long memory, the plan's tier as far as it is rolled up, and the rest from finer tiers.
 * @param progress until when each tier is complete
 */
export function rangesOf(
  { tier: own, from, to, longMemoryUntil }: Pick<QueryPlan, 'tier' | 'from' | 'to' | 'longMemoryUntil'>,
  progress: ReadonlyMap<TierName, Date>,
): ReadRange[] {
  const ranges: ReadRange[] = [];
  let begin = from;
  if (longMemoryUntil !== null && longMemoryUntil > from) {
    begin = Math.min(to, longMemoryUntil);
    ranges.push({ tier: own, from, to: begin, source: 'long-memory' });
  }
  for (const tier of tiers.slice(0, tiers.indexOf(own) + 1).reverse()) {
    const until = tier === tiers[0] ? to : Math.min(to, progress.get(tier.name)?.getTime() ?? 0);
    if (until <= begin) continue;
    ranges.push({ tier, from: begin, to: until, source: 'database' });
    begin = until;
  }
  return ranges;
}

/** Upper limit of points in these ranges for this number of stored series: one per series and step of the tier. */
export const pointsIn = (ranges: readonly ReadRange[], series: number): number =>
  ranges.reduce((sum, { tier, from, to }) => sum + Math.ceil((to - from) / tier.stepMs), 0) * series;

/** For a query whose values would fit but need too many stored points. @returns the error, with a step that fits, if there is one */
export function tooMuchToRead(plan: QueryPlan, series: number, progress: ReadonlyMap<TierName, Date>): DomainError {
  // If more points exist than the current series could have left, assume as many series as the found points need.
  const most = Math.max(series, (MAX_READ + 1) / pointsIn(rangesOf(plan, progress), 1));
  const fitting = stepThat(
    plan,
    (tier, steps) => pointsIn(rangesOf({ tier, ...steps, longMemoryUntil: plan.longMemoryUntil }, progress), most) <= MAX_READ,
  );
  return new DomainError('too-many-stored-points', { mostPoints: MAX_READ, fittingStepSeconds: fitting }, fittingStep(fitting));
}
