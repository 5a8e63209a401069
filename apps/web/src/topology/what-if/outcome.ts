import { mirrorCopies, type Protection } from '@weft/shared/kinds/volume';
import { mirrorSetOf } from '@weft/shared/mirror-sets';

/**
 * What a volume has of one leg. whole: data, in order. flawed: data, and bad blocks or write errors. away: data that nobody can read until the leg
 * returns. stale: a mirror leg without all of the data. lost: no data. unknown: nothing reports it.
 */
export type LegData = 'whole' | 'flawed' | 'away' | 'stale' | 'lost' | 'unknown';

/** From good to bad. stalled: some data cannot be reached until a leg returns. lost: some data is lost. */
export const knownOutcomes = ['healthy', 'degraded', 'stalled', 'lost'] as const;
export type KnownOutcome = (typeof knownOutcomes)[number];
/** Bounds: they differ when a leg that decides is unknown. */
export interface Outcome {
  best: KnownOutcome;
  worst: KnownOutcome;
}

interface OutcomeLeg {
  index: number;
  data: LegData;
}

const worse = (one: KnownOutcome, other: KnownOutcome): KnownOutcome =>
  knownOutcomes.indexOf(one) >= knownOutcomes.indexOf(other) ? one : other;

/**
 * Outcome of a volume with these legs. The server states the effect of one loss by the same rules (domain/dependents/effects.ts).
 *
 * - raid1, raid10: a mirror set needs one leg with data, and as many whole ones as it has copies to be healthy.
 * - raid0, concatenated: every leg is needed.
 */
export function outcomeOf(protection: Protection, legs: readonly OutcomeLeg[], copies = mirrorCopies({ protection })): Outcome {
  const known = (unknown: LegData) =>
    outcomeOfKnown(
      copies,
      legs.map(({ index, data }) => ({ index, data: data === 'unknown' ? unknown : data })),
    );
  return { best: known('whole'), worst: known('lost') };
}

function outcomeOfKnown(copies: number, legs: readonly OutcomeLeg[]): KnownOutcome {
  const sets = new Map<number, LegData[]>();
  for (const { index, data } of legs) {
    const set = mirrorSetOf(index, copies);
    sets.set(set, [...(sets.get(set) ?? []), data]);
  }
  return [...sets.values()].map((set) => outcomeOfSet(set, copies)).reduce(worse, 'healthy');
}

function outcomeOfSet(set: readonly LegData[], needed: number): KnownOutcome {
  const whole = set.filter((data) => data === 'whole').length;
  if (whole >= needed) return 'healthy';
  if (whole > 0 || set.includes('flawed')) return 'degraded';
  return set.includes('away') ? 'stalled' : 'lost';
}

/** An outcome that is at least this bad, at best and at worst. */
export const atLeast = ({ best, worst }: Outcome, least: KnownOutcome): Outcome => ({
  best: worse(best, least),
  worst: worse(worst, least),
});
