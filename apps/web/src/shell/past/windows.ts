const HOUR_MS = 3_600_000;

/** Time spans of the bar, and the step of its slider. */
export const windows = {
  hour: { ms: HOUR_MS, words: 'Last hour', stepMs: 1000 },
  day: { ms: 24 * HOUR_MS, words: 'Last 24 h', stepMs: 10_000 },
  month: { ms: 31 * 24 * HOUR_MS, words: 'Last 31 days', stepMs: 60_000 },
} as const;
export type Window = keyof typeof windows;
export const windowNames = Object.keys(windows) as Window[];

/** The shortest window that contains a moment. */
export const windowOf = (at: number, now: number): Window => windowNames.find((name) => at >= now - windows[name].ms) ?? 'month';

/** Place of a time in a window, as a fraction; at least 0 and at most 1. */
export const placeOf = (at: number, { from, to }: { from: number; to: number }): number =>
  Math.min(1, Math.max(0, (at - from) / (to - from)));

/** The nearest mark before or after a moment. Undefined: none. */
export function nextMark(marks: readonly { at: string }[], at: number, direction: -1 | 1): string | undefined {
  const times = marks.map((mark) => mark.at);
  return direction === 1 ? times.find((time) => Date.parse(time) > at) : times.findLast((time) => Date.parse(time) < at);
}
