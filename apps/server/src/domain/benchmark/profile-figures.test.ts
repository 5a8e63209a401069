import type { BenchmarkResult } from '@weft/shared/kinds/benchmarks/report';
import { describe, expect, it } from 'vitest';
import { profileFigures } from './profile-figures.js';

const result = (readIops: number, writeIops: number, change: Partial<BenchmarkResult> = {}): BenchmarkResult => ({
  point: { access: 'random', readPercent: 50, blockBytes: 8192, jobs: 1, depth: 1 },
  withoutCollection: false,
  figures: {
    ...{ iops: readIops + writeIops, bytesPerSecond: (readIops + writeIops) * 8192, readIops, writeIops },
    ...{ latencyAverageSeconds: 1, latencyP50Seconds: readIops / 1000, latencyP90Seconds: 3, latencyP95Seconds: 4 },
    latencyP99Seconds: writeIops / 1000,
  },
  iopsByClient: [],
  iopsSpread: { mean: 1, standardDeviation: null, least: 1, most: 1, count: 1 },
  latencySpread: null,
  targetCpuRatio: 0.25,
  targetExportRatio: null,
  withinLatencyBound: null,
  runs: [],
  ...change,
});

describe('profileFigures', () => {
  it('takes in each direction the load with the most I/O of it', () => {
    const both = profileFigures([result(100, 0), result(70, 30), result(0, 50)]);
    expect(both).toEqual([
      ...[{ direction: 'read', iops: 100, bytesPerSecond: 819_200, latencyP50Seconds: 0.1, latencyP99Seconds: 0, targetCpuRatio: 0.25 }],
      ...[{ direction: 'write', iops: 50, bytesPerSecond: 409_600, latencyP50Seconds: 0, latencyP99Seconds: 0.05, targetCpuRatio: 0.25 }],
    ]);
  });

  it('leaves out a direction without I/O, depths beyond the latency bound, and steps without collection', () => {
    expect(profileFigures([result(100, 0)]).map(({ direction }) => direction)).toEqual(['read']);
    const found = profileFigures([
      result(10, 0, { withinLatencyBound: true }),
      result(20, 0, { withinLatencyBound: false }),
      result(30, 0, { withoutCollection: true }),
    ]);
    expect(found.map(({ iops }) => iops)).toEqual([10]);
    expect(profileFigures([])).toEqual([]);
  });
});
