import type { MetricName } from '@weft/shared/stats/metrics';

/** A value that a metric of a chart should not reach. */
export interface Threshold {
  metric: MetricName;
  /** In the unit of the metric. */
  value: number;
  /** Name of the threshold: `rated endurance`. */
  text: string;
}

/** Share of a threshold from which on it is on a linear axis: nearer to zero, it would flatten the lines. */
const NEAR = 0.5;

/** The highest value to show, and the thresholds near it. @param most highest value of the lines; null: none */
export function withThresholds(most: number | null, thresholds: readonly Pick<Threshold, 'value'>[]): number | null {
  if (most === null) return null;
  return Math.max(most, ...thresholds.filter(({ value }) => most >= NEAR * value).map(({ value }) => value));
}
