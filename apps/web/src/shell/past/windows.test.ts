import { describe, expect, it } from 'vitest';
import { nextMark, placeOf, windowOf } from './windows.js';

const NOW = Date.parse('2026-11-28T12:00:00Z');
const before = (hours: number) => NOW - hours * 3_600_000;

describe('the windows of the time bar', () => {
  it('chooses the shortest window that contains the moment', () => {
    expect([0.5, 2, 25, 24 * 40].map((hours) => windowOf(before(hours), NOW))).toEqual(['hour', 'day', 'month', 'month']);
  });

  it('places times as fractions, and those outside at the ends', () => {
    const window = { from: before(2), to: NOW };
    expect([before(3), before(1), NOW + 1].map((at) => placeOf(at, window))).toEqual([0, 0.5, 1]);
  });

  it('finds the nearest mark on either side, and none beyond the last one', () => {
    const marks = [3, 2, 1].map((hours) => ({ at: new Date(before(hours)).toISOString() }));
    expect(nextMark(marks, before(2), 1)).toBe(marks[2]?.at);
    expect(nextMark(marks, before(2), -1)).toBe(marks[0]?.at);
    expect(nextMark(marks, before(1), 1)).toBeUndefined();
  });
});
