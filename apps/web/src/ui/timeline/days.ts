import { localText } from '../time/time-text.js';

export interface Day<E> {
  /** `2026-11-25` in the viewer's time zone. */
  date: string;
  /** `Today`, `Yesterday`, or the date. */
  name: string;
  entries: E[];
}

const dateOf = (at: number): string => localText(new Date(at).toISOString()).slice(0, 10);

/** The day before a date. Noon, because a day of a change to or from summer time has 23 or 25 hours. */
function dayBefore(date: string): string {
  const noon = new Date(`${date}T12:00:00`);
  noon.setDate(noon.getDate() - 1);
  return dateOf(noon.getTime());
}

/** Entries in their order, grouped by the day in the viewer's time zone. @param now milliseconds */
export function byDay<E extends { at: string }>(entries: readonly E[], now: number): Day<E>[] {
  const today = dateOf(now);
  const names = new Map([
    [today, 'Today'],
    [dayBefore(today), 'Yesterday'],
  ]);
  const days: Day<E>[] = [];
  for (const entry of entries) {
    const date = dateOf(Date.parse(entry.at));
    const last = days.at(-1);
    if (last?.date === date) last.entries.push(entry);
    else days.push({ date, name: names.get(date) ?? date, entries: [entry] });
  }
  return days;
}
