import { localText } from '../ui/text/time-text.js';

/** `10 s`, `5 min`, `2 h`: lengths of steps. */
export function durationWords(ms: number): string {
  if (ms % 3_600_000 === 0) return `${ms / 3_600_000} h`;
  if (ms % 60_000 === 0) return `${ms / 60_000} min`;
  return `${Number((ms / 1000).toFixed(1))} s`;
}

/** A moment in the viewer's zone, as a heading of values. */
export const momentText = (at: number): string => localText(new Date(at).toISOString());

/** What is missing at the left of a chart; null: nothing much. */
export function missingBefore(firstAt: number | undefined, from: number, stepMs: number): string | null {
  if (firstAt === undefined || firstAt - from <= 3 * stepMs) return null;
  return `Nothing was recorded before ${momentText(firstAt)}.`;
}
