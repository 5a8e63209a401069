import { Injectable } from '@nestjs/common';
import { benchmarkProfiles, benchmarkStates } from '@weft/shared/kinds/benchmarks/benchmark';
import { SharedReads } from '../core/load/shared-reads.js';
import { Metrics } from '../core/metrics/metrics.js';
import { type ProfileFigures, profileFigures } from '../domain/benchmark/profile-figures.js';
import { resultsOf } from '../domain/benchmark/report.js';
import type { BenchmarkDocument } from '../domain/documents/benchmark.document.js';
import { BenchmarksRepository } from './benchmarks.repository.js';

interface Latest {
  profile: string;
  finishedAt: Date;
  figures: ProfileFigures[];
}

/** The last finished benchmark of each profile as metrics, read at each scrape. Every server reports the same values. */
@Injectable()
export class BenchmarkMetrics {
  private readonly reads = new SharedReads<Latest[]>();
  /** Figures by benchmark and revision: they change only when a new one finishes, or when its target CPU arrives. */
  private known = new Map<string, ProfileFigures[]>();

  constructor(
    private readonly benchmarks: BenchmarksRepository,
    metrics: Metrics,
  ) {
    metrics.readAtScrape('weft_server_benchmarks', 'Stored benchmarks by state.', ['state'], async (gauge) => {
      for (const state of benchmarkStates) gauge.set({ state }, 0);
      for (const { state, count } of await benchmarks.countByState()) gauge.set({ state }, count);
    });
    metrics.readAtScrape(
      'weft_server_benchmark_end_timestamp_seconds',
      'When the last benchmark of a profile finished.',
      ['profile'],
      async (gauge) => {
        for (const { profile, finishedAt } of await this.latest()) gauge.set({ profile }, finishedAt.getTime() / 1000);
      },
    );
    const labels = ['profile', 'direction'] as const;
    const ofDirection = (name: string, help: string, value: (figures: ProfileFigures) => number | null) =>
      metrics.readAtScrape(name, help, labels, async (gauge) => {
        for (const { profile, figures } of await this.latest())
          for (const each of figures) {
            const read = value(each);
            if (read !== null) gauge.set({ profile, direction: each.direction }, read);
          }
      });
    ofDirection('weft_server_benchmark_iops', 'I/O a second in the last benchmark of a profile.', ({ iops }) => iops);
    ofDirection(
      'weft_server_benchmark_bytes_per_second',
      'Bytes a second in the last benchmark of a profile.',
      ({ bytesPerSecond }) => bytesPerSecond,
    );
    ofDirection(
      'weft_server_benchmark_target_cpu_ratio',
      'Busy share of the CPU of targets in the last benchmark of a profile.',
      ({ targetCpuRatio }) => targetCpuRatio,
    );
    metrics.readAtScrape(
      'weft_server_benchmark_latency_seconds',
      'Percentiles of the completion latency in the last benchmark of a profile.',
      ['profile', 'fraction', 'direction'],
      async (gauge) => {
        for (const { profile, figures } of await this.latest())
          for (const { direction, latencyP50Seconds, latencyP99Seconds } of figures) {
            if (latencyP50Seconds !== null) gauge.set({ profile, fraction: '0.5', direction }, latencyP50Seconds);
            if (latencyP99Seconds !== null) gauge.set({ profile, fraction: '0.99', direction }, latencyP99Seconds);
          }
      },
    );
  }

  /** All metrics of one scrape share a read. */
  private latest(): Promise<Latest[]> {
    return this.reads.get('latest', async () => {
      const found = (await Promise.all(benchmarkProfiles.map((profile) => this.benchmarks.lastDone(profile)))).flatMap(
        (each) => each ?? [],
      );
      const read = await Promise.all(found.map(async (benchmark) => ({ benchmark, figures: await this.figuresOf(benchmark) })));
      this.known = new Map(read.map(({ benchmark, figures }) => [keyOf(benchmark), figures]));
      return read.flatMap(({ benchmark: { profile, finishedAt }, figures }) => (finishedAt ? [{ profile, finishedAt, figures }] : []));
    });
  }

  private async figuresOf(benchmark: BenchmarkDocument): Promise<ProfileFigures[]> {
    return this.known.get(keyOf(benchmark)) ?? profileFigures(resultsOf(benchmark, await this.benchmarks.outputsOf(benchmark._id)));
  }
}

const keyOf = ({ _id, revision }: BenchmarkDocument): string => `${_id} ${revision}`;
