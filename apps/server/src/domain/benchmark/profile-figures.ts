import type { BenchmarkResult } from '@weft/shared/kinds/benchmarks/report';

const ioDirections = ['read', 'write'] as const;

/** What one benchmark reached in one direction. */
export interface ProfileFigures {
  direction: (typeof ioDirections)[number];
  iops: number;
  bytesPerSecond: number;
  latencyP50Seconds: number | null;
  latencyP99Seconds: number | null;
  targetCpuRatio: number | null;
}

/** In each direction the load with the most I/O a second; none if no load has I/O in it. A latency-bound search counts only within its bound. */
export function profileFigures(results: readonly BenchmarkResult[]): ProfileFigures[] {
  const counted = results.filter(({ withinLatencyBound, withoutCollection }) => withinLatencyBound !== false && !withoutCollection);
  return ioDirections.flatMap((direction) => {
    const iopsOf = ({ figures: { readIops, writeIops } }: BenchmarkResult) => (direction === 'read' ? readIops : writeIops);
    const [most] = counted.toSorted((one, other) => iopsOf(other) - iopsOf(one));
    if (!most || iopsOf(most) === 0) return [];
    const { latencyP50Seconds, latencyP99Seconds } = most.figures;
    const iops = iopsOf(most);
    const bytesPerSecond = iops * most.point.blockBytes;
    return [{ direction, iops, bytesPerSecond, latencyP50Seconds, latencyP99Seconds, targetCpuRatio: most.targetCpuRatio }];
  });
}
