import type { BenchmarkReport } from '@weft/shared/kinds/benchmarks/report';
import type { BenchmarkDocument, BenchmarkOutput } from '../documents/benchmark.document.js';
import { resultsOf } from './report.js';

/** A report without its fields for people. */
export const toReport = (benchmark: BenchmarkDocument, outputs: readonly BenchmarkOutput[]): BenchmarkReport => ({
  benchmark: benchmark as unknown as BenchmarkReport['benchmark'],
  facts: benchmark.facts,
  results: resultsOf(benchmark, outputs),
  collectionCosts: [],
});
