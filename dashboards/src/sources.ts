import { EXPORTED_METRICS, type ExportedMetric } from '@weft/shared/stats/exported-metrics';

/** Series that Prometheus itself makes of every scrape. */
const OF_PROMETHEUS = ['up', 'scrape_duration_seconds'];

const metrics = new Map(EXPORTED_METRICS.map((metric) => [metric.name, metric]));

/** The metric that a series belongs to: of a histogram there are three. */
export function metricOf(series: string): ExportedMetric | undefined {
  const histogram = metrics.get(series.replace(/_(bucket|sum|count)$/, ''));
  return metrics.get(series) ?? (histogram?.type === 'histogram' ? histogram : undefined);
}

/** Names of series in an expression of PromQL: what stands before `{` or `[`, or alone and looks like one of ours; strings aside. */
export function seriesIn(expr: string): string[] {
  const names = expr
    .replace(/"[^"]*"/g, '""')
    .match(/\b(?:[a-z]+(?:_le)?:)?(?:weft|process|nodejs|scrape)_[a-z0-9_]+(?::[a-z0-9]+)?|\bup\b/g);
  return [...new Set(names ?? [])].filter((name) => name !== 'weft_cluster');
}

/**
 * Where the numbers of expressions come from, as a sentence.
 * @throws Error for a series that nobody exports
 */
export function sourcesOf(exprs: readonly string[]): string {
  const lines = new Set(exprs.flatMap(seriesIn).map(sourceOf));
  return `Source: ${[...lines].join('; ')}.`;
}

function sourceOf(series: string): string {
  if (series.includes(':')) return `${series}, recorded by rules/latency.yml from dm-stats of volumes' devices on their clients`;
  if (OF_PROMETHEUS.includes(series)) return `${series}, by Prometheus`;
  const metric = metricOf(series);
  if (!metric) throw new Error(`nobody exports ${series}: it is not in packages/shared/src/stats/exported-metrics.ts`);
  return `${metric.name}, from ${metric.source}`;
}
