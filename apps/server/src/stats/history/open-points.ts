import { merge, nothing, type Observed, pieceOf } from '../points/observed.js';
import type { Point } from '../points/point.js';
import { type Series, seriesKey } from '../points/series.js';
import { Coverage } from './coverage.js';

interface OpenPoint {
  series: Series;
  observed: Observed;
  coverage: Coverage;
}

/** Points that may still grow, in memory and limited in number: parts beyond the limit are dropped and counted. */
export class OpenPoints {
  private readonly steps = new Map<number, Map<string, OpenPoint>>();
  private count = 0;
  private dropped = 0;

  constructor(
    private readonly stepMs: number,
    private readonly limit: number,
  ) {}

  get size(): number {
    return this.count;
  }

  /** Spreads an observation from `from` to `to` (milliseconds) over the steps between. */
  add(series: Series, observed: Observed, from: number, to: number): void {
    for (let at = this.stepOf(from); at < to; at += this.stepMs) {
      const [begin, end] = [Math.max(from, at), Math.min(to, at + this.stepMs)];
      const point = this.point(series, at);
      if (!point) {
        this.dropped += 1;
        continue;
      }
      const piece = { from: (begin - from) / (to - from), to: (end - from) / (to - from) };
      merge(point.observed, pieceOf(observed, piece));
      point.coverage.add(begin, end);
      point.observed.coveredMs = point.coverage.ms;
    }
  }

  /** Takes the points of all steps that ended by `time`. */
  takeEndedBefore(time: number): Point[] {
    const taken: Point[] = [];
    for (const [at, points] of this.steps) {
      if (at + this.stepMs > time) continue;
      this.steps.delete(at);
      this.count -= points.size;
      for (const { series, observed } of points.values()) taken.push({ series, at, observed });
    }
    return taken;
  }

  /** Returns the number of dropped parts since the previous call. */
  takeDropped(): number {
    const { dropped } = this;
    this.dropped = 0;
    return dropped;
  }

  private stepOf(time: number): number {
    return Math.floor(time / this.stepMs) * this.stepMs;
  }

  private point(series: Series, at: number): OpenPoint | undefined {
    let points = this.steps.get(at);
    if (!points) {
      points = new Map();
      this.steps.set(at, points);
    }
    const key = seriesKey(series);
    const found = points.get(key);
    if (found) return found;
    if (this.count >= this.limit) return undefined;
    const point = { series, observed: nothing(), coverage: new Coverage() };
    points.set(key, point);
    this.count += 1;
    return point;
  }
}
