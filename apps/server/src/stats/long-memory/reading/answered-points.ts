import { LATENCY_BUCKETS } from '@weft/shared/stats/histogram';
import { z } from 'zod';
import { combineOf, type Field, type HistogramName, histogramNames, type Observed, withUntimed } from '../../points/observed.js';
import type { Point } from '../../points/point.js';
import type { Series } from '../../points/series.js';
import { bucketLabels, idLabel } from '../exported-series.js';
import { exportedOf, type LongMemoryRead, PART_LABEL, type Part } from './long-memory-query.js';

/** "HTTP API", Range queries (Prometheus documentation). */
export const rangeAnswerSchema = z.object({
  status: z.literal('success'),
  data: z.object({
    resultType: z.literal('matrix'),
    result: z.array(z.object({ metric: z.record(z.string(), z.string()), values: z.array(z.tuple([z.number(), z.string()])) })),
  }),
});
export type RangeSeries = z.infer<typeof rangeAnswerSchema>['data']['result'][number];

const bucketOf = new Map(bucketLabels.map((below, bucket) => [below, bucket]));
const isHistogram = (part: Part): part is HistogramName => (histogramNames as readonly string[]).includes(part);

function seriesOf(metric: RangeSeries['metric'], kind: Series['kind']): Series {
  const own = idLabel(kind, 'id') ?? '';
  const series: Series = { kind, id: metric[own] ?? '' };
  for (const part of ['volume', 'node', 'drive'] as const) {
    const label = idLabel(kind, part) ?? '';
    const id = metric[label];
    if (id !== undefined && label !== own) series[part] = id;
  }
  return series;
}

/** A series whose object lost its name has two label sets, whose values are of one series. */
function combined(part: Field, before: number | undefined, value: number): number {
  if (before === undefined) return value;
  const how = combineOf(part);
  if (how === 'max') return Math.max(before, value);
  if (how === 'min') return Math.min(before, value);
  return how === 'mean' ? (before + value) / 2 : before + value;
}

function add(observed: Observed, part: Part, metric: RangeSeries['metric'], value: number): void {
  if (part === 'coveredMs') observed.coveredMs += value;
  else if (part === 'cores') {
    observed.cores ??= [];
    const core = Number(metric['core']);
    observed.cores[core] = (observed.cores[core] ?? 0) + value;
  } else if (isHistogram(part)) {
    const bucket = bucketOf.get(metric['below'] ?? '');
    const counts = observed[part] ?? new Array<number>(LATENCY_BUCKETS).fill(0);
    if (bucket !== undefined) counts[bucket] = (counts[bucket] ?? 0) + value;
    observed[part] = counts;
  } else observed.numbers[part] = combined(part, observed.numbers[part], value);
}

/** Stored units: whole numbers where the exported unit is a larger one. */
function inStoredUnit(part: Part, value: number): number {
  const { perUnit } = exportedOf(part);
  return perUnit === 1 ? value : Math.round(value * perUnit);
}

/** Points of whole steps, from the answer to `expression`. */
export function pointsOf(answered: readonly RangeSeries[], { kind, parts, stepMs }: LongMemoryRead): Point[] {
  const points = new Map<string, Point>();
  for (const { metric, values } of answered) {
    const part = metric[PART_LABEL] as Part;
    const series = seriesOf(metric, kind);
    for (const [seconds, text] of values) {
      const value = Number(text);
      if (!Number.isFinite(value)) continue;
      const at = Math.round(seconds * 1000) - stepMs;
      const key = `${at} ${series.id}`;
      let point = points.get(key);
      if (!point) {
        point = { series, at, observed: { coveredMs: 0, numbers: {} } };
        points.set(key, point);
      }
      add(point.observed, part, metric, inStoredUnit(part, value));
    }
  }
  for (const { observed } of points.values()) {
    observed.numbers = withUntimed(observed.numbers);
    // Buckets without I/O have no samples, and a step without I/O has none at all.
    if (parts.includes('histogram')) observed.histogram ??= new Array<number>(LATENCY_BUCKETS).fill(0);
  }
  return [...points.values()];
}
