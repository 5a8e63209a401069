import type { MetricName } from '@weft/shared/stats/metrics';
import type { components } from '../../../api/schema.js';
import type { SparkPoint } from '../../../ui/gauges/sparkline-path.js';

export interface CpuLines {
  window: { from: number; to: number };
  busy: readonly SparkPoint[];
  exporting: readonly SparkPoint[];
}

type Answer = Pick<components['schemas']['Statistics'], 'from' | 'to' | 'stepSeconds' | 'series'>;

/** The two lines of an answer with one series per metric; a step without an observation is null. */
export function cpuLines({ from, to, stepSeconds, series }: Answer): CpuLines {
  const start = Date.parse(from);
  const points = (wanted: MetricName): SparkPoint[] =>
    (series.find(({ metric }) => metric === wanted)?.values ?? []).map((value, step) => ({ at: start + step * stepSeconds * 1000, value }));
  return { window: { from: start, to: Date.parse(to) }, busy: points('cpu-busy'), exporting: points('target-tax') };
}
