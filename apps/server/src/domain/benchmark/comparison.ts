import type { Benchmark, BenchmarkFacts, BenchmarkPoint } from '@weft/shared/kinds/benchmarks/benchmark';
import type { BenchmarkComparison, BenchmarkReport, BenchmarkResult, ComparedPoint, Spread } from '@weft/shared/kinds/benchmarks/report';
import { pointKey } from './report.js';

/** Compares two reports, load by load; without the steps whose collection was off. */
export function compare(first: BenchmarkReport, second: BenchmarkReport): BenchmarkComparison {
  const usual = ({ results }: BenchmarkReport) => results.filter(({ withoutCollection }) => !withoutCollection);
  const [ours, theirs] = [usual(first), usual(second)];
  const points = pairsOf(ours, theirs);
  const shared = new Set(points.map(({ point }) => pointKey(point)));
  const without = (results: readonly BenchmarkResult[]): BenchmarkPoint[] =>
    results.filter(({ point }) => !shared.has(pointKey(point))).map(({ point }) => point);
  return {
    first: first.benchmark,
    second: second.benchmark,
    differences: differencesOf(first, second),
    points,
    onlyFirst: without(ours),
    onlySecond: without(theirs),
  };
}

/** Each load with the collection on (first) and off (second), as far as both were measured. */
export const collectionCosts = (results: readonly BenchmarkResult[]): ComparedPoint[] =>
  pairsOf(
    results.filter(({ withoutCollection }) => !withoutCollection),
    results.filter(({ withoutCollection }) => withoutCollection),
  );

function pairsOf(first: readonly BenchmarkResult[], second: readonly BenchmarkResult[]): ComparedPoint[] {
  const others = new Map(second.map((result) => [pointKey(result.point), result]));
  return first.flatMap((result) => {
    const other = others.get(pointKey(result.point));
    return other ? [compared(result, other)] : [];
  });
}

const compared = (result: BenchmarkResult, other: BenchmarkResult): ComparedPoint => ({
  point: result.point,
  first: result.figures,
  second: other.figures,
  iopsRatio: ratio(other.figures.iops, result.figures.iops),
  latencyAverageRatio: ratio(other.figures.latencyAverageSeconds, result.figures.latencyAverageSeconds),
  latencyP99Ratio: ratio(other.figures.latencyP99Seconds, result.figures.latencyP99Seconds),
  withinSpread: withinSpread(result.iopsSpread, other.iopsSpread),
});

const ratio = (second: number | null, first: number | null): number | null => (first && second !== null ? second / first : null);

/** Whether the means differ by less than twice the standard error of their difference. */
export function withinSpread(first: Spread, second: Spread): boolean | null {
  if (first.standardDeviation === null || second.standardDeviation === null) return null;
  const error = Math.sqrt(first.standardDeviation ** 2 / first.count + second.standardDeviation ** 2 / second.count);
  return Math.abs(first.mean - second.mean) <= 2 * error;
}

const listed = (values: Iterable<string | null>): string => [...new Set([...values].map((value) => value ?? 'unknown'))].sort().join(', ');

/** What else differs between two benchmarks, as text: a difference of figures may come from there. */
export function differencesOf(
  first: Pick<BenchmarkReport, 'benchmark' | 'facts'>,
  second: Pick<BenchmarkReport, 'benchmark' | 'facts'>,
): string[] {
  const facts: [string, (of: Pick<BenchmarkReport, 'benchmark' | 'facts'>) => string][] = [
    ['simulated', ({ benchmark }) => (benchmark.simulated ? 'yes' : 'no')],
    ['run time', ({ benchmark }) => `${benchmark.runSeconds} s`],
    ['protection', ({ benchmark }) => ofVolumes(benchmark, ({ protection }) => protection)],
    ['transport', ({ benchmark }) => ofVolumes(benchmark, ({ transport }) => transport)],
    ['placement', ({ benchmark }) => ofVolumes(benchmark, ({ placement }) => placement)],
    ['volumes', ({ benchmark }) => String(benchmark.volumes.length)],
    ['clients', ({ benchmark }) => ofVolumes(benchmark, ({ node }) => node.name)],
    ['targets', ({ benchmark }) => listed(benchmark.volumes.flatMap(({ targets }) => targets.map(({ name }) => name)))],
    ['server', ({ facts: known }) => known?.serverVersion ?? 'unknown'],
    ['agents', ({ facts: known }) => ofNodes(known, ({ agentVersion }) => agentVersion)],
    ['kernels', ({ facts: known }) => ofNodes(known, ({ kernel }) => kernel)],
    [
      'drives',
      ({ facts: known }) =>
        listed((known?.nodes ?? []).flatMap(({ drives }) => drives.map(({ model, firmware }) => `${model} ${firmware}`))),
    ],
    ...settingsOf(first.facts, second.facts),
  ];
  return facts.flatMap(([name, of]) => (of(first) === of(second) ? [] : [`${name}: ${of(first) || 'none'} / ${of(second) || 'none'}`]));
}

const ofVolumes = ({ volumes }: Benchmark, pick: (volume: Benchmark['volumes'][number]) => string): string => listed(volumes.map(pick));
const ofNodes = (facts: BenchmarkFacts | null, pick: (node: BenchmarkFacts['nodes'][number]) => string | null): string =>
  listed((facts?.nodes ?? []).map(pick));

function settingsOf(
  first: BenchmarkFacts | null,
  second: BenchmarkFacts | null,
): [string, (of: { facts: BenchmarkFacts | null }) => string][] {
  const names = [...new Set([...Object.keys(first?.settings ?? {}), ...Object.keys(second?.settings ?? {})])].sort();
  return names.map((name) => [`setting ${name}`, ({ facts }) => facts?.settings[name] ?? 'unset']);
}
