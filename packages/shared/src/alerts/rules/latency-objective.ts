import { EXPORTED_LATENCY_BOUNDS_SECONDS } from '../../stats/exported/latency-bounds.js';
import type { AlertRule } from './rule.js';

/**
 * Windows in minutes, and the share of slow I/O above which both windows fire. 0.1 % of the I/O may be slow; here that budget of a month burns 14.4 or
 * 6 times too fast (Google, "The Site Reliability Workbook", chapter 5, multiwindow alerts). The short window ends the alert soon after the trouble.
 */
export const BURN_WINDOWS = [
  { long: 60, short: 5, slowShare: 0.0144 },
  { long: 360, short: 30, slowShare: 0.006 },
] as const;

/** Prometheus writes smaller bounds with an exponent, as `le="6.4e-05"`. */
const BOUNDS = EXPORTED_LATENCY_BOUNDS_SECONDS.filter((bound) => bound >= 0.0001);
const first = BOUNDS[0] ?? 0;
const last = BOUNDS.at(-1) ?? 0;

const sum = (series: string, minutes: number): string => `sum by (weft_cluster, simulated, volume) (increase(${series}[${minutes}m]))`;
const slow = (minutes: number): string =>
  `(1 - ${sum('weft_volume_io_latency_seconds_bucket{le="$threshold"}', minutes)} / (${sum('weft_volume_io_latency_seconds_count', minutes)} > 0))`;
const burns = ({ long, short, slowShare }: (typeof BURN_WINDOWS)[number]): string =>
  `(${slow(long)} > ${slowShare} and ${slow(short)} > ${slowShare})`;

export const latencyObjectiveRules = [
  {
    group: 'weft-volumes',
    kind: 'volume',
    severity: 'warning',
    ownEvaluation: true,
    name: 'WeftLatencyObjectiveMissed',
    ...{ forSeconds: 0, keepSeconds: 300, labels: ['volume'], unit: 'ratio' },
    threshold: {
      ...{ default: Number.POSITIVE_INFINITY, min: first, max: last, unit: 'latency', fires: 'at-or-above', steps: BOUNDS },
      meaning: 'Latency that 99.9 % of the I/O of a volume has to keep, counted as the next bound of the exported histograms',
    },
    expr: BURN_WINDOWS.map(burns).join(' or '),
    summary: '{value} of the I/O of volume {volume} takes longer than its latency objective.',
    meaning:
      'The data are safe. At this pace the volume misses its objective for the month within days: 99.9 % of its I/O has to keep the latency.',
    action:
      'Open the performance of the volume in the console. Compare its legs (a slow drive), its paths (errors of NICs, lost paths), a resync, and the load of its drives by other volumes. If the load itself is higher than planned, move volumes or change the objective.',
  },
] as const satisfies AlertRule[];
