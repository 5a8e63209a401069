import { merge, nothing, type Observed } from './observed.js';
import type { Point } from './point.js';
import { seriesKey, type Tier } from './series.js';

/**
 * Merges stored points of one object into one step that spans several of their steps. Counts add up. The covered time:
 *  - parts of one series at one time, from several servers, add up
 *  - series of one node (legs of a drive) observe the same time: the longest counts
 *  - times of several nodes (clients of a volume) add up, at most to the whole time: a volume that moved was attached to one after the other
 *  - in a `whole` tier, two points of one series and time are the same one written twice: the first counts
 */
export class MergedPoints {
  private readonly observed = nothing();
  /** Milliseconds by time, then by node, then by series. */
  private readonly covered = new Map<number, Map<string, Map<string, number>>>();

  constructor(private readonly tier: Pick<Tier, 'stepMs' | 'points'>) {}

  add({ series, at, observed }: Point): void {
    const own = seriesKey(series);
    const time = valueAt(this.covered, at, () => new Map<string, Map<string, number>>());
    const node = valueAt(time, series.node ?? own, () => new Map<string, number>());
    const before = node.get(own);
    if (before !== undefined && this.tier.points === 'whole') return;
    node.set(own, (before ?? 0) + observed.coveredMs);
    merge(this.observed, observed);
    this.observed.coveredMs += observed.coveredMs; // until all points are added, the weight of means
  }

  result(): Observed {
    let coveredMs = 0;
    for (const nodes of this.covered.values()) {
      const sum = [...nodes.values()].reduce((ms, ofSeries) => ms + Math.max(...ofSeries.values()), 0);
      coveredMs += Math.min(this.tier.stepMs, sum);
    }
    return { ...this.observed, coveredMs };
  }
}

/** Merges different objects at the same time: counts add up, and the time is the longest of them. */
export function mergeObjects(objects: readonly Observed[]): Observed {
  const all = nothing();
  for (const each of objects) {
    const coveredMs = Math.max(all.coveredMs, each.coveredMs);
    merge(all, each);
    all.coveredMs = coveredMs;
  }
  return all;
}

export function valueAt<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
