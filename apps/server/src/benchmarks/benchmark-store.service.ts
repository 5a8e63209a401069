import { Injectable } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { ClientSession } from 'mongodb';
import { benchmarkJobView } from '../domain/benchmark/benchmark-job-view.js';
import type { BenchmarkDocument } from '../domain/documents/benchmark.document.js';
import { JobsService } from '../jobs/jobs.service.js';
import { BenchmarksRepository } from './benchmarks.repository.js';

/** Writes benchmarks, each with the view of its job. */
@Injectable()
export class BenchmarkStore {
  constructor(
    private readonly benchmarks: BenchmarksRepository,
    private readonly jobs: JobsService,
  ) {}

  /** In a transaction: reads, decides, and stores what has changed. @returns the benchmark afterwards */
  change(
    id: string,
    decide: (benchmark: BenchmarkDocument, session: ClientSession) => Promise<BenchmarkDocument>,
    transaction: (work: (session: ClientSession) => Promise<BenchmarkDocument>) => Promise<BenchmarkDocument> = (work) =>
      this.benchmarks.transaction(work),
  ): Promise<BenchmarkDocument> {
    return transaction(async (session) => {
      const before = await this.benchmarks.find(id, session);
      if (!before) throw new DomainError('benchmark-not-found', { id });
      const after = await decide(before, session);
      await this.write(before, after, session);
      return (await this.benchmarks.find(id, session)) ?? after;
    });
  }

  async write(before: BenchmarkDocument, after: BenchmarkDocument, session: ClientSession): Promise<void> {
    if (after === before) return;
    const isDecision = after.state !== before.state || after.stepIndex !== before.stepIndex || after.cancelledBy !== before.cancelledBy;
    await this.benchmarks.save(after, isDecision ? 'decision' : 'live', session);
    await this.jobs.show(await this.jobs.require(after.jobId, session), benchmarkJobView(after), session);
  }
}
