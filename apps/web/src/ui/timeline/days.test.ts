import { describe, expect, it } from 'vitest';
import { byDay } from './days.js';

/** A moment in the viewer's time zone. */
const local = (text: string) => new Date(text).toISOString();
const now = new Date('2026-03-30T00:30:00').getTime();

describe('the days of a timeline', () => {
  it('groups entries by the viewer’s day, in their order', () => {
    const days = byDay(
      ['2026-03-30T00:20:00', '2026-03-29T23:50:00', '2026-03-29T01:00:00', '2026-03-27T12:00:00'].map((text) => ({ at: local(text) })),
      now,
    );
    expect(days.map(({ date, name, entries }) => [date, name, entries.length])).toEqual([
      ['2026-03-30', 'Today', 1],
      ['2026-03-29', 'Yesterday', 2],
      ['2026-03-27', '2026-03-27', 1],
    ]);
  });

  it('has no days without entries', () => {
    expect(byDay([], now)).toEqual([]);
  });
});
