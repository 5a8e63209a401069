import { randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { Injectable, StreamableFile } from '@nestjs/common';
import type { Query } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import { DomainError } from '@weft/shared/errors/domain-error';
import { scratchVolumeName } from '@weft/shared/identity';
import { type Benchmark, type BenchmarkCreate, type BenchmarkVolume, benchmarkActions } from '@weft/shared/kinds/benchmarks/benchmark';
import type { BenchmarkComparison, BenchmarkReport } from '@weft/shared/kinds/benchmarks/report';
import type { Job } from '@weft/shared/kinds/job';
import { AttachmentsService } from '../attachments/attachments.service.js';
import { newStored } from '../core/mongo/objects.js';
import { advance } from '../domain/benchmark/advance.js';
import { benchmarkJobView } from '../domain/benchmark/benchmark-job-view.js';
import { benchmarkVolume, checkClients } from '../domain/benchmark/benchmark-request.js';
import { boundOf, stepsOf } from '../domain/benchmark/benchmark-steps.js';
import { benchmarkTable } from '../domain/benchmark/benchmark-table.js';
import { collectionCosts, compare } from '../domain/benchmark/comparison.js';
import { resultsOf } from '../domain/benchmark/report.js';
import type { BenchmarkDocument } from '../domain/documents/benchmark.document.js';
import { JobsService } from '../jobs/jobs.service.js';
import { SettingsService } from '../settings/settings.service.js';
import { toBenchmark } from './benchmark.mapper.js';
import { BenchmarkStore } from './benchmark-store.service.js';
import { BenchmarkWorlds } from './benchmark-worlds.service.js';
import { BenchmarksRepository } from './benchmarks.repository.js';

/** Longest output of fio that is unpacked. */
const MAX_OUTPUT_BYTES = 64 * 2 ** 20;

@Injectable()
export class BenchmarksService {
  constructor(
    private readonly benchmarks: BenchmarksRepository,
    private readonly store: BenchmarkStore,
    private readonly worlds: BenchmarkWorlds,
    private readonly attachments: AttachmentsService,
    private readonly settings: SettingsService,
    private readonly jobs: JobsService,
  ) {}

  async list(query: Query<typeof endpoints.listBenchmarks>) {
    const page = await this.benchmarks.page(query);
    return { ...page, items: page.items.map(toBenchmark) };
  }

  async get(id: string): Promise<Benchmark> {
    return toBenchmark(await this.require(id));
  }

  /** @throws DomainError when a volume or a client cannot be used. */
  async create(request: BenchmarkCreate, requestedBy: string): Promise<{ benchmark: Benchmark; job: Job }> {
    const volumes = await this.volumesOf(request);
    const clients = await this.clientsOf(request, volumes);
    const { simulated } = await this.settings.get();
    const stored = newStored();
    const facts = await this.worlds.facts({ clients, volumes });
    return this.benchmarks.transaction(async (session) => {
      const states = await this.worlds.clients(
        clients.map(({ id }) => id),
        session,
      );
      checkClients(clients, (id) => states.get(id)?.isOnline ?? false, await this.benchmarks.open(session));
      const name = request.title || request.profile;
      const job = await this.jobs.open(session, {
        kind: 'benchmark.run',
        subject: { kind: 'benchmark', id: stored._id, name },
        requestedBy,
      });
      const benchmark: BenchmarkDocument = {
        ...stored,
        title: request.title,
        profile: request.profile,
        state: request.scratch ? 'preparing' : 'running',
        endsAs: null,
        cancelledBy: null,
        steps: stepsOf(request),
        stepIndex: 0,
        current: null,
        runSeconds: request.runSeconds,
        repeats: request.repeats,
        latencyBound: boundOf(request),
        scratch: request.scratch ?? null,
        scratchVolumes: scratchVolumesOf(request, clients, stored._id),
        volumes,
        clients,
        facts,
        targetCpu: [],
        targetCpuSteps: 0,
        times: [],
        jobId: job._id,
        requestedBy,
        error: null,
        finishedAt: null,
        simulated,
      };
      await this.benchmarks.insert(benchmark, session);
      await this.jobs.show(job, benchmarkJobView(benchmark), session);
      return { benchmark: toBenchmark(benchmark), job: this.jobs.toJob(await this.jobs.require(job._id, session)) };
    });
  }

  /** From then on no order of it is open, and the agents kill their fio. @throws DomainError `benchmark-ended` */
  async cancel(id: string, by: string): Promise<Benchmark> {
    const cancelled = await this.store.change(id, async (benchmark) => {
      if (benchmark.cancelledBy !== null) return benchmark;
      if (!benchmarkActions.cancel.includes(benchmark.state)) throw new DomainError('benchmark-ended', { state: benchmark.state });
      const world = { now: new Date(), clients: new Map(), attached: new Set<string>(), newId: randomUUID };
      return advance({ ...benchmark, cancelledBy: by }, world);
    });
    return toBenchmark(cancelled);
  }

  async remove(id: string, ifMatch: number | undefined): Promise<void> {
    await this.benchmarks.transaction(async (session) => {
      const benchmark = await this.benchmarks.find(id, session);
      if (!benchmark) throw new DomainError('benchmark-not-found', { id });
      if (!benchmarkActions.delete.includes(benchmark.state)) throw new DomainError('benchmark-not-ended', {});
      await this.benchmarks.remove(id, ifMatch, session);
    });
  }

  async report(id: string): Promise<BenchmarkReport> {
    const benchmark = await this.require(id);
    const results = resultsOf(benchmark, await this.benchmarks.outputsOf(id));
    return { benchmark: toBenchmark(benchmark), facts: benchmark.facts, results, collectionCosts: collectionCosts(results) };
  }

  async table(id: string): Promise<StreamableFile> {
    return file(Buffer.from(benchmarkTable(await this.report(id))), `weft-benchmark-${id}.csv`);
  }

  /** fio's own output of one step at one client. */
  async output(id: string, orderId: string): Promise<StreamableFile> {
    const output = await this.benchmarks.output(id, orderId);
    if (!output) throw new DomainError('benchmark-output-not-found', { id: orderId });
    return file(gunzipSync(output.fio.buffer, { maxOutputLength: MAX_OUTPUT_BYTES }), `weft-benchmark-${orderId}.json`);
  }

  async compare(id: string, otherId: string): Promise<BenchmarkComparison> {
    return compare(await this.report(id), await this.report(otherId));
  }

  private async volumesOf({ volumes = [] }: BenchmarkCreate): Promise<BenchmarkVolume[]> {
    const used: BenchmarkVolume[] = [];
    for (const requested of volumes) {
      const attachment = await this.worlds.attachment(requested.attachmentId);
      const volume = attachment && (await this.worlds.volume(attachment.volumeId));
      if (!attachment || !volume) throw new DomainError('attachment-not-found', { id: requested.attachmentId }, { field: 'volumes' });
      const all = await this.worlds.attachmentsOf(volume._id);
      const { openBy } = await this.attachments.get(attachment._id);
      used.push(benchmarkVolume(requested, { volume, attachment, all, openBy }, volumes));
    }
    return used;
  }

  private async clientsOf({ scratch }: BenchmarkCreate, volumes: readonly BenchmarkVolume[]): Promise<{ id: string; name: string }[]> {
    const ids = [...new Set(scratch?.nodeIds ?? volumes.map(({ node }) => node.id))];
    const states = await this.worlds.clients(ids);
    return ids.map((id) => {
      const client = states.get(id);
      if (!client) throw new DomainError('node-not-found', { id }, { field: 'scratch.nodeIds' });
      return { id, name: client.name };
    });
  }

  private async require(id: string): Promise<BenchmarkDocument> {
    const benchmark = await this.benchmarks.find(id);
    if (!benchmark) throw new DomainError('benchmark-not-found', { id });
    return benchmark;
  }
}

const file = (content: Buffer, name: string): StreamableFile =>
  new StreamableFile(content, { type: 'application/octet-stream', disposition: `attachment; filename="${name}"` });

/** Names with the beginning of the benchmark's id: nobody has such volumes already. */
const scratchVolumesOf = (
  { scratch }: BenchmarkCreate,
  clients: readonly { id: string; name: string }[],
  id: string,
): BenchmarkDocument['scratchVolumes'] =>
  clients
    .flatMap((node) => Array.from({ length: scratch?.volumesPerClient ?? 0 }, () => node))
    .map((node, at) => ({ name: scratchVolumeName(id, at + 1), node }));
