import { Injectable } from '@nestjs/common';
import type { Query } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import { type BenchmarkProfile, benchmarkEnded } from '@weft/shared/kinds/benchmarks/benchmark';
import type { Binary, ClientSession, Collection, Filter } from 'mongodb';
import { Mongo } from '../core/mongo/mongo.js';
import { deleteVersioned, raises } from '../core/mongo/objects.js';
import { findPage, type Page } from '../core/mongo/page.js';
import type { BenchmarkDocument, BenchmarkOutput } from '../domain/documents/benchmark.document.js';

/** Collection `benchmarkOutputs`. */
export interface BenchmarkOutputDocument extends BenchmarkOutput {
  /** fio's own output, compressed with gzip. */
  fio: Binary;
}

/** Benchmarks of one profile that can overlap, at a guess: a later start does not mean a later end. */
const MOST_AT_ONCE = 10;
/** Time limit for MongoDB; after it, the scrape omits that part. */
const SCRAPE_MS = 3000;

@Injectable()
export class BenchmarksRepository {
  private readonly benchmarks: Collection<BenchmarkDocument>;
  private readonly outputs: Collection<BenchmarkOutputDocument>;

  constructor(private readonly mongo: Mongo) {
    this.benchmarks = mongo.collection<BenchmarkDocument>('benchmarks');
    this.outputs = mongo.collection<BenchmarkOutputDocument>('benchmarkOutputs');
  }

  transaction<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
    return this.mongo.transaction(work);
  }

  page(query: Query<typeof endpoints.listBenchmarks>): Promise<Page<BenchmarkDocument>> {
    const filter: Filter<BenchmarkDocument> = {
      ...(query.profile === undefined ? {} : { profile: query.profile }),
      ...(query.state === undefined ? {} : { state: query.state }),
    };
    return findPage(this.benchmarks, { filter, query, sortFields: { createdAt: 'createdAt' } });
  }

  find(id: string, session?: ClientSession): Promise<BenchmarkDocument | null> {
    return this.benchmarks.findOne({ _id: id }, { session });
  }

  /** Benchmarks that have not ended, oldest first. */
  open(session?: ClientSession): Promise<BenchmarkDocument[]> {
    return this.benchmarks.find({ state: { $nin: [...benchmarkEnded] } }, { session, sort: { createdAt: 1 } }).toArray();
  }

  /** The benchmark with this order among its current ones. */
  ofOrder(orderId: string, session: ClientSession): Promise<BenchmarkDocument | null> {
    return this.benchmarks.findOne({ 'current.orders.id': orderId }, { session });
  }

  /** The benchmark of this profile that finished last. Of the newest ones by their start: few run at the same time. */
  async lastDone(profile: BenchmarkProfile): Promise<BenchmarkDocument | null> {
    const found = await this.benchmarks
      .find({ profile, state: 'done' }, { sort: { createdAt: -1 }, limit: MOST_AT_ONCE, maxTimeMS: SCRAPE_MS })
      .toArray();
    return found.sort((one, other) => (other.finishedAt?.getTime() ?? 0) - (one.finishedAt?.getTime() ?? 0))[0] ?? null;
  }

  async countByState(): Promise<{ state: string; count: number }[]> {
    const groups = [{ $group: { _id: '$state', count: { $sum: 1 } } }];
    const found = await this.benchmarks.aggregate<{ _id: string; count: number }>(groups, { maxTimeMS: SCRAPE_MS }).toArray();
    return found.map(({ _id, count }) => ({ state: _id, count }));
  }

  /** Benchmarks with ended steps whose target CPU was not read, of the last day. */
  withoutTargetCpu(): Promise<BenchmarkDocument[]> {
    const createdAt = { $gte: new Date(Date.now() - 86_400_000) };
    return this.benchmarks.find({ createdAt, $expr: { $lt: ['$targetCpuSteps', { $size: '$times' }] } }).toArray();
  }

  async insert(benchmark: BenchmarkDocument, session: ClientSession): Promise<void> {
    await this.benchmarks.insertOne(benchmark, { session });
  }

  /** @param kind `live`: only progress has changed. */
  async save(
    { _id, version, revision, createdAt, updatedAt, ...fields }: BenchmarkDocument,
    kind: 'decision' | 'live',
    session: ClientSession,
  ): Promise<void> {
    await this.benchmarks.updateOne({ _id }, { $set: { ...fields, updatedAt: new Date() }, $inc: raises(kind) }, { session });
  }

  async remove(id: string, ifMatch: number | undefined, session: ClientSession): Promise<void> {
    await deleteVersioned(this.benchmarks, { id, ifMatch, session });
    await this.outputs.deleteMany({ benchmarkId: id }, { session });
  }

  async insertOutput(output: BenchmarkOutputDocument, session: ClientSession): Promise<void> {
    await this.outputs.insertOne(output, { session });
  }

  /** Without fio's own output. */
  outputsOf(benchmarkId: string): Promise<BenchmarkOutput[]> {
    return this.outputs
      .find<BenchmarkOutput>({ benchmarkId }, { projection: { fio: 0 }, sort: { stepIndex: 1, 'node.name': 1 } })
      .toArray();
  }

  output(benchmarkId: string, id: string): Promise<BenchmarkOutputDocument | null> {
    return this.outputs.findOne({ _id: id, benchmarkId });
  }
}
