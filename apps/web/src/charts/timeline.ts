import type { MetricName } from '@weft/shared/stats/metrics';
import { metricOf } from '@weft/shared/stats/metrics';
import { percentile } from '@weft/shared/stats/percentile';
import type { Message } from '@weft/shared/text/message';
import type { LivePoint } from './live-points.js';

/*
 * - In a step with live values the stored value is not drawn: the live values are the same data in a finer resolution.
 * - A step without an observation is a gap, not a zero.
 * - A pause of some seconds in the live values is a gap, unless the history has the missing values.
 */

type Value = number | null;
export interface HistorySeries {
  values?: readonly Value[];
  lists?: readonly (readonly number[] | null)[];
  lower?: readonly Value[];
  upper?: readonly Value[];
}
export type LongMemoryProblem = Message & { message: string };
/** Response of the statistics query for one object. Times in milliseconds. */
export interface History {
  from: number;
  to: number;
  /** Time of the read: the last step was not over then. */
  readAt: number;
  stepMs: number;
  tierMs: number;
  series: Partial<Record<MetricName, HistorySeries>>;
  /** The values before `until` are from the long memory, or missing for the reason. Absent: the servers have all of them. */
  longMemory?: { until: number; problem: LongMemoryProblem | null };
}

/** One place on the time axis; `at` is the end of the observation. Without a stored step or a live value it is a gap. */
export interface Slot {
  at: number;
  step?: number;
  live?: LivePoint;
}

/** Watched objects are sampled every second: a longer pause than this means that samples are missing. */
const LIVE_GAP_MS = 5000;

const stepEnd = ({ from, readAt, stepMs }: History, step: number): number => Math.min(Math.max(readAt, from), from + (step + 1) * stepMs);
export const stepsOf = ({ from, to, stepMs }: History): number => Math.round((to - from) / stepMs);

export interface Window {
  from: number;
  to: number;
}

/** Window of the time axis: as long as the range, ending at the newest value, so that a live chart has no empty edge. */
export function windowOf(history: History | null, live: readonly LivePoint[], seconds: number, isLive: boolean): Window | null {
  const stored = history && (isLive ? history.to - history.stepMs : Math.min(history.to, history.readAt));
  const newest = isLive ? live.at(-1)?.at : undefined;
  if (stored === null && newest === undefined) return null;
  const to = Math.max(stored ?? 0, newest ?? 0);
  return { from: to - seconds * 1000, to };
}

export function timeline(history: History | null, live: readonly LivePoint[], { from, to }: Window): Slot[] {
  const shown = live.filter(({ at }) => at >= from && at <= to);
  const slots: Slot[] = shown.map((point) => ({ at: point.at, live: point }));
  if (history) {
    const taken = new Set(shown.map(({ at }) => Math.ceil((at - history.from) / history.stepMs) - 1));
    for (let step = 0; step < stepsOf(history); step++) {
      const at = stepEnd(history, step);
      if (!taken.has(step) && at >= from && at <= to) slots.push({ at, step });
    }
  }
  slots.sort((a, b) => a.at - b.at);
  const longest = ({ step }: Slot) => (step === undefined || !history ? LIVE_GAP_MS : 2 * history.stepMs);
  return slots.flatMap((slot, index) => {
    const before = slots[index - 1];
    if (!before || slot.at - before.at <= Math.max(longest(before), longest(slot))) return [slot];
    return [{ at: (before.at + slot.at) / 2 }, slot];
  });
}

/** Start of the observation at a place. */
export const beginOf = ({ at, step }: Slot, history: History | null): number =>
  step === undefined || !history ? at : history.from + step * history.stepMs;

/** Value of a metric at a place; null: no value. */
export function valueAt(history: History | null, { step, live }: Slot, metric: MetricName): Value {
  const value = live ? live.values[metric] : step === undefined ? null : history?.series[metric]?.values?.[step];
  return typeof value === 'number' ? value : null;
}

/** The period before the drawn one. */
export interface Before {
  history: History;
  /** Length of a period, milliseconds: values are drawn this much later. */
  shiftMs: number;
}

/** Value of a metric one period before a moment; null: nothing was observed then. */
export function valueBefore({ history, shiftMs }: Before, at: number, metric: MetricName): Value {
  // Like the times of slots, `at` is the end of an observation.
  const step = Math.ceil((at - shiftMs - history.from) / history.stepMs) - 1;
  if (step < 0 || step >= stepsOf(history)) return null;
  return history.series[metric]?.values?.[step] ?? null;
}

/** Range that contains the exact value of a percentile, seconds. `upper` null: the bucket is open. */
export interface Bounds {
  lower: number;
  upper: number | null;
}

/** For live messages, derives the bounds from the merged bucket counts as the server does. */
export function boundsAt(history: History | null, { step, live }: Slot, metric: MetricName): Bounds | null {
  const { fraction } = metricOf(metric);
  if (fraction === undefined) return null;
  if (live) {
    const counts = live.values['latency-heat-map'];
    const found = Array.isArray(counts) ? percentile(counts, fraction) : null;
    return found && { lower: found.lowerNs / 1e9, upper: found.upperNs === null ? null : found.upperNs / 1e9 };
  }
  const stored = step === undefined ? undefined : history?.series[metric];
  const lower = stored?.lower?.[step ?? 0];
  if (lower === undefined || lower === null) return null;
  return { lower, upper: stored?.upper?.[step ?? 0] ?? null };
}
