import { GiB, TiB } from '@weft/shared/units';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CapacitySample, capacityTrend, HOUR_MS } from './capacity-trend.js';

const START = Date.parse('2026-03-01T00:20:00Z');
/** Hourly samples; `usedAt` and `capacityAt` take the hour. */
const history = (
  hours: number,
  usedAt: (hour: number) => number,
  capacityAt: (hour: number) => number = () => 100 * TiB,
): CapacitySample[] =>
  Array.from({ length: hours }, (_, hour) => ({
    at: START + hour * HOUR_MS,
    capacityBytes: capacityAt(hour),
    allocatedBytes: usedAt(hour),
  }));
const slopeOf = (samples: readonly CapacitySample[]) => capacityTrend(samples).slope;

describe('capacityTrend', () => {
  it('finds steady growth, and states the history that it rests on', () => {
    const trend = capacityTrend(history(720, (hour) => TiB + hour * GiB));
    expect(trend).toMatchObject({ samples: 720, spanHours: 719 });
    expect(trend.slope).toBeCloseTo(24 * GiB, -3);
  });

  it('finds a shrinking use', () => {
    expect(slopeOf(history(100, (hour) => 10 * TiB - hour * GiB))).toBeCloseTo(-24 * GiB, -3);
  });

  it('finds no growth in a flat use', () => {
    expect(slopeOf(history(100, () => TiB))).toBe(0);
  });

  it('finds the growth of many steps: one volume a day', () => {
    const slope = slopeOf(history(720, (hour) => Math.floor(hour / 24) * 100 * GiB)) ?? 0;
    expect(slope / GiB).toBeGreaterThan(95);
    expect(slope / GiB).toBeLessThan(105);
  });

  it('takes a single step for no growth', () => {
    expect(slopeOf(history(240, (hour) => (hour < 200 ? TiB : 3 * TiB)))).toBe(0);
  });

  it('ignores what drives bring into the class or take out of it, with the growth of those hours', () => {
    const samples = history(
      240,
      (hour) => hour * GiB + (hour < 80 ? 0 : 40 * TiB) - (hour < 160 ? 0 : 30 * TiB),
      (hour) => (hour < 80 ? 100 * TiB : hour < 160 ? 180 * TiB : 120 * TiB),
    );
    expect((slopeOf(samples) ?? 0) / GiB).toBeGreaterThan(23.5);
    expect((slopeOf(samples) ?? 0) / GiB).toBeLessThanOrEqual(24);
  });

  it('ignores a day of wrong samples', () => {
    const samples = history(240, (hour) => hour * GiB + (hour > 100 && hour < 124 ? 50 * TiB : 0));
    expect((slopeOf(samples) ?? 0) / GiB).toBeCloseTo(24, 3);
  });

  it('spans gaps: the growth in the time without a server counts', () => {
    const samples = history(720, (hour) => hour * GiB).filter((_, hour) => hour < 30 || hour > 600);
    expect(slopeOf(samples)).toBeCloseTo(24 * GiB, -3);
  });

  it('needs 12 samples over 24 hours', () => {
    const grows = history(30, (hour) => hour * GiB);
    expect(capacityTrend(grows.slice(0, 24))).toEqual({ samples: 24, spanHours: 23, slope: null });
    expect(capacityTrend(grows.slice(0, 25)).slope).not.toBeNull();
    expect(capacityTrend(grows.filter((_, hour) => hour % 3 === 0)).slope).toBeNull();
    expect(capacityTrend([])).toEqual({ samples: 0, spanHours: 0, slope: null });
  });

  it('begins when the first drive is in service', () => {
    const samples = history(
      40,
      (hour) => Math.max(0, hour - 20) * GiB,
      (hour) => (hour < 20 ? 0 : TiB),
    );
    expect(capacityTrend(samples)).toEqual({ samples: 20, spanHours: 19, slope: null });
  });

  it('counts an hour once that two servers have written', () => {
    const samples = history(25, (hour) => hour * GiB);
    const twice = samples.flatMap((sample) => [sample, { ...sample, at: sample.at + 60_000, allocatedBytes: 7 * TiB }]);
    expect(capacityTrend(twice)).toEqual(capacityTrend(samples));
  });
});

describe('properties of capacityTrend', () => {
  const use = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 30, maxLength: 200 });
  const slope = fc.integer({ min: -1000, max: 1000 });

  it('finds the exact slope of a line, whichever samples are missing', () => {
    fc.assert(
      fc.property(slope, fc.array(fc.boolean(), { minLength: 40, maxLength: 200 }), (perHour, present) => {
        const samples = history(present.length, (hour) => 1e9 + hour * perHour).filter((_, hour) => present[hour]);
        const found = capacityTrend(samples).slope;
        fc.pre(found !== null);
        expect(found).toBeCloseTo(perHour * 24, 5);
      }),
    );
  });

  it('stays exact while less than 29 % of at most 60 samples are wrong', () => {
    fc.assert(
      fc.property(slope, fc.array(fc.tuple(fc.nat(59), fc.integer({ min: 0, max: 1e12 })), { maxLength: 16 }), (perHour, wrong) => {
        const samples = history(60, (hour) => wrong.find(([at]) => at === hour)?.[1] ?? 1e9 + hour * perHour);
        expect(slopeOf(samples)).toBeCloseTo(perHour * 24, 5);
      }),
    );
  });

  it('does not depend on how much is used at first, and changes sign with the use', () => {
    fc.assert(
      fc.property(use, fc.integer({ min: 0, max: 1e12 }), (bytes, more) => {
        const plain = slopeOf(history(bytes.length, (hour) => bytes[hour] ?? 0)) ?? Number.NaN;
        expect(slopeOf(history(bytes.length, (hour) => more + (bytes[hour] ?? 0)))).toBeCloseTo(plain, 5);
        expect(slopeOf(history(bytes.length, (hour) => 1e6 - (bytes[hour] ?? 0)))).toBeCloseTo(-plain, 5);
      }),
    );
  });

  it('lies between the least and the greatest change of an hour', () => {
    fc.assert(
      fc.property(use, (bytes) => {
        const changes = bytes.slice(1).map((each, index) => (each - (bytes[index] ?? 0)) * 24);
        const found = slopeOf(history(bytes.length, (hour) => bytes[hour] ?? 0)) ?? Number.NaN;
        expect(found).toBeGreaterThanOrEqual(Math.min(...changes) - 1e-6);
        expect(found).toBeLessThanOrEqual(Math.max(...changes) + 1e-6);
      }),
    );
  });
});
