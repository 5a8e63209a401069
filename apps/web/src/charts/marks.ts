import type { Window } from './timeline.js';

/** Something that happened, drawn on every chart of a page. Times in milliseconds. */
export interface ChartMark {
  id: string;
  from: number;
  /** Null: it goes on. */
  to: number | null;
  text: string;
}

const endOf = ({ from, to }: ChartMark, window: Window): number => Math.max(from, to ?? window.to);

/** Those of a period, oldest first. */
export const marksIn = (marks: readonly ChartMark[], window: Window): ChartMark[] =>
  marks.filter((mark) => mark.from <= window.to && endOf(mark, window) >= window.from).sort((a, b) => a.from - b.from);

/** The mark at a moment: that with the nearest beginning, else the last one that lasts then. @param nearMs how near a beginning must be */
export function markAt(marks: readonly ChartMark[], at: number, nearMs: number, window: Window): ChartMark | null {
  const near = marks.filter(({ from }) => Math.abs(from - at) <= nearMs).sort((a, b) => Math.abs(a.from - at) - Math.abs(b.from - at));
  return near[0] ?? marks.findLast((mark) => mark.from <= at && endOf(mark, window) >= at) ?? null;
}

/** Times while at least one mark lasts, oldest first: bands drawn over each other would add up to a wall. @param marks oldest first */
export function bandsOf(marks: readonly ChartMark[], window: Window): Window[] {
  const bands: Window[] = [];
  for (const mark of marks) {
    const [last, to] = [bands.at(-1), endOf(mark, window)];
    if (last && mark.from <= last.to) last.to = Math.max(last.to, to);
    else bands.push({ from: mark.from, to });
  }
  return bands;
}

/** Positions without those nearer than `least` to the one before: lines beside each other would add up to a wall. @param positions ascending */
export function spaced(positions: readonly number[], least: number): number[] {
  const kept: number[] = [];
  for (const position of positions) if (position - (kept.at(-1) ?? Number.NEGATIVE_INFINITY) >= least) kept.push(position);
  return kept;
}
