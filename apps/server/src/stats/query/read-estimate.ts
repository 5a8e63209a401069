import type { DomainError } from '@weft/shared/errors/errors';
import { type Tier, type TierName, tiers } from '../points/series.js';
import { type QueryPlan, stepThat, tooManyPoints } from './query-plan.js';

/** Stored points that one query may read: a second or two of work. */
export const MAX_READ = 250_000;

export interface ReadRange {
  tier: Tier;
  from: number;
  to: number;
}

/** What is read of each tier: the plan's own as far as that is rolled up, and the rest from the finer ones. @param progress until when each tier has everything */
export function rangesOf(
  { tier: own, from, to }: Pick<QueryPlan, 'tier' | 'from' | 'to'>,
  progress: ReadonlyMap<TierName, Date>,
): ReadRange[] {
  const ranges: ReadRange[] = [];
  let begin = from;
  for (const tier of tiers.slice(0, tiers.indexOf(own) + 1).reverse()) {
    const until = tier === tiers[0] ? to : Math.min(to, progress.get(tier.name)?.getTime() ?? 0);
    if (until <= begin) continue;
    ranges.push({ tier, from: begin, to: until });
    begin = until;
  }
  return ranges;
}

/** The most that these ranges can hold of so many stored series: one point of each a step of the tier. */
export const pointsIn = (ranges: readonly ReadRange[], series: number): number =>
  ranges.reduce((sum, { tier, from, to }) => sum + Math.ceil((to - from) / tier.stepMs), 0) * series;

/** The values would fit, but what they are made of is too much. @returns the refusal, with the step for which it is not, if there is one */
export function tooMuchToRead(plan: QueryPlan, series: number, progress: ReadonlyMap<TierName, Date>): DomainError {
  // More is there than the objects of now would have left: then at least as much as was found.
  const most = Math.max(series, (MAX_READ + 1) / pointsIn(rangesOf(plan, progress), 1));
  const fitting = stepThat(plan, (tier, steps) => pointsIn(rangesOf({ tier, ...steps }, progress), most) <= MAX_READ);
  return tooManyPoints(`They are made of more than ${MAX_READ} stored points`, fitting, 'Classes and the cluster are stored as they are.');
}
