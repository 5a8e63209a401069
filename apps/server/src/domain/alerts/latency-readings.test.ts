import { emptyHistogram } from '@weft/shared/stats/histograms';
import { slowOf } from '@weft/shared/stats/slow-io';
import { describe, expect, it } from 'vitest';
import { burning, latencyReadings } from './latency-readings.js';
import { RuleMemories } from './memory.js';
import { readingsOf } from './readings.js';
import { SlowMinutes } from './slow-minutes.js';
import { Thresholds } from './thresholds.js';
import { T0, world } from './worlds.fixture.js';

const MINUTE = 60_000;
const END = T0.getTime();

/** Six hours with 1,000 I/O in each minute, of which so many were slow in the last `minutes`. */
function hours(slow: number, minutes: number, endedAgo = 0): SlowMinutes {
  const found = new SlowMinutes(END);
  for (let ago = 1; ago <= 360; ago++) found.add(END - ago * MINUTE, 1000, ago > endedAgo && ago <= endedAgo + minutes ? slow : 0);
  return found;
}

describe('the share of slow I/O', () => {
  it('is that of the last minutes, and moves with them', () => {
    const minutes = hours(100, 5);
    expect([minutes.share(5), minutes.share(60)]).toEqual([0.1, 500 / 60_000]);
    minutes.advance(END + 5 * MINUTE);
    expect(minutes.share(5)).toBeNull();
    expect(minutes.share(10)).toBe(0.1);
    minutes.add(END, 500, 500);
    expect(minutes.share(5)).toBe(1);
    minutes.advance(END + 720 * MINUTE);
    expect(minutes.share(360)).toBeNull();
  });

  it('adds the clients of a volume, and leaves out minutes that are too old or to come', () => {
    const minutes = new SlowMinutes(END);
    minutes.add(END - MINUTE, 10, 1);
    minutes.add(END - MINUTE, 10, 3);
    minutes.add(END - 361 * MINUTE, 1000, 1000);
    minutes.add(END, 1000, 1000);
    expect(minutes.share(360)).toBe(0.2);
  });
});

it('counts the buckets above the objective as slow', () => {
  const histogram = emptyHistogram();
  // 1.024 ms is the upper bound of bucket 24; the last bucket has none.
  for (const [bucket, count] of [
    [24, 5],
    [25, 2],
    [81, 1],
  ] as const)
    histogram[bucket] = count;
  expect(slowOf(histogram, 0.001024)).toEqual([8, 3]);
  expect(slowOf(histogram, 0.002048)).toEqual([8, 1]);
});

describe('a latency objective', () => {
  it('is missed when an hour and its last 5 minutes burn the budget 14.4 times too fast', () => {
    expect(burning(hours(15, 60))).toBe(0.015);
    expect(burning(hours(14, 60))).toBeNull();
  });

  it('is missed when six hours and their last 30 minutes burn it 6 times too fast', () => {
    expect(burning(hours(7, 360))).toBe(0.007);
    expect(burning(hours(6, 360))).toBeNull();
  });

  it('is not missed when the trouble is over, and not by a short one', () => {
    expect(burning(hours(1000, 10, 31))).toBeNull();
    expect(burning(hours(100, 5))).toBeNull();
    expect(burning(new SlowMinutes(END))).toBeNull();
  });

  it('keeps the alert of a volume whose latency is not known', () => {
    const volume = { id: 'v', name: 'v' };
    const latency = { volume, volumeLabels: { tier: 'gold' }, driveClasses: [], objective: 0.004 };
    expect(latencyReadings({ ...latency, minutes: hours(15, 60) })).toMatchObject([
      { rule: 'WeftLatencyObjectiveMissed', value: 0.015, threshold: 0.004, labels: { volume: 'v', tier: 'gold' } },
    ]);
    const { readings, unknown } = readingsOf(
      world({ latencies: [{ ...latency, minutes: undefined }] }),
      new Thresholds([]),
      new RuleMemories(new Map(), T0),
    );
    expect([readings, [...(unknown.get('WeftLatencyObjectiveMissed') ?? [])]]).toEqual([[], ['v']]);
  });
});
