import { describe, expect, it } from 'vitest';
import { lastValue } from './latest.js';

describe('lastValue', () => {
  const window = { from: 0, to: 300_000 };
  const line = (...values: [at: number, value: number | null][]) => ({ window, points: values.map(([at, value]) => ({ at, value })) });

  it('is the newest value that was observed', () => {
    expect(lastValue(line([270_000, 5], [280_000, 7], [290_000, null]))).toBe(7);
    expect(lastValue(line([280_000, 7], [290_000, 0]))).toBe(0);
  });

  it('is null when nothing was observed in the last 40 s', () => {
    expect(lastValue(line([259_999, 5], [290_000, null]))).toBeNull();
    expect(lastValue(line([260_000, 5], [290_000, null]))).toBe(5);
    expect(lastValue(line())).toBeNull();
  });
});
