import { expect, test } from 'vitest';
import { KEPT_MS, LivePoints, MOST_POINTS } from './live-points.js';

const START = Date.parse('2026-11-21T12:00:00.000Z');
const message = (ms: number) => ({
  object: 'volume:v',
  at: new Date(START + ms).toISOString(),
  heard: 1,
  expected: 1,
  values: { iops: ms },
});

test('keeps the newest hour of messages at one per second', () => {
  const live = new LivePoints();
  for (let minute = 0; minute < 24 * 60; minute++)
    live.append(Array.from({ length: 60 }, (_, second) => message((minute * 60 + second) * 1000)));
  expect(live.points).toHaveLength(KEPT_MS / 1000);
  expect(live.points.at(-1)?.at).toBe(START + 86_399_000);
});

test('keeps the newest MOST_POINTS messages when they come faster than one per second', () => {
  const live = new LivePoints();
  live.append(Array.from({ length: 3 * MOST_POINTS }, (_, index) => message(index * 10)));
  expect(live.points).toHaveLength(MOST_POINTS);
  expect(live.points.at(-1)?.values.iops).toBe((3 * MOST_POINTS - 1) * 10);
});

test('ignores a repeated message and an older one', () => {
  const live = new LivePoints();
  live.append([message(2000)]);
  live.append([message(2000), message(1000), message(3000)]);
  expect(live.points.map(({ at }) => at - START)).toEqual([2000, 3000]);
});
