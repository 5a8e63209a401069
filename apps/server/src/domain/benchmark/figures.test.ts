import { LATENCY_BOUNDS_NS } from '@weft/shared/stats/histogram';
import { describe, expect, it } from 'vitest';
import type { FioFigures } from '../documents/benchmark.document.js';
import { figuresOf, kernelLatency, outliersOf, spreadOf } from './figures.js';

const direction = (ios: number, latencyMs: number) => ({
  ios,
  bytes: ios * 4096,
  iops: ios / 10,
  bytesPerSecond: (ios * 4096) / 10,
  latencySeconds: (ios * latencyMs) / 1000,
});
const client = (reads: number, writes: number, bins: [number, number][]): FioFigures => ({
  reads: direction(reads, 1),
  writes: direction(writes, 3),
  bins,
});

describe('figuresOf', () => {
  it('adds rates, weights averages by I/O, and takes percentiles from the merged histograms', () => {
    const fast = client(990, 0, [[1e6, 990]]);
    const slow = client(0, 10, [[9e6, 10]]);
    expect(figuresOf([fast, slow])).toEqual({
      iops: 100,
      readIops: 99,
      writeIops: 1,
      bytesPerSecond: 409_600,
      latencyAverageSeconds: (990 * 0.001 + 10 * 0.003) / 1000,
      latencyP50Seconds: 0.001,
      latencyP90Seconds: 0.001,
      latencyP95Seconds: 0.001,
      latencyP99Seconds: 0.001,
    });
    expect(figuresOf([fast, client(0, 11, [[9e6, 11]])]).latencyP99Seconds).toBe(0.009);
  });

  it('has no latency without I/O', () => {
    expect(figuresOf([client(0, 0, [])])).toMatchObject({ iops: 0, latencyAverageSeconds: null, latencyP99Seconds: null });
  });
});

describe('kernelLatency', () => {
  it('merges the histograms of the volumes', () => {
    const volume = (bucket: number, count: number) => ({
      volumeId: 'v',
      reads: count,
      writes: 0,
      readBytes: 0,
      writtenBytes: 0,
      timeNs: count * (LATENCY_BOUNDS_NS[bucket] ?? 0),
      histogram: [[bucket, count]] as [number, number][],
    });
    const merged = kernelLatency([volume(10, 90), volume(20, 10)]);
    expect(merged?.ios).toBe(100);
    expect(merged?.percentiles.find(({ fraction }) => fraction === 0.9)?.upperSeconds).toBeCloseTo((LATENCY_BOUNDS_NS[10] ?? 0) / 1e9, 12);
    expect(merged?.percentiles.find(({ fraction }) => fraction === 0.95)?.upperSeconds).toBeCloseTo((LATENCY_BOUNDS_NS[20] ?? 0) / 1e9, 12);
    expect(kernelLatency([])).toBeNull();
  });
});

describe('spreadOf', () => {
  it('is the mean and the standard deviation of a sample', () => {
    expect(spreadOf([2, 4, 4, 4, 5, 5, 7, 9])).toEqual({ mean: 5, standardDeviation: Math.sqrt(32 / 7), least: 2, most: 9, count: 8 });
    expect(spreadOf([3])).toMatchObject({ mean: 3, standardDeviation: null });
  });
});

describe('outliersOf', () => {
  it.each([
    ['one value far away', [100, 101, 99, 100, 60], [false, false, false, false, true]],
    ['values that scatter', [100, 110, 90, 105, 95], [false, false, false, false, false]],
    ['equal values and one other', [100, 100, 100, 100, 110], [false, false, false, false, true]],
    ['a deviation below 2 %', [100, 100, 100, 100, 101], [false, false, false, false, false]],
    ['too few values', [100, 1, 50], [false, false, false]],
  ])('finds among %s what is no usual value', (_, values, expected) => {
    expect(outliersOf(values)).toEqual(expected);
  });
});
