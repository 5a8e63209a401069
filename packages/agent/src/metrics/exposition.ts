import { EXPORTED_METRICS } from '@weft/shared/stats/exported/exported-metrics';
import { EXPORTED_LATENCY_BOUNDS_SECONDS } from '@weft/shared/stats/exported/latency-bounds';
import type { ExportedMetric } from '@weft/shared/stats/exported/metric';
import { type Histogram, LATENCY_BOUNDS_NS } from '@weft/shared/stats/histogram';

/*
 * The text format of Prometheus (https://prometheus.io/docs/instrumenting/exposition_formats/, version 0.0.4). Written here because prom-client does its own
 * counting: its counters and histograms cannot be set to the kernel's counts (docs/decisions/agent-metrics.md).
 */
export const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export type Labels = Readonly<Record<string, string>>;
export interface Series {
  labels: Labels;
  value: number;
}
export interface HistogramSeries {
  labels: Labels;
  histogram: Histogram;
  sumSeconds: number;
}
/** By metric name, as in the table of exported metrics. */
export type Exported = ReadonlyMap<string, readonly (Series | HistogramSeries)[]>;

/** A metric without series is left out. */
export const exposition = (exported: Exported): string =>
  AGENT_METRICS.flatMap((metric) => {
    const series = exported.get(metric.name) ?? [];
    return series.length === 0 ? [] : metricLines(metric, series);
  })
    .join('\n')
    .concat('\n');

const AGENT_METRICS = EXPORTED_METRICS.filter(({ by }) => by === 'agent');

const metricLines = ({ name, type, meaning }: ExportedMetric, all: readonly (Series | HistogramSeries)[]): string[] => [
  `# HELP ${name} ${escaped(meaning)}`,
  `# TYPE ${name} ${type}`,
  ...all.flatMap((series) =>
    'histogram' in series ? histogramLines(name, series) : [`${name}${labelText(series.labels)} ${series.value}`],
  ),
];

/** Weft's own bounds per exported bound: one per octave is exported. */
const OWN_PER_EXPORTED = (LATENCY_BOUNDS_NS.length - 1) / (EXPORTED_LATENCY_BOUNDS_SECONDS.length - 1);

function histogramLines(name: string, { labels, histogram, sumSeconds }: HistogramSeries): string[] {
  const lines: string[] = [];
  const inner = labelPairs(labels);
  const bucketLine = (bound: string, value: number) => lines.push(`${name}_bucket{${inner}${inner && ','}le="${bound}"} ${value}`);
  let counted = 0;
  for (const [bucket, count] of histogram.entries()) {
    counted += count;
    const bound = EXPORTED_LATENCY_BOUNDS_SECONDS[bucket / OWN_PER_EXPORTED];
    if (bound !== undefined) bucketLine(String(bound), counted);
  }
  bucketLine('+Inf', counted);
  return [...lines, `${name}_sum${labelText(labels)} ${sumSeconds}`, `${name}_count${labelText(labels)} ${counted}`];
}

function labelText(labels: Labels): string {
  const inner = labelPairs(labels);
  return inner && `{${inner}}`;
}
const labelPairs = (labels: Labels): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${escaped(value).replaceAll('"', '\\"')}"`)
    .join(',');

const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
