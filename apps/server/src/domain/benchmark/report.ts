import type { BenchmarkPoint, LatencyBound } from '@weft/shared/kinds/benchmarks/benchmark';
import { type BenchmarkFigures, type BenchmarkResult, type BenchmarkRun, figureNames } from '@weft/shared/kinds/benchmarks/report';
import type { BenchmarkDocument, BenchmarkOutput } from '../documents/benchmark.document.js';
import { figuresOf, kernelLatency, outliersOf, slowRatio, spreadOf } from './figures.js';

export const pointKey = ({ access, readPercent, blockBytes, jobs, depth }: BenchmarkPoint): string =>
  [access, readPercent, blockBytes, jobs, depth].join(' ');

/** Results by load, in the order of the steps. A step that not every client has finished is left out: its sum would be too small. */
export function resultsOf(benchmark: BenchmarkDocument, outputs: readonly BenchmarkOutput[]): BenchmarkResult[] {
  const clients = new Set(benchmark.volumes.map(({ node }) => node.id)).size;
  const steps = benchmark.steps.flatMap(({ kind, point, repeat, withoutCollection }, stepIndex) => {
    const found = outputs.filter((output) => output.stepIndex === stepIndex);
    return kind === 'measure' && point && found.length > 0 && found.length === clients
      ? [{ point, repeat, withoutCollection: withoutCollection === true, stepIndex, found }]
      : [];
  });
  const keyOf = ({ point, withoutCollection }: (typeof steps)[number]) => `${pointKey(point)} ${withoutCollection}`;
  const keys = [...new Set(steps.map(keyOf))];
  return keys.flatMap((key) => {
    const repeats = steps.filter((step) => keyOf(step) === key);
    const [first] = repeats;
    if (!first) return [];
    const outliers = outliersOf(repeats.map(({ found }) => figuresOf(found.map(({ figures }) => figures)).iops));
    const runs = repeats.map(({ repeat, stepIndex, found }, at) =>
      runOf(benchmark, { repeat, stepIndex, found, isOutlier: outliers[at] ?? false }),
    );
    const slow = Math.max(0, ...first.found.map(({ figures }) => slowRatio(figures, benchmark.latencyBound?.limitMs ?? 0)));
    return [resultOf(first, runs, benchmark.latencyBound, slow)];
  });
}

function runOf(
  { targetCpu }: BenchmarkDocument,
  { repeat, stepIndex, found, isOutlier }: { repeat: number; stepIndex: number; found: readonly BenchmarkOutput[]; isOutlier: boolean },
): BenchmarkRun {
  return {
    stepIndex,
    repeat,
    startedAt: earliest(found.map(({ startedAt }) => startedAt)),
    endedAt: latest(found.map(({ endedAt }) => endedAt)),
    figures: figuresOf(found.map(({ figures }) => figures)),
    clients: found.map(({ _id, node, figures, kernel, cpuRatio }) => ({
      node,
      figures: figuresOf([figures]),
      kernel: kernelLatency(kernel),
      cpuRatio,
      orderId: _id,
    })),
    kernel: kernelLatency(found.flatMap(({ kernel }) => kernel)),
    targets: targetCpu
      .filter((each) => each.stepIndex === stepIndex)
      .map(({ node, cpuRatio, exportRatio }) => ({ node, cpuRatio, exportRatio })),
    startSkewSeconds: skewOf(found.map(({ startLateMs }) => startLateMs)),
    isOutlier,
  };
}

/** Between the first and the last start. Null: fewer than two clients, or one of them did not report its own. */
function skewOf(lateMs: readonly (number | null | undefined)[]): number | null {
  const known = lateMs.filter((each) => typeof each === 'number');
  return known.length < 2 || known.length < lateMs.length ? null : (Math.max(...known) - Math.min(...known)) / 1000;
}

const earliest = (dates: readonly Date[]): string => new Date(Math.min(...dates.map((date) => date.getTime()))).toISOString();
const latest = (dates: readonly Date[]): string => new Date(Math.max(...dates.map((date) => date.getTime()))).toISOString();

function resultOf(
  { point, withoutCollection }: Pick<BenchmarkResult, 'point' | 'withoutCollection'>,
  runs: BenchmarkRun[],
  bound: LatencyBound | null,
  slow: number,
): BenchmarkResult {
  const latencies = runs.flatMap(({ figures }) => figures.latencyAverageSeconds ?? []);
  const clients = new Map(runs.flatMap((run) => run.clients).map(({ node }) => [node.id, node]));
  return {
    point,
    withoutCollection,
    figures: averageOf(runs.map(({ figures }) => figures)),
    iopsByClient: [...clients.values()].map((node) => ({
      node,
      iops: mean(runs.flatMap((run) => run.clients.filter((client) => client.node.id === node.id).map(({ figures }) => figures.iops))) ?? 0,
    })),
    iopsSpread: spreadOf(runs.map(({ figures }) => figures.iops)),
    latencySpread: latencies.length > 0 ? spreadOf(latencies) : null,
    targetCpuRatio: mean(runs.flatMap(({ targets }) => targets.flatMap(({ cpuRatio }) => cpuRatio ?? []))),
    targetExportRatio: mean(runs.flatMap(({ targets }) => targets.flatMap(({ exportRatio }) => exportRatio ?? []))),
    withinLatencyBound: bound ? slow <= bound.share : null,
    runs,
  };
}

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

/** The average over repeats, as the references publish theirs: also of the repeats' percentiles. */
function averageOf(repeats: readonly BenchmarkFigures[]): BenchmarkFigures {
  const averages = figureNames.map((name) => [name, mean(repeats.flatMap((figures) => figures[name] ?? []))] as const);
  return Object.fromEntries(averages) as unknown as BenchmarkFigures;
}
