import { EXPORTED_METRICS } from '@weft/shared/stats/exported/exported-metrics';
import type { ExportedMetric } from '@weft/shared/stats/exported/metric';

/** Series that Prometheus itself adds to every scrape. */
const OF_PROMETHEUS = ['up', 'scrape_duration_seconds'];

const metrics = new Map(EXPORTED_METRICS.map((metric) => [metric.name, metric]));

/** The metric that a series belongs to; a histogram has three series. */
export function metricOf(series: string): ExportedMetric | undefined {
  const histogram = metrics.get(series.replace(/_(bucket|sum|count)$/, ''));
  return metrics.get(series) ?? (histogram?.type === 'histogram' ? histogram : undefined);
}

/** Names of series in a PromQL expression: names before `{` or `[`, or single names that look like one of ours. Ignores strings. */
export function seriesIn(expr: string): string[] {
  const names = expr
    .replace(/"[^"]*"/g, '""')
    .match(/\b(?:[a-z]+(?:_le)?:)?(?:weft|process|nodejs|scrape)_[a-z0-9_]+(?::[a-z0-9]+)?|\bup\b/g);
  return [...new Set(names ?? [])].filter((name) => name !== 'weft_cluster');
}

/**
 * A sentence with the sources of the expressions' numbers.
 * @throws Error for a series that neither agents nor servers export
 */
export function sourcesOf(exprs: readonly string[]): string {
  const lines = new Set(exprs.flatMap(seriesIn).map(sourceOf));
  return `Source: ${[...lines].join('; ')}.`;
}

function sourceOf(series: string): string {
  if (series.includes(':')) return `${series}, recorded by rules/latency.yml from dm-stats of volumes' devices on their clients`;
  if (OF_PROMETHEUS.includes(series)) return `${series}, by Prometheus`;
  const metric = metricOf(series);
  if (!metric) throw new Error(`nobody exports ${series}: it is not in packages/shared/src/stats/exported`);
  return `${metric.name}, from ${metric.source}`;
}
