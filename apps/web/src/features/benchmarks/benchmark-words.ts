import type { Benchmark, BenchmarkPoint } from '../../api/types.js';
import type { StatusFacts } from '../../ui/status.js';
import { runStatus } from '../run-status.js';

export const profileWords: Record<Benchmark['profile'], string> = {
  reference: 'Reference',
  'block-size-sweep': 'Block-size sweep',
  'depth-sweep': 'Depth sweep',
  'latency-bound': 'Latency-bound search',
  own: 'Own loads',
};

export const benchmarkTitle = ({ title, profile }: Pick<Benchmark, 'title' | 'profile'>): string => title || profileWords[profile];

const KIB = 1024;
export const blockText = (bytes: number): string =>
  bytes >= KIB * KIB ? `${bytes / KIB / KIB} MiB` : bytes >= KIB ? `${bytes / KIB} KiB` : `${bytes} B`;

/** Example: `70 % read, 4 KiB random, 28 jobs, depth 64`. */
export const pointText = ({ access, readPercent, blockBytes, jobs, depth }: BenchmarkPoint): string =>
  `${readPercent} % read, ${blockText(blockBytes)} ${access}, ${jobs} ${jobs === 1 ? 'job' : 'jobs'}, depth ${depth}`;

/** With the mark of steps for which Weft's statistics were off. */
export const loadText = ({ point, withoutCollection }: { point: BenchmarkPoint; withoutCollection: boolean }): string =>
  withoutCollection ? `${pointText(point)}, without statistics` : pointText(point);

export const percentText = (ratio: number): string => `${Math.floor(ratio * 100)} %`;

export const benchmarkStatus = (benchmark: Benchmark): StatusFacts =>
  runStatus(benchmark, 'its scratch volumes are', `${percentText(benchmark.progressRatio)} done`);

const listed = (values: readonly string[]): string => [...new Set(values)].sort().join(', ');
export const clientsOf = ({ volumes }: Pick<Benchmark, 'volumes'>): string => listed(volumes.map(({ node }) => node.name));
export const transportOf = ({ volumes }: Pick<Benchmark, 'volumes'>): string => listed(volumes.map(({ transport }) => transport));
export const placementOf = ({ volumes }: Pick<Benchmark, 'volumes'>): string => listed(volumes.map(({ placement }) => placement));
