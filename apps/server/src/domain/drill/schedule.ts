import type { DrillKind, DrillSchedule } from '@weft/shared/kinds/drills/drill';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * The kind of drill that the schedule starts now; null: none.
 *  - It begins within the hour of the schedule: a server that was down, or other work, does not move it into the day.
 *  - The days count from the last scheduled drill, whatever became of it. A drill that began late in its hour does not delay the next one.
 *  - The kinds take turns, in the order of the schedule. A kind that was taken off it is followed by the first.
 */
export function dueKind(
  { everyDays, hour, kinds }: DrillSchedule,
  last: { kind: DrillKind; createdAt: Date } | null,
  now: Date,
): DrillKind | null {
  if (now.getUTCHours() !== hour) return null;
  if (last && now.getTime() - last.createdAt.getTime() < everyDays * DAY_MS - HOUR_MS) return null;
  const before = last ? kinds.indexOf(last.kind) : -1;
  return kinds[(before + 1) % kinds.length] ?? null;
}
