import type { LiveStatistics } from '@weft/shared/links/console-link';

export interface LivePoint {
  /** End of the observation by the server's clock, milliseconds. */
  at: number;
  values: LiveStatistics['values'];
}

/** One per second of the longest live range, with a margin in case a server sends more. */
export const MOST_POINTS = 4000;

/** Live values of one object, oldest first. */
export class LivePoints {
  private kept: readonly LivePoint[] = [];

  /**
   * Skips a message that is not newer than the last one, so that time never runs backwards in a chart.
   * @param keptMs length of the drawn range: older points are dropped. A longer range reads them from the history.
   */
  append(messages: readonly LiveStatistics[], keptMs: number): void {
    const points = [...this.kept];
    for (const { at, values } of messages) {
      const point = { at: Date.parse(at), values };
      if (point.at > (points.at(-1)?.at ?? 0)) points.push(point);
    }
    const oldest = (points.at(-1)?.at ?? 0) - keptMs;
    this.kept = points.filter((point) => point.at >= oldest).slice(-MOST_POINTS);
  }

  get points(): readonly LivePoint[] {
    return this.kept;
  }
}
