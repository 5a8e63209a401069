import { expect, test } from 'vitest';
import { type Load, SimulatedLoad } from './load.js';

const PROFILE = { readIops: 7000, writeIops: 3000, blockBytes: 4096, medianLatencyNs: 100_000, spread: 0.5 };
const PERIOD_MS = 120_000;
const total = ({ histogram }: Load) => histogram.reduce((sum, count) => sum + count, 0);

test('increases its counters consistently and at the requested rates', () => {
  const load = new SimulatedLoad(PROFILE, 0, 'volume');
  let before = load.counters(0);
  for (let nowMs = 1000; nowMs <= PERIOD_MS; nowMs += 7000) {
    const now = load.counters(nowMs);
    for (const [at, count] of now.histogram.entries()) expect(count).toBeGreaterThanOrEqual(before.histogram[at] ?? 0);
    expect(total(now)).toBe(now.reads + now.writes);
    expect(now.readBytes).toBe(now.reads * 4096);
    before = now;
  }
  const whole = load.counters(PERIOD_MS);
  expect(whole.reads / 120).toBeCloseTo(7000, -1);
  expect(whole.writes / 120).toBeCloseTo(3000, -1);
});

test('counts nothing while stalled, and reports longer latencies on a slow drive', () => {
  const load = new SimulatedLoad(PROFILE, 0, 'volume');
  load.setSpeed(1000, 0);
  const stalled = load.counters(1000);
  expect(load.counters(60_000)).toEqual(stalled);
  load.setSpeed(60_000, 0.1);
  const later = load.counters(70_000);
  const mean = (later.timeNs - stalled.timeNs) / (total(later) - total(stalled));
  expect(mean).toBeGreaterThan(900_000);
  expect(total(later)).toBeGreaterThan(total(stalled));
});
