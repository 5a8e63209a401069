import { describe, expect, it } from 'vitest';
import { largest, observedWindow, SPARK_COLUMNS, SPARK_HEIGHT, sparklinePath } from './sparkline-path.js';

const window = { from: 0, to: SPARK_COLUMNS * 10 };
const at = (column: number, value: number | null) => ({ at: column * 10, value });

describe('sparklinePath', () => {
  it('draws 0 at the lower and the largest value at the upper edge', () => {
    expect(sparklinePath([at(0, 0), at(1, 50), at(2, 100)], window, 100)).toBe(`M0 ${SPARK_HEIGHT - 1}.0L1 16.0L2 1.0`);
  });

  it('draws the mean of values that share a column', () => {
    const shared = [at(3, 0), { at: 34, value: 100 }];
    expect(sparklinePath(shared, window, 100)).toBe('M3 16.0');
  });

  it('leaves a gap where nothing was observed, and none for a single empty column', () => {
    expect(sparklinePath([at(0, 0), at(1, null), at(2, 0), at(7, 0)], window, 1)).toBe('M0 31.0L2 31.0M7 31.0');
  });

  it('joins points that are several columns apart, and leaves a gap where one of them has no value', () => {
    const steps = (values: (number | null)[]) => values.map((value, step) => ({ at: step * 32, value }));
    expect(sparklinePath(steps([0, 0, 0, 0]), window, 1)).toBe('M0 31.0L3 31.0L6 31.0L9 31.0');
    expect(sparklinePath(steps([0, 0, null, 0, 0]), window, 1)).toBe('M0 31.0L3 31.0M9 31.0L12 31.0');
  });

  it('draws the newest value, at the end of the window, in the last column', () => {
    expect(sparklinePath([{ at: window.to, value: 0 }], window, 1)).toBe(`M${SPARK_COLUMNS - 1} 31.0`);
  });

  it('draws a flat line while all values are 0, and nothing without values', () => {
    expect(sparklinePath([at(0, 0), at(1, 0)], window, 0)).toBe('M0 31.0L1 31.0');
    expect(sparklinePath([at(0, null)], window, 0)).toBe('');
  });
});

describe('largest', () => {
  it('is the largest value of all lines', () => {
    expect(largest([[at(0, 3), at(1, null)], [at(0, 7)], []])).toBe(7);
    expect(largest([[at(0, null)]])).toBe(0);
  });
});

describe('observedWindow', () => {
  const hour = { from: 0, to: 3_600_000 };
  const seen = (at: number) => [
    { at: at - 10_000, value: null },
    { at, value: 1 },
  ];

  it('begins at the first observation of any line, at least 5 min before its end', () => {
    expect(observedWindow([seen(3_000_000), seen(2_400_000)], hour)).toEqual({ from: 2_400_000, to: hour.to });
    expect(observedWindow([seen(3_590_000)], hour)).toEqual({ from: 3_300_000, to: hour.to });
  });

  it('is the whole period when it was observed from its begin, and 5 min without an observation', () => {
    expect(observedWindow([seen(0)], hour)).toEqual(hour);
    expect(observedWindow([[]], hour)).toEqual({ from: 3_300_000, to: hour.to });
  });
});
