import type { BenchmarkCreate, BenchmarkPoint, BenchmarkStep, LatencyBound } from '@weft/shared/kinds/benchmarks/benchmark';

/* The steps of a benchmark, from its request. */

/** The published reference: 28 jobs at depth 64 on each volume, 4 KiB. */
const REFERENCE = { access: 'random', blockBytes: 4096, jobs: 28, depth: 64 } as const;
const PRECONDITION = { kind: 'precondition', point: null, repeat: 1, seconds: 0, withoutCollection: false } as const;
const CHECK = { ...PRECONDITION, kind: 'check' } as const;
export const PRECONDITION_BLOCK_BYTES = 2 * 2 ** 20;
export const PRECONDITION_DEPTH = 64;
const BLOCK_SIZES = [4096, 8192, 16_384, 32_768, 65_536];
const DEPTHS = [1, 2, 4, 8, 16, 32, 64, 128];
/** Where a latency-bound search ends at the latest. */
const DEEPEST = 1024;
const DEFAULT_BOUND: LatencyBound = { limitMs: 20, share: 1e-7, windowSeconds: 5, readPercent: 70, blockBytes: 4096, jobs: 1 };

export const boundOf = ({ profile, latencyBound }: Pick<BenchmarkCreate, 'profile' | 'latencyBound'>): LatencyBound | null =>
  profile === 'latency-bound' ? (latencyBound ?? DEFAULT_BOUND) : null;

function pointsOf({ profile, points }: Pick<BenchmarkCreate, 'profile' | 'points'>): BenchmarkPoint[] {
  switch (profile) {
    case 'reference':
      return [100, 70, 0].map((readPercent) => ({ ...REFERENCE, readPercent }));
    case 'block-size-sweep':
      return BLOCK_SIZES.map((blockBytes) => ({ ...REFERENCE, readPercent: 70, blockBytes }));
    case 'depth-sweep':
      return DEPTHS.map((depth) => ({ ...REFERENCE, readPercent: 70, jobs: 1, depth }));
    case 'latency-bound':
    case 'own':
      return points ?? [];
  }
}

/** A check of all volumes first. A latency-bound search has only its first depth; `deeper` adds the next ones. */
export function stepsOf(request: BenchmarkCreate): BenchmarkStep[] {
  const { precondition, repeats, runSeconds, compareCollection } = request;
  const first: BenchmarkStep[] = [CHECK, ...(precondition ? [PRECONDITION] : [])];
  const bound = boundOf(request);
  if (bound) return [...first, boundStep(bound, 1)];
  return [
    ...first,
    ...pointsOf(request).flatMap((point) =>
      Array.from({ length: repeats }, (_, at) =>
        variantsOf(compareCollection, at).map(
          (withoutCollection): BenchmarkStep => ({ kind: 'measure', point, repeat: at + 1, seconds: runSeconds, withoutCollection }),
        ),
      ).flat(),
    ),
  ];
}

/** The order alternates, so that a drift of the drives over time falls on both alike. */
const variantsOf = (compareCollection: boolean, repeat: number): boolean[] =>
  !compareCollection ? [false] : repeat % 2 === 0 ? [false, true] : [true, false];

function boundStep({ readPercent, blockBytes, jobs, windowSeconds }: LatencyBound, depth: number): BenchmarkStep {
  return {
    kind: 'measure',
    point: { access: 'random', readPercent, blockBytes, jobs, depth },
    repeat: 1,
    seconds: windowSeconds,
    withoutCollection: false,
  };
}

/** The next step of a latency-bound search: twice the depth. Null: the search has ended. @param slowRatio of the last step, all clients */
export function deeper(bound: LatencyBound, last: BenchmarkStep, slowRatio: number): BenchmarkStep | null {
  const depth = (last.point?.depth ?? DEEPEST) * 2;
  return slowRatio > bound.share || depth > DEEPEST ? null : boundStep(bound, depth);
}

/** Assumed rate of a preconditioning, for progress only. */
const WRITES_BYTES_PER_SECOND = 1e9;
const weightOf = ({ kind, seconds }: BenchmarkStep, totalBytes: number): number =>
  kind === 'check' ? 1 : kind === 'precondition' ? Math.max(1, totalBytes / WRITES_BYTES_PER_SECOND) : seconds;

/** Progress by the expected time of the steps. @param stepRatio progress of the step at `stepIndex` */
export function progressOf(steps: readonly BenchmarkStep[], stepIndex: number, stepRatio: number, totalBytes: number): number {
  const weights = steps.map((step) => weightOf(step, totalBytes));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const done = weights.slice(0, stepIndex).reduce((sum, weight) => sum + weight, 0) + (weights[stepIndex] ?? 0) * stepRatio;
  return all === 0 ? 0 : Math.min(1, done / all);
}
