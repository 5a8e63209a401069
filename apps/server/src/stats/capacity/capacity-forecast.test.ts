import { GiB, TiB } from '@weft/shared/units';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { capacityForecast } from './capacity-forecast.js';
import { noTrend } from './capacity-trend.js';

const trendOf = (slope: number | null) => ({ samples: 720, spanHours: 719.04, slope });
const room = { allocatedBytes: 6 * TiB, freeBytes: 4 * TiB };

describe('capacityForecast', () => {
  it('gives the days until nothing is free, and the use in 30 days', () => {
    expect(capacityForecast(trendOf(102.4 * GiB), room)).toEqual({
      samples: 720,
      spanHours: 719,
      trend: { usedBytesPerDay: Math.round(102.4 * GiB), usedIn30DaysBytes: 9 * TiB, daysUntilFull: 40 },
    });
  });

  it('expects at most what legs may use, and never less than nothing', () => {
    expect(capacityForecast(trendOf(TiB), room).trend).toMatchObject({ usedIn30DaysBytes: 10 * TiB, daysUntilFull: 4 });
    expect(capacityForecast(trendOf(-TiB), room).trend).toMatchObject({ usedIn30DaysBytes: 0, daysUntilFull: null });
  });

  it('gives no days without growth, or with growth that needs more than ten years', () => {
    expect(capacityForecast(trendOf(0), room).trend).toMatchObject({ usedIn30DaysBytes: 6 * TiB, daysUntilFull: null });
    expect(capacityForecast(trendOf(GiB), room).trend?.daysUntilFull).toBeNull();
  });

  it('calls a class full that has no free bytes, even if its use shrinks', () => {
    expect(capacityForecast(trendOf(-GiB), { allocatedBytes: TiB, freeBytes: 0 }).trend?.daysUntilFull).toBe(0);
    expect(capacityForecast(trendOf(0), { allocatedBytes: 0, freeBytes: 0 }).trend?.daysUntilFull).toBeNull();
  });

  it('has no trend without enough history, and states how much there is', () => {
    expect(capacityForecast({ samples: 5, spanHours: 4, slope: null }, room)).toEqual({ samples: 5, spanHours: 4, trend: null });
    expect(capacityForecast(noTrend, room)).toEqual({ samples: 0, spanHours: 0, trend: null });
  });

  it('keeps its numbers consistent: full within 30 days exactly if 30 days fill it', () => {
    const bytes = fc.integer({ min: 1, max: 1e15 });
    fc.assert(
      fc.property(bytes, bytes, fc.integer({ min: -1e14, max: 1e14 }), (allocatedBytes, freeBytes, slope) => {
        const { trend } = capacityForecast(trendOf(slope), { allocatedBytes, freeBytes });
        const most = allocatedBytes + freeBytes;
        expect(trend?.usedIn30DaysBytes).toBeGreaterThanOrEqual(0);
        expect(trend?.usedIn30DaysBytes).toBeLessThanOrEqual(most);
        const days = trend?.daysUntilFull ?? Number.POSITIVE_INFINITY;
        if (days < 29.9) expect(trend?.usedIn30DaysBytes).toBe(most);
        if (days > 30.1) expect(trend?.usedIn30DaysBytes).toBeLessThan(most);
      }),
    );
  });
});
