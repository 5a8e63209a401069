import { expect, test } from 'vitest';
import { SamplingPace } from './sampling-pace.js';

/** Windows of 2 s. */
const afterwards = (utilizations: readonly number[], cluster = 5, samples = 0.2, waitSeconds = 0): number => {
  const pace = new SamplingPace();
  for (const utilization of utilizations) pace.observe({ utilization, samples, seconds: 2, waitSeconds }, cluster);
  return pace.secondsFor(cluster);
};
const times = (count: number, utilization: number) => Array.from({ length: count }, () => utilization);

test('agents keep the interval of the cluster while their server has time left, and through a short burst', () => {
  expect(afterwards([])).toBe(5);
  expect(afterwards(times(100, 0.88))).toBe(5);
  expect(afterwards([1, 0.8, 1, 0.8, 1])).toBe(5);
});

test('nothing changes for a server that is busy with something else', () => {
  expect(afterwards(times(100, 1), 5, 0.04)).toBe(5);
});

test('a server that stays busy doubles it, up to a minute', () => {
  expect(afterwards(times(9, 0.95))).toBe(5);
  expect(afterwards(times(10, 0.95))).toBe(10);
  expect(afterwards(times(200, 1))).toBe(60);
  expect(afterwards(times(200, 1), 60)).toBe(60);
});

test('it waits for the effect of a change, one interval, before it counts again', () => {
  expect(afterwards(times(10 + 14, 0.95))).toBe(10);
  expect(afterwards(times(10 + 15, 0.95))).toBe(20);
  expect(afterwards([...times(10, 0.95), ...times(5, 0.5), ...times(9, 0.95)])).toBe(10);
  expect(afterwards([...times(10, 0.95), ...times(5, 0.5), ...times(10, 0.95)])).toBe(20);
});

test('it returns step by step once the server is calm for a while', () => {
  const busy = times(25, 0.95);
  expect(afterwards([...busy, ...times(14, 0.3)])).toBe(20);
  expect(afterwards([...busy, ...times(15, 0.3)])).toBe(10);
  expect(afterwards([...busy, ...times(30, 0.3)])).toBe(5);
  expect(afterwards([...busy, ...times(200, 0.6)])).toBe(20);
});

test('after a long time at the longest interval it returns as fast', () => {
  expect(afterwards([...times(500, 1), ...times(14, 0.1)], 30)).toBe(60);
  expect(afterwards([...times(500, 1), ...times(15, 0.1)], 30)).toBe(30);
});

test('a server with samples that wait is behind: one window is enough', () => {
  expect(afterwards([1], 5, 0.2, 5)).toBe(10);
  expect(afterwards([1, 1], 5, 0.2, 6)).toBe(10);
  expect(afterwards([1, 1, 1], 5, 0.2, 6)).toBe(20);
  expect(afterwards([1], 5, 0.2, 4.9)).toBe(5);
  expect(afterwards([1], 5, 0.04, 10)).toBe(5);
});
