import type { Benchmark } from '@weft/shared/kinds/benchmarks/benchmark';
import { toObject } from '../core/mongo/stored.js';
import { stepRatio } from '../domain/benchmark/benchmark-job-view.js';
import { progressOf } from '../domain/benchmark/benchmark-steps.js';
import type { BenchmarkDocument } from '../domain/documents/benchmark.document.js';

export function toBenchmark(benchmark: BenchmarkDocument): Benchmark {
  const { steps, stepIndex, volumes, current } = benchmark;
  const ratio = stepRatio(benchmark);
  const bytes = volumes.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return toObject<Benchmark>(benchmark, {
    title: benchmark.title,
    profile: benchmark.profile,
    state: benchmark.state,
    cancelRequested: benchmark.cancelledBy !== null,
    // Steps of earlier versions have no such field.
    steps: steps.map((step) => ({ ...step, withoutCollection: step.withoutCollection === true })),
    stepIndex,
    progressRatio: progressOf(steps, stepIndex, ratio, bytes),
    stepProgressRatio: ratio,
    stepStartedAt: current?.startedAt.toISOString() ?? null,
    runSeconds: benchmark.runSeconds,
    repeats: benchmark.repeats,
    latencyBound: benchmark.latencyBound,
    scratch: benchmark.scratch,
    scratchWaits: benchmark.scratchWaits ?? [],
    volumes,
    jobId: benchmark.jobId,
    requestedBy: benchmark.requestedBy,
    error: benchmark.error,
    finishedAt: benchmark.finishedAt?.toISOString() ?? null,
    simulated: benchmark.simulated,
  });
}
