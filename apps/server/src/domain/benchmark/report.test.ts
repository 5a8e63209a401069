import { describe, expect, it } from 'vitest';
import type { BenchmarkOutput } from '../documents/benchmark.document.js';
import { someBenchmark } from './benchmark.fixture.js';
import { progressOf, stepsOf } from './benchmark-steps.js';
import { benchmarkTable } from './benchmark-table.js';
import { collectionCosts, compare, withinSpread } from './comparison.js';
import { toReport } from './report.fixture.js';
import { resultsOf } from './report.js';

const at = new Date('2026-11-28T12:00:00Z');
function output(stepIndex: number, node: string, ios: number): BenchmarkOutput {
  const none = { ios: 0, bytes: 0, iops: 0, bytesPerSecond: 0, latencySeconds: 0 };
  return {
    _id: `${stepIndex} ${node}`,
    version: 1,
    revision: 1,
    createdAt: at,
    updatedAt: at,
    benchmarkId: 'benchmark',
    stepIndex,
    node: { id: node, name: node },
    startedAt: at,
    endedAt: new Date(at.getTime() + 10_000),
    figures: {
      reads: { ios, bytes: ios * 4096, iops: ios / 10, bytesPerSecond: (ios * 4096) / 10, latencySeconds: ios * 0.001 },
      writes: none,
      bins: [[1e6, ios]],
    },
    kernel: [],
    cpuRatio: 0.1,
    startLateMs: null,
  };
}

describe('stepsOf', () => {
  it('follows the published reference: 100, 70 and 0 % reads, five times each, after a check and a preconditioning', () => {
    const steps = stepsOf({ title: '', profile: 'reference', runSeconds: 60, repeats: 5, precondition: true, compareCollection: false });
    expect(steps.map(({ kind }) => kind).slice(0, 3)).toEqual(['check', 'precondition', 'measure']);
    const measured = steps.filter(({ kind }) => kind === 'measure');
    expect(measured.map(({ point }) => point?.readPercent)).toEqual([...Array(5).fill(100), ...Array(5).fill(70), ...Array(5).fill(0)]);
    expect(measured[0]).toMatchObject({ seconds: 60, point: { access: 'random', blockBytes: 4096, jobs: 28, depth: 64 } });
  });

  it('sweeps blocks from 4 to 64 KiB', () => {
    const steps = stepsOf({
      title: '',
      profile: 'block-size-sweep',
      runSeconds: 60,
      repeats: 1,
      precondition: false,
      compareCollection: false,
    });
    expect(steps.flatMap(({ point }) => point?.blockBytes ?? [])).toEqual([4096, 8192, 16_384, 32_768, 65_536]);
  });

  it('weights progress by the time of the steps', () => {
    const steps = stepsOf({ title: '', profile: 'depth-sweep', runSeconds: 10, repeats: 1, precondition: false, compareCollection: false });
    expect(progressOf(steps, steps.length, 0, 0)).toBe(1);
    expect(progressOf(steps, 1, 0.5, 0)).toBeCloseTo((1 + 5) / 81, 6);
  });
});

describe('resultsOf', () => {
  it('averages the repeats of a load over all clients', () => {
    const benchmark = someBenchmark({}, ['c1', 'c2']);
    const outputs = [output(1, 'c1', 1000), output(1, 'c2', 3000), output(2, 'c1', 2000), output(2, 'c2', 4000)];
    const [result] = resultsOf(benchmark, outputs);
    expect(result?.figures.iops).toBe(500);
    expect(result?.iopsSpread).toMatchObject({ mean: 500, least: 400, most: 600, count: 2 });
    expect(result?.iopsByClient.map(({ node, iops }) => [node.name, iops])).toEqual([
      ['c1', 150],
      ['c2', 350],
    ]);
    expect(result?.runs.map(({ repeat }) => repeat)).toEqual([1, 2]);
  });

  it('shows how far apart the clients started fio', () => {
    const benchmark = someBenchmark({}, ['c1', 'c2']);
    const started = (stepIndex: number, node: string, startLateMs: number | null) => ({ ...output(stepIndex, node, 1), startLateMs });
    const outputs = [started(1, 'c1', 3), started(1, 'c2', 10), started(2, 'c1', 3), started(2, 'c2', null)];
    expect(resultsOf(benchmark, outputs)[0]?.runs.map(({ startSkewSeconds }) => startSkewSeconds)).toEqual([0.007, null]);
  });

  it('keeps steps without collection apart, and compares them load by load', () => {
    const point = { access: 'random' as const, readPercent: 70, blockBytes: 4096, jobs: 1, depth: 1 };
    const request = { title: '', profile: 'own' as const, points: [point], runSeconds: 10, repeats: 2, precondition: false };
    const steps = stepsOf({ ...request, compareCollection: true });
    expect(steps.slice(1).map(({ repeat, withoutCollection }) => [repeat, withoutCollection])).toEqual([
      [1, false],
      [1, true],
      [2, true],
      [2, false],
    ]);
    const outputs = [output(1, 'c1', 1000), output(2, 'c1', 1100), output(3, 'c1', 1110), output(4, 'c1', 1010)];
    const results = resultsOf(someBenchmark({ steps }), outputs);
    expect(results.map(({ withoutCollection, figures }) => [withoutCollection, figures.iops])).toEqual([
      [false, 100.5],
      [true, 110.5],
    ]);
    const [cost] = collectionCosts(results);
    expect(cost).toMatchObject({ point, withinSpread: false });
    expect(cost?.iopsRatio).toBeCloseTo(110.5 / 100.5, 6);
    expect(compare(toReport(someBenchmark({ steps }), outputs), toReport(someBenchmark(), outputs)).points[0]?.iopsRatio).toBeCloseTo(
      1050 / 1005,
      6,
    );
  });

  it('leaves out a step that one client has not finished', () => {
    const benchmark = someBenchmark({}, ['c1', 'c2']);
    const [result] = resultsOf(benchmark, [output(1, 'c1', 1000), output(1, 'c2', 1000), output(2, 'c1', 1000)]);
    expect(result?.runs.map(({ stepIndex }) => stepIndex)).toEqual([1]);
  });

  it('shows the CPU of the targets where the history has it', () => {
    const node = { id: 't1', name: 't1' };
    const targetCpu = [
      { stepIndex: 1, node, cpuRatio: 0.02, exportRatio: 0.01 },
      { stepIndex: 2, node, cpuRatio: null, exportRatio: null },
    ];
    const [result] = resultsOf(someBenchmark({ targetCpu }), [output(1, 'c1', 1000), output(2, 'c1', 1000)]);
    expect(result).toMatchObject({ targetCpuRatio: 0.02, targetExportRatio: 0.01 });
  });
});

describe('benchmarkTable', () => {
  it('has a line for all clients and one for each, for every step', () => {
    const benchmark = someBenchmark({}, ['c1', 'c2']);
    const lines = benchmarkTable(toReport(benchmark, [output(1, 'c1', 1000), output(1, 'c2', 3000)]))
      .trim()
      .split('\r\n');
    expect(lines[0]).toMatch(/^access,readPercent,blockBytes,/);
    expect(lines.slice(1).map((line) => line.split(',')[6])).toEqual(['all', 'c1', 'c2']);
    expect(lines[1]?.split(',').slice(9, 11)).toEqual(['400', '400']);
  });
});

describe('compare', () => {
  const first = () => toReport(someBenchmark(), [output(1, 'c1', 1000), output(2, 'c1', 1010)]);
  it('compares loads, and names what else differs', () => {
    const other = someBenchmark();
    const tcp = { ...other, volumes: other.volumes.map((volume) => ({ ...volume, transport: 'tcp' as const })) };
    const compared = compare(first(), toReport(tcp, [output(1, 'c1', 800), output(2, 'c1', 804)]));
    expect(compared.differences).toEqual(['transport: rdma / tcp']);
    expect(compared.points).toMatchObject([{ withinSpread: false, latencyP99Ratio: 1 }]);
    expect(compared.points[0]?.iopsRatio).toBeCloseTo(802 / 1005, 6);
  });

  it('lists loads that only one of them has', () => {
    const other = someBenchmark();
    const steps = other.steps.map((step) => ({ ...step, point: step.point && { ...step.point, depth: 8 } }));
    const compared = compare(first(), toReport({ ...other, steps }, [output(1, 'c1', 1)]));
    expect(compared).toMatchObject({ points: [], onlyFirst: [{ depth: 1 }], onlySecond: [{ depth: 8 }] });
  });

  it('takes a difference for noise that is within twice its standard error', () => {
    const spread = (mean: number, standardDeviation: number | null, count = 5) => ({ mean, standardDeviation, least: 0, most: 0, count });
    expect(withinSpread(spread(100, 10), spread(105, 10))).toBe(true);
    expect(withinSpread(spread(100, 1), spread(105, 1))).toBe(false);
    expect(withinSpread(spread(100, null, 1), spread(105, 1))).toBeNull();
  });
});
