import { type Histogram, LATENCY_BOUNDS_NS } from '@weft/shared/stats/histogram';

/*
 * The text format of Prometheus (https://prometheus.io/docs/instrumenting/exposition_formats/, version 0.0.4). Written here because prom-client counts by
 * itself: its counters and histograms cannot be set to what the kernel has counted already (docs/decisions/agent-metrics.md).
 */
export const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Every fourth bound of Weft's own: one an octave. A bucket is then twice as wide as the one before. */
const BUCKETS_PER_OCTAVE = 4;
const BOUNDS_SECONDS = LATENCY_BOUNDS_NS.filter((_, at) => at % BUCKETS_PER_OCTAVE === 0).map((bound) => String(bound / 1e9));

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
export type Family = { name: string; help: string } & (
  | { type: 'counter' | 'gauge'; series: readonly Series[] }
  | { type: 'histogram'; series: readonly HistogramSeries[] }
);

/** A family without series is left out. */
export const exposition = (families: readonly Family[]): string =>
  families
    .flatMap((family) => (family.series.length === 0 ? [] : familyLines(family)))
    .join('\n')
    .concat('\n');

function familyLines(family: Family): string[] {
  const head = [`# HELP ${family.name} ${escaped(family.help)}`, `# TYPE ${family.name} ${family.type}`];
  if (family.type === 'histogram') return [...head, ...family.series.flatMap((series) => histogramLines(family.name, series))];
  return [...head, ...family.series.map(({ labels, value }) => `${family.name}${labelText(labels)} ${value}`)];
}

function histogramLines(name: string, { labels, histogram, sumSeconds }: HistogramSeries): string[] {
  const lines: string[] = [];
  let counted = 0;
  for (const [bucket, count] of histogram.entries()) {
    counted += count;
    const bound = bucket % BUCKETS_PER_OCTAVE === 0 ? BOUNDS_SECONDS[bucket / BUCKETS_PER_OCTAVE] : undefined;
    if (bound !== undefined) lines.push(`${name}_bucket${labelText({ ...labels, le: bound })} ${counted}`);
  }
  lines.push(`${name}_bucket${labelText({ ...labels, le: '+Inf' })} ${counted}`);
  return [...lines, `${name}_sum${labelText(labels)} ${sumSeconds}`, `${name}_count${labelText(labels)} ${counted}`];
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value).replaceAll('"', '\\"')}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
