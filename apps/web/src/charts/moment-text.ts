import { localText } from '../ui/time/time-text.js';

/** `10 s`, `5 min`, `2 h`: length of a step. */
export function durationWords(ms: number): string {
  if (ms % 3_600_000 === 0) return `${ms / 3_600_000} h`;
  if (ms % 60_000 === 0) return `${ms / 60_000} min`;
  return `${Number((ms / 1000).toFixed(1))} s`;
}

/** A moment in the viewer's time zone, as a heading of values. */
export const momentText = (at: number): string => localText(new Date(at).toISOString());

/** Note about missing data at the left of a chart. Null: at most three steps are missing. */
export function missingBefore(firstAt: number | undefined, from: number, stepMs: number): string | null {
  if (firstAt === undefined || firstAt - from <= 3 * stepMs) return null;
  return `No data before ${momentText(firstAt)}.`;
}
