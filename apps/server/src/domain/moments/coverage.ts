/** A time during which a server recorded without a break. */
export interface Run {
  from: Date;
  until: Date;
}

/** Nothing is recorded from `from` to `to`; null: before the first record, or until now. */
export interface Gap {
  from: Date | null;
  to: Date | null;
}

/** The gap that a time lies in; null: it is recorded. `runs`: in order of time. */
export function gapAt(runs: readonly Run[], at: Date): Gap | null {
  const before = runs.findLast(({ from }) => from <= at);
  if (before && at <= before.until) return null;
  return { from: before?.until ?? null, to: runs.find(({ from }) => from > at)?.from ?? null };
}

/** Gaps between runs that touch a range of time, in order of time. */
export function gapsIn(runs: readonly Run[], from: Date, to: Date): Gap[] {
  const [first, ...later] = runs;
  if (!first) return [{ from: null, to: null }];
  const gaps: Gap[] = [{ from: null, to: first.from }, ...later.map((run, at) => ({ from: runs[at]?.until ?? null, to: run.from }))];
  const last = runs.at(-1);
  if (last && last.until < to) gaps.push({ from: last.until, to: null });
  return gaps.filter((gap) => (gap.from ?? from) < to && (gap.to ?? to) > from);
}
