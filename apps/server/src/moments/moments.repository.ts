import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Binary, type ClientSession } from 'mongodb';
import { Mongo } from '../core/mongo/mongo.js';
import type { Run } from '../domain/moments/coverage.js';
import type { Version } from '../domain/moments/fold.js';
import type { Recorded, RecordedName } from '../domain/moments/recorded.js';
import type { MomentDocument, MomentRunDocument } from './moment.document.js';
import { packed, unpacked } from './packing.js';

export type PackedMoment = MomentDocument;
type Kind = MomentDocument['kind'];

/** Times of the records that make one collection at a moment. */
export interface Source {
  snapshotAt: Date;
  /** Time of the last changes. Null: none since the snapshot. */
  changedAt: Date | null;
}

@Injectable()
export class MomentsRepository {
  constructor(private readonly mongo: Mongo) {}

  private get moments() {
    return this.mongo.collection<MomentDocument>('moments');
  }
  private get runs() {
    return this.mongo.collection<MomentRunDocument>('momentRuns');
  }

  /** Present documents with these ids. */
  present(collection: RecordedName, ids: readonly string[]): Promise<Recorded[]> {
    return this.mongo
      .reading<Recorded>(collection)
      .find({ _id: { $in: [...ids] } })
      .toArray();
  }

  /** Every present document, in batches. */
  async *everything(collection: RecordedName, batchSize: number): AsyncGenerator<Recorded[]> {
    let batch: Recorded[] = [];
    for await (const document of this.mongo.reading<Recorded>(collection).find({}, { sort: { _id: 1 }, batchSize })) {
      if (batch.push(document) < batchSize) continue;
      yield batch;
      batch = [];
    }
    yield batch;
  }

  async ids(collection: RecordedName): Promise<string[]> {
    const found = await this.mongo
      .reading<{ _id: string }>(collection)
      .find({}, { projection: { _id: 1 } })
      .toArray();
    return found.map(({ _id }) => _id);
  }

  async pack(at: Date, kind: Kind, collection: RecordedName, part: number, versions: readonly Version[]): Promise<PackedMoment> {
    const bytes = await packed(versions);
    return {
      ...{ _id: randomUUID(), at, kind, collection, part, count: versions.length },
      ...{ packedBytes: bytes.length, packed: new Binary(bytes) },
    };
  }

  async store(moments: readonly PackedMoment[], run: MomentRunDocument, session: ClientSession): Promise<void> {
    if (moments.length > 0) await this.moments.insertMany([...moments], { session });
    await this.runs.replaceOne({ _id: run._id }, run, { upsert: true, session });
  }

  /** In order of time; `touching`: only runs that end after its first time and begin before its second. */
  async recordedRuns(touching?: { from: Date; to: Date }): Promise<Run[]> {
    const filter = touching ? { until: { $gte: touching.from }, from: { $lte: touching.to } } : {};
    return this.runs.find(filter, { projection: { _id: 0 }, sort: { from: 1 } }).toArray();
  }

  /** The runs around a time, in order of time. */
  async runsAround(at: Date): Promise<Run[]> {
    const [before, after] = await Promise.all([
      this.runs.findOne({ from: { $lte: at } }, { sort: { from: -1 } }),
      this.runs.findOne({ from: { $gt: at } }, { sort: { from: 1 } }),
    ]);
    return [before, after].flatMap((run) => run ?? []);
  }

  /** Null: no snapshot at that time or before it. */
  async source(collection: RecordedName, at: Date): Promise<Source | null> {
    const newest = (kind: Kind) =>
      this.moments.findOne({ collection, kind, at: { $lte: at } }, { sort: { at: -1 }, projection: { at: 1 } });
    const [snapshot, changes] = await Promise.all([newest('snapshot'), newest('changes')]);
    if (!snapshot) return null;
    return { snapshotAt: snapshot.at, changedAt: changes && changes.at > snapshot.at ? changes.at : null };
  }

  /** Null: nothing of this collection is recorded. */
  async firstSnapshotAt(collection: RecordedName): Promise<Date | null> {
    return (await this.moments.findOne({ collection, kind: 'snapshot' }, { sort: { at: 1 }, projection: { at: 1 } }))?.at ?? null;
  }

  /** Versions of the snapshot, and of the changes after it up to a time, in order of time. */
  async *versions(collection: RecordedName, { snapshotAt, changedAt }: Source): AsyncGenerator<{ kind: Kind; versions: Version[] }> {
    const until = changedAt ?? snapshotAt;
    const found = this.moments.find({ collection, at: { $gte: snapshotAt, $lte: until } }, { sort: { at: 1, part: 1 } });
    for await (const { kind, packed: bytes } of found) yield { kind, versions: await unpacked(bytes.buffer) };
  }

  /** Time and bytes of the last snapshot, bytes of the changes since, and time of the last record. Null: nothing is recorded. */
  async totals(): Promise<{ snapshotAt: Date; snapshotBytes: number; changedBytes: number; lastAt: Date } | null> {
    const snapshot = await this.moments.findOne({ kind: 'snapshot' }, { sort: { at: -1 }, projection: { at: 1 } });
    if (!snapshot) return null;
    const found = await this.moments
      .find({ at: { $gte: snapshot.at } }, { projection: { at: 1, kind: 1, packedBytes: 1 }, sort: { at: 1 } })
      .toArray();
    const sum = (kind: Kind) => found.filter((each) => each.kind === kind).reduce((total, { packedBytes }) => total + packedBytes, 0);
    return {
      snapshotAt: snapshot.at,
      snapshotBytes: sum('snapshot'),
      changedBytes: sum('changes'),
      lastAt: found.at(-1)?.at ?? snapshot.at,
    };
  }

  async bytesSince(at: Date): Promise<number> {
    const [sum] = await this.moments
      .aggregate<{ bytes: number }>([{ $match: { at: { $gt: at } } }, { $group: { _id: null, bytes: { $sum: '$packedBytes' } } }])
      .toArray();
    return sum?.bytes ?? 0;
  }

  /** Removes what no moment from this time on needs. @returns the number of removed documents */
  async removeBefore(at: Date, session: ClientSession): Promise<number> {
    const needed = await this.moments.findOne({ kind: 'snapshot', at: { $lte: at } }, { sort: { at: -1 }, projection: { at: 1 }, session });
    if (!needed) return 0;
    await this.runs.deleteMany({ until: { $lt: at } }, { session });
    await this.runs.updateMany({ from: { $lt: at } }, { $set: { from: at } }, { session });
    return (await this.moments.deleteMany({ at: { $lt: needed.at } }, { session })).deletedCount;
  }
}
