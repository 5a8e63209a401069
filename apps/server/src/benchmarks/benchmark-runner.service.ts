import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import { ChangeFeed } from '../core/changes/change-feed.js';
import { type Lease, Leases } from '../core/leases/leases.js';
import { runTurns } from '../core/leases/turns.js';
import { advance, ended } from '../domain/benchmark/advance.js';
import type { BenchmarkDocument, ScratchWait } from '../domain/documents/benchmark.document.js';
import { jobReason } from '../domain/job-messages/job-message.js';
import { BenchmarkStore } from './benchmark-store.service.js';
import { BenchmarkWorlds } from './benchmark-worlds.service.js';
import { BenchmarksRepository } from './benchmarks.repository.js';
import { ScratchVolumes } from './scratch-volumes.service.js';
import { TargetCpu } from './target-cpu.service.js';

const TURN_MS = 1000;
/** Without a benchmark in work; one that begins ends the pause. */
const IDLE_MS = 30_000;
/** Samples of a step have arrived and are stored. */
const HISTORY_STORED_MS = 30_000;
/** Most waits of scratch volumes that are shown. */
const MOST_WAITS = 16;
/** Scratch volumes that are not attached after this time fail the benchmark. */
const PREPARED_WITHIN_MS = 30 * 60_000;

/**
 * Takes benchmarks on, on the server that holds the lease. It keeps nothing: a server that is killed leaves what is stored, and the next holder goes on
 * from there. Agents run the current step meanwhile.
 */
@Injectable()
export class BenchmarkRunner implements OnApplicationBootstrap {
  private readonly logger = new Logger(BenchmarkRunner.name);

  constructor(
    private readonly benchmarks: BenchmarksRepository,
    private readonly store: BenchmarkStore,
    private readonly worlds: BenchmarkWorlds,
    private readonly scratch: ScratchVolumes,
    private readonly targetCpu: TargetCpu,
    private readonly feed: ChangeFeed,
    private readonly leases: Leases,
  ) {}

  onApplicationBootstrap(): void {
    const wake = runTurns(this.leases, { lease: 'benchmarks', turnMs: TURN_MS, idleMs: IDLE_MS, turn: (lease) => this.turn(lease) });
    this.feed.onChange(({ collection }) => {
      if (collection === 'benchmarks') wake();
    });
  }

  /** @returns whether there is no benchmark in work */
  async turn(lease: Pick<Lease, 'transaction'>): Promise<boolean> {
    const [open, withoutCpu] = [await this.benchmarks.open(), await this.benchmarks.withoutTargetCpu()];
    for (const { _id, state } of open) {
      if (state === 'preparing') await this.prepare(_id, lease);
      await this.store.change(
        _id,
        async (benchmark, session) => {
          const [clients, attached] = await Promise.all([
            this.worlds.clients(
              benchmark.clients.map(({ id }) => id),
              session,
            ),
            this.worlds.attached(
              benchmark.volumes.map(({ attachmentId }) => attachmentId),
              session,
            ),
          ]);
          return advance(benchmark, { now: new Date(), clients, attached, newId: randomUUID });
        },
        (work) => lease.transaction(work),
      );
      if (state === 'removing') await this.removeScratch(_id, lease);
    }
    await this.readTargetCpu(lease, withoutCpu);
    return open.length === 0 && withoutCpu.length === 0;
  }

  private async prepare(id: string, lease: Pick<Lease, 'transaction'>): Promise<void> {
    const benchmark = await this.benchmarks.find(id);
    if (benchmark?.state !== 'preparing' || benchmark.cancelledBy !== null) return;
    const [first] = benchmark.scratchVolumes;
    const failure = (error: string) => jobReason('benchmark-scratch-failed', { volume: first?.name ?? '', error });
    const fail = (error: string) => this.set(id, lease, (each) => ended(each, 'failed', failure(error), new Date()));
    try {
      const volumes = await this.scratch.prepare(benchmark);
      if (volumes) {
        const facts = await this.worlds.facts({ clients: benchmark.clients, volumes });
        await this.set(id, lease, (each) => ({ ...each, state: 'running', volumes, facts, scratchWaits: [] }));
      } else if (Date.now() - benchmark.createdAt.getTime() > PREPARED_WITHIN_MS)
        await fail(`it was not attached within ${PREPARED_WITHIN_MS / 60_000} min; see its jobs`);
      else await this.showWaits(benchmark, lease, await this.scratch.waits(benchmark));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      this.logger.warn({ err: error, benchmarkId: id }, 'a scratch volume could not be made');
      await fail(error.message);
    }
  }

  private async removeScratch(id: string, lease: Pick<Lease, 'transaction'>): Promise<void> {
    const benchmark = await this.benchmarks.find(id);
    if (benchmark?.state !== 'removing') return;
    const refusals = await this.scratch.remove(benchmark);
    if (refusals) return this.showWaits(benchmark, lease, [...refusals, ...(await this.scratch.waits(benchmark))]);
    await this.set(id, lease, (each) => ({ ...each, state: each.endsAs ?? 'done', finishedAt: new Date(), scratchWaits: [] }));
  }

  /** Stores what blocks scratch volumes, if that has changed. */
  private async showWaits(
    { _id, scratchWaits = [] }: BenchmarkDocument,
    lease: Pick<Lease, 'transaction'>,
    waits: ScratchWait[],
  ): Promise<void> {
    const shown = waits.slice(0, MOST_WAITS);
    if (isDeepStrictEqual(shown, scratchWaits)) return;
    await this.set(_id, lease, (each) => ({ ...each, scratchWaits: shown }));
  }

  private async readTargetCpu(lease: Pick<Lease, 'transaction'>, benchmarks: readonly BenchmarkDocument[]): Promise<void> {
    for (const benchmark of benchmarks) {
      const { targetCpuSteps: at, times, steps } = benchmark;
      const time = times[at];
      if (!time || Date.now() - time.endedAt.getTime() < HISTORY_STORED_MS) continue;
      const read = steps[at]?.kind === 'measure' ? await this.targetCpu.read(benchmark, at, time) : [];
      await this.set(benchmark._id, lease, (each) =>
        each.targetCpuSteps === at ? { ...each, targetCpu: [...each.targetCpu, ...read], targetCpuSteps: at + 1 } : each,
      );
    }
  }

  /** A change of a benchmark that is still in the state that it was decided in. */
  private async set(
    id: string,
    lease: Pick<Lease, 'transaction'>,
    next: (benchmark: BenchmarkDocument) => BenchmarkDocument,
  ): Promise<void> {
    const { state } = (await this.benchmarks.find(id)) ?? {};
    await this.store.change(
      id,
      async (benchmark) =>
        benchmark.state === state && (benchmark.cancelledBy === null || state !== 'preparing') ? next(benchmark) : benchmark,
      (work) => lease.transaction(work),
    );
  }
}
