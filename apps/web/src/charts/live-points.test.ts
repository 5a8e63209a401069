import { expect, test } from 'vitest';
import { LivePoints, MOST_POINTS } from './live-points.js';

const HOUR_MS = 3_600_000;
const START = Date.parse('2026-11-21T12:00:00.000Z');
const message = (ms: number) => ({
  object: 'volume:v',
  at: new Date(START + ms).toISOString(),
  heard: 1,
  expected: 1,
  values: { iops: ms },
});

test('keeps one message per second of a range of one hour', () => {
  const live = new LivePoints();
  for (let minute = 0; minute < 24 * 60; minute++)
    live.append(
      Array.from({ length: 60 }, (_, second) => message((minute * 60 + second) * 1000)),
      HOUR_MS,
    );
  expect(live.points).toHaveLength(HOUR_MS / 1000 + 1);
  expect(live.points.at(-1)?.at).toBe(START + 86_399_000);
});

test('drops points older than the drawn range, also after a longer range', () => {
  const live = new LivePoints();
  live.append(
    Array.from({ length: 1800 }, (_, second) => message(second * 1000)),
    HOUR_MS,
  );
  expect(live.points).toHaveLength(1800);
  live.append([message(1_800_000)], 300_000);
  expect(live.points).toHaveLength(301);
  expect(live.points[0]?.at).toBe(START + 1_500_000);
});

test('keeps the newest MOST_POINTS messages when they come faster than one per second', () => {
  const live = new LivePoints();
  live.append(
    Array.from({ length: 3 * MOST_POINTS }, (_, index) => message(index * 10)),
    HOUR_MS,
  );
  expect(live.points).toHaveLength(MOST_POINTS);
  expect(live.points.at(-1)?.values.iops).toBe((3 * MOST_POINTS - 1) * 10);
});

test('ignores a repeated message and an older one', () => {
  const live = new LivePoints();
  live.append([message(2000)], HOUR_MS);
  live.append([message(2000), message(1000), message(3000)], HOUR_MS);
  expect(live.points.map(({ at }) => at - START)).toEqual([2000, 3000]);
});
