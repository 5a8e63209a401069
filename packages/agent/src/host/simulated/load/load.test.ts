import { bucketBounds, histogramDifference, totalOf } from '@weft/shared/stats/histograms';
import { percentile } from '@weft/shared/stats/percentile';
import { describe, expect, test } from 'vitest';
import { demandAt } from './demand.js';
import { DriveUse, Flow, FlowLeg, type LoadProfile } from './flow.js';
import { type Load, NO_LOAD, oneMore } from './load.js';

const PROFILE: LoadProfile = { readIops: 7000, writeIops: 3000, blockBytes: 4096, medianLatencyNs: 100_000, spread: 0.4 };
const DAY_MS = 86_400_000;
const SECOND_MS = 1000;

/** A volume on these drives: one mirror over all of them. */
function volumeOn(drives: DriveUse[], profile = PROFILE, seed = 1, nowMs = 0): Flow {
  const flow = new Flow(`volume ${seed}`, profile, seed, nowMs);
  for (const [at, drive] of drives.entries()) {
    const leg = new FlowLeg(flow, drive, nowMs);
    leg.share = { reads: 1 / drives.length, writes: 1, mirror: 0 };
    flow.legs.set(`leg ${at}`, leg);
    drive.settle(nowMs);
    drive.legs.add(leg);
    drive.forget();
  }
  flow.setRuns(nowMs, true, false);
  flow.forget();
  return flow;
}
const drives = (count = 2) => Array.from({ length: count }, () => new DriveUse());

function between(flow: { counters(nowMs: number): Load }, fromMs: number, toMs: number) {
  const [before, after] = [flow.counters(fromMs), flow.counters(toMs)];
  const histogram = histogramDifference(after.histogram, before.histogram);
  if (!histogram) throw new Error('a count fell');
  const ns = (fraction: number) => percentile(histogram, fraction)?.ns ?? Number.NaN;
  return {
    p50: ns(0.5),
    p99: ns(0.99),
    reads: after.reads - before.reads,
    writes: after.writes - before.writes,
    total: totalOf(histogram),
  };
}

describe('demand', () => {
  test('is the same for the same seed and time, and differs between seeds', () => {
    const hour = (seed: number) => Array.from({ length: 3600 }, (_, second) => demandAt(seed, second * SECOND_MS));
    expect(hour(7)).toEqual(hour(7));
    expect(hour(7)).not.toEqual(hour(8));
  });

  test.each([1, 2, 3, 4, 99])('is near its mean over a day, higher in the afternoon than at night, with bursts (seed %i)', (seed) => {
    const at = (hour: number) =>
      Array.from({ length: 1800 }, (_, step) => demandAt(seed, hour * 3_600_000 + step * 4 * SECOND_MS)).reduce((a, b) => a + b) / 1800;
    const day = Array.from({ length: 12 }, (_, part) => at(2 * part)).reduce((a, b) => a + b) / 12;
    expect(day).toBeGreaterThan(0.9);
    expect(day).toBeLessThan(1.5);
    expect(at(14) / at(2)).toBeGreaterThan(1.2);
    const seconds = Array.from({ length: 3600 }, (_, second) => demandAt(seed, DAY_MS / 2 + second * SECOND_MS));
    const middle = seconds.toSorted((a, b) => a - b)[1800] ?? 0;
    expect(Math.max(...seconds) / middle).toBeGreaterThan(1.3);
    expect(Math.min(...seconds)).toBeGreaterThan(0.4);
  });
});

describe('counters', () => {
  test('only grow, and agree with each other, whenever they are read', () => {
    const flow = volumeOn(drives());
    let before = flow.counters(0);
    for (let nowMs = 0, step = 1; nowMs < 700_000; nowMs += step = (step * 7919) % 10_007) {
      const now = flow.counters(nowMs);
      for (const [at, count] of now.histogram.entries()) expect(count).toBeGreaterThanOrEqual(before.histogram[at] ?? 0);
      expect(totalOf(now.histogram)).toBe(now.reads + now.writes);
      expect([now.readBytes, now.writtenBytes]).toEqual([now.reads * 4096, now.writes * 4096]);
      expect(now.readTimeNs).toBeGreaterThanOrEqual(before.readTimeNs);
      expect(now.writeTimeNs).toBeGreaterThanOrEqual(before.writeTimeNs);
      before = now;
    }
    expect(before.reads).toBeGreaterThan(1e6);
  });

  test('do not depend on how often they are read', () => {
    const [often, once] = [volumeOn(drives()), volumeOn(drives())];
    for (let nowMs = 0; nowMs < 600_000; nowMs += 333) often.counters(nowMs);
    expect(often.counters(600_000)).toEqual(once.counters(600_000));
    expect([...often.legs.values()].map((leg) => leg.counters(600_000))).toEqual(
      [...once.legs.values()].map((leg) => leg.counters(600_000)),
    );
  });

  test('have a total time that their histogram allows, within the width of its buckets', () => {
    const { histogram, readTimeNs, writeTimeNs } = volumeOn(drives()).counters(600_000);
    const bound = (side: 'lowerNs' | 'upperNs') =>
      histogram.reduce((sum, count, bucket) => sum + count * (bucketBounds(bucket)[side] ?? 0), 0);
    expect(readTimeNs + writeTimeNs).toBeGreaterThanOrEqual(bound('lowerNs'));
    expect(readTimeNs + writeTimeNs).toBeLessThanOrEqual(bound('upperNs'));
  });

  test('have the configured rates and mix over a day', () => {
    const { reads, writes } = between(volumeOn(drives()), 0, DAY_MS);
    expect(reads / 86_400 / PROFILE.readIops).toBeGreaterThan(0.9);
    expect(reads / 86_400 / PROFILE.readIops).toBeLessThan(1.3);
    expect(writes / reads).toBeCloseTo(3 / 7, 2);
  });

  test('stand still while a leg does not answer; then the waiting I/O shows how long it took', () => {
    const flow = volumeOn(drives());
    flow.settle(10_000);
    flow.setRuns(10_000, false, true);
    flow.forget();
    const stalled = flow.counters(10_000);
    expect(flow.counters(40_000)).toEqual(stalled);
    flow.settle(40_000);
    flow.setRuns(40_000, true, false);
    flow.forget();
    const late = flow.counters(40_000).histogram.findLastIndex((count) => count > 0);
    expect(bucketBounds(late).upperNs ?? Number.POSITIVE_INFINITY).toBeGreaterThan(17e9);
  });

  test('count one I/O by hand', () => {
    const load = oneMore(NO_LOAD, 'writes', 512, 100_000);
    expect(load).toMatchObject({ reads: 0, writes: 1, writtenBytes: 512, readTimeNs: 0, writeTimeNs: 100_000 });
    expect(totalOf(load.histogram)).toBe(1);
  });
});

describe('latency', () => {
  const busy = (times: number) => ({ ...PROFILE, readIops: PROFILE.readIops * times, writeIops: PROFILE.writeIops * times });
  const MINUTES_MS = 600_000;

  test('rises with load, and its 99th percentile rises faster than its median', () => {
    const [idle, half, most] = [1, 7, 14].map((times) => between(volumeOn(drives(), busy(times)), 0, MINUTES_MS));
    if (!idle || !half || !most) throw new Error('three loads');
    for (const { p50, p99 } of [idle, half, most]) expect(p99).toBeGreaterThan(2 * p50);
    expect(half.p50).toBeGreaterThan(idle.p50);
    expect(most.p50).toBeGreaterThan(half.p50);
    expect(most.p99 / idle.p99).toBeGreaterThan(1.3 * (most.p50 / idle.p50));
  });

  test('is lower for writes, which drives cache, than for reads', () => {
    const only = (profile: Partial<LoadProfile>) => between(volumeOn(drives(), { ...PROFILE, ...profile }), 0, MINUTES_MS).p50;
    expect(only({ readIops: 0 })).toBeLessThan(0.7 * only({ writeIops: 0 }));
  });

  test('limits the I/O of a volume to what its busiest drive can do', () => {
    const { total } = between(volumeOn(drives(), busy(100)), 0, MINUTES_MS);
    // 4 µs for a read, which one leg serves, and 5 µs for a write, which both have: 92 % of the time.
    expect((total / 600) * (0.7 * 0.5 * 4e-6 + 0.3 * 5e-6)).toBeCloseTo(0.92, 2);
  });

  test('rises for a volume whose neighbour on the same drives gets busy, and falls when it ends', () => {
    const shared = drives();
    const flow = volumeOn(shared);
    const alone = between(flow, 0, MINUTES_MS);
    const neighbour = volumeOn(shared, busy(25), 2, MINUTES_MS);
    const crowded = between(flow, MINUTES_MS, 2 * MINUTES_MS);
    for (const leg of neighbour.legs.values()) leg.drive.remove(leg, 2 * MINUTES_MS);
    const after = between(flow, 2 * MINUTES_MS, 3 * MINUTES_MS);
    expect(crowded.p50).toBeGreaterThan(1.2 * alone.p50);
    expect(crowded.p99).toBeGreaterThan(1.5 * alone.p99);
    expect(after.p99 / alone.p99).toBeCloseTo(1, 1);
  });

  test('rises while md resyncs a leg', () => {
    const both = drives();
    const flow = volumeOn(both, busy(6));
    const before = between(flow, 0, MINUTES_MS);
    for (const drive of both) {
      drive.settle(MINUTES_MS);
      drive.resyncs.set(flow, { direction: 'reads', bytesPerSecond: 1e9 });
      drive.forget();
    }
    expect(between(flow, MINUTES_MS, 2 * MINUTES_MS).p99).toBeGreaterThan(1.3 * before.p99);
  });
});

test('adds up what was written to a drive, also by volumes that are gone', () => {
  const [drive = new DriveUse()] = drives(1);
  const flow = volumeOn([drive]);
  const written = [...flow.legs.values()].reduce((sum, leg) => sum + leg.counters(60_000).writtenBytes, 0);
  expect(written).toBeGreaterThan(60 * 1000 * 4096);
  expect(drive.writtenBytesAt(60_000)).toBe(written);
  for (const leg of flow.legs.values()) drive.remove(leg, 60_000);
  drive.countWritten(1000);
  expect(drive.writtenBytesAt(120_000)).toBe(written + 1000);
});
