import { Injectable } from '@nestjs/common';
import { Mongo } from '../../core/mongo/mongo.js';
import type { TraceDocument } from '../../domain/documents/trace.document.js';
import { readable } from '../../domain/store/readable.js';

/** Most traces of one job that are read. */
const MOST_READ = 512;

@Injectable()
export class TracesRepository {
  constructor(private readonly mongo: Mongo) {}

  /** Waits for the primary alone: a trace may be lost, and no read of anything else may wait for it. */
  async store(traces: readonly TraceDocument[]): Promise<void> {
    const operations = traces.map((replacement) => ({ replaceOne: { filter: { _id: replacement._id }, replacement, upsert: true } }));
    if (operations.length > 0) await this.mongo.laxCollection<TraceDocument>('traces').bulkWrite(operations, { ordered: false });
  }

  /** Traces of these objects that arrived since, oldest first. */
  of(objectIds: readonly string[], since: Date): Promise<TraceDocument[]> {
    return this.mongo
      .collection<TraceDocument>('traces')
      .find({ objectId: { $in: [...objectIds] }, receivedAt: { $gte: since } }, { sort: { receivedAt: 1 }, limit: MOST_READ })
      .toArray();
  }

  /** Those of the ids that a node has reported, in the form of `objectStatuses`. */
  async reported(statusIds: readonly string[]): Promise<string[]> {
    if (statusIds.length === 0) return [];
    return readable(this.mongo, 'objectStatuses').distinct('_id', { _id: { $in: [...statusIds] } });
  }

  /** Ids of a volume's attachments. */
  attachmentsOf(volumeId: string): Promise<string[]> {
    return readable(this.mongo, 'attachments').distinct('_id', { volumeId });
  }

  /** Ids of the attachments of the volume that a snapshot is of: their client holds it meanwhile. None of a snapshot that is gone. */
  async attachmentsOfOrigin(snapshotId: string): Promise<string[]> {
    const snapshot = await readable(this.mongo, 'volumes').findOne({ _id: snapshotId }, { projection: { 'spec.snapshot.of.id': 1 } });
    return snapshot?.spec.snapshot ? this.attachmentsOf(snapshot.spec.snapshot.of.id) : [];
  }
}
