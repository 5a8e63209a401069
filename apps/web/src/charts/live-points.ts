import type { LiveStatistics } from '@weft/shared/links/console-link';

export interface LivePoint {
  /** End of what was observed, by the server's clock, milliseconds. */
  at: number;
  values: LiveStatistics['values'];
}

/** The longest live range; what is older is in the history. */
export const KEPT_MS = 3_600_000;
/** One a second, and some more should a server send more. */
export const MOST_POINTS = 4000;

/** What came live of one object, oldest first, and never more than an hour of it. */
export class LivePoints {
  private kept: readonly LivePoint[] = [];

  /** A message that is not newer than the last one is left out: time does not run backwards in a chart. */
  append(messages: readonly LiveStatistics[]): void {
    const points = [...this.kept];
    for (const { at, values } of messages) {
      const point = { at: Date.parse(at), values };
      if (point.at > (points.at(-1)?.at ?? 0)) points.push(point);
    }
    const oldest = (points.at(-1)?.at ?? 0) - KEPT_MS;
    this.kept = points.filter((point) => point.at > oldest).slice(-MOST_POINTS);
  }

  get points(): readonly LivePoint[] {
    return this.kept;
  }
}
