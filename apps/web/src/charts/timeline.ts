import type { MetricName } from '@weft/shared/stats/metrics';
import { metricOf } from '@weft/shared/stats/metrics';
import { percentile } from '@weft/shared/stats/percentile';
import type { LivePoint } from './live-points.js';

/*
 * given live values in a step, then the step's stored value is not drawn as well: the live ones are the same, finer
 * given a step that was not observed, then there is a gap, and no zero
 * given live values that stop for some seconds, then there is a gap, unless the history has what was missed
 */

type Value = number | null;
export interface HistorySeries {
  values?: readonly Value[];
  lists?: readonly (readonly number[] | null)[];
  lower?: readonly Value[];
  upper?: readonly Value[];
}
/** An answer of the statistics query about one object. Times in milliseconds. */
export interface History {
  from: number;
  to: number;
  /** When it was read: the last step was not over then. */
  readAt: number;
  stepMs: number;
  tierMs: number;
  series: Partial<Record<MetricName, HistorySeries>>;
}

/** One place on the time axis, where `at` is the end of what was observed. Neither stored step nor live: a gap. */
export interface Slot {
  at: number;
  step?: number;
  live?: LivePoint;
}

/** Watched objects are sampled every second: after so long without any, something is missing. */
const LIVE_GAP_MS = 5000;

const stepEnd = ({ from, readAt, stepMs }: History, step: number): number => Math.min(Math.max(readAt, from), from + (step + 1) * stepMs);
export const stepsOf = ({ from, to, stepMs }: History): number => Math.round((to - from) / stepMs);

export interface Window {
  from: number;
  to: number;
}

/** What the time axis shows: as long as the range, up to the newest value, so that a live chart has no empty edge. */
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

/** Start of what was observed there. */
export const beginOf = ({ at, step }: Slot, history: History | null): number =>
  step === undefined || !history ? at : history.from + step * history.stepMs;

/** A metric's value at a place; null: nothing to tell. */
export function valueAt(history: History | null, { step, live }: Slot, metric: MetricName): Value {
  const value = live ? live.values[metric] : step === undefined ? null : history?.series[metric]?.values?.[step];
  return typeof value === 'number' ? value : null;
}

/** Where the exact value of a percentile is, seconds. `upper` null: the bucket is open. */
export interface Bounds {
  lower: number;
  upper: number | null;
}

/** Live messages carry the merged bucket counts, and the bounds follow from them as on the server. */
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
