import type { Volume } from '../../../../api/types.js';
import type { Latencies } from './use-latencies.js';

type Leg = Volume['legs'][number];

/** Latency of one leg, or of all legs of a target, over the same minute. */
export interface Compared {
  key: string;
  legs: readonly Leg[];
  iops: number;
  /** Seconds; null: no I/O. */
  seconds: number | null;
  /** It takes more than `SLOW` times as long as the median of the others. */
  isSlow: boolean;
}

const SLOW = 2;
/** With less I/O a second, one slow request would decide. */
const FEWEST_IOPS = 1;

export function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

function marked(all: readonly Omit<Compared, 'isSlow'>[]): Compared[] {
  const counts = ({ iops, seconds }: Omit<Compared, 'isSlow'>) => (iops >= FEWEST_IOPS ? seconds : null);
  return all.map((one) => {
    const own = counts(one);
    const others = median(all.flatMap((each) => (each === one ? [] : (counts(each) ?? []))));
    return { ...one, isSlow: own !== null && others !== null && own > SLOW * others };
  });
}

/** Legs by index; those without a value are left out. */
export const comparedLegs = ({ legs }: Pick<Volume, 'legs'>, latencies: Latencies): Compared[] =>
  marked(
    legs.flatMap((leg) => {
      const mean = latencies.of.get(`leg:${leg.id}`);
      return mean ? [{ key: leg.id, legs: [leg], ...mean }] : [];
    }),
  );

/** Targets by name: the mean over all I/O of their legs. */
export function comparedTargets(legs: readonly Compared[]): Compared[] {
  const targets = new Map<string, Compared[]>();
  for (const each of legs) {
    const id = each.legs[0]?.node.id ?? '';
    targets.set(id, [...(targets.get(id) ?? []), each]);
  }
  return marked(
    [...targets].map(([key, of]) => {
      const iops = of.reduce((sum, each) => sum + each.iops, 0);
      const time = of.reduce((sum, each) => sum + each.iops * (each.seconds ?? 0), 0);
      return { key, legs: of.flatMap((each) => each.legs), iops, seconds: iops === 0 ? null : time / iops };
    }),
  ).sort((a, b) => (a.legs[0]?.node.name ?? '').localeCompare(b.legs[0]?.node.name ?? ''));
}
