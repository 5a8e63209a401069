import { Injectable } from '@nestjs/common';
import type { Query } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import { DomainError } from '@weft/shared/errors/domain-error';
import { DRILL_SCHEDULE, type DrillKind, drillEnded } from '@weft/shared/kinds/drills/drill';
import { type ClientSession, type Collection, type Filter, MongoServerError } from 'mongodb';
import { Mongo } from '../core/mongo/mongo.js';
import { DUPLICATE_KEY, deleteVersioned, raises } from '../core/mongo/objects.js';
import { findPage, type Page } from '../core/mongo/page.js';
import type { DrillDocument } from '../domain/documents/drill.document.js';

@Injectable()
export class DrillsRepository {
  private readonly drills: Collection<DrillDocument>;

  constructor(private readonly mongo: Mongo) {
    this.drills = mongo.collection<DrillDocument>('drills');
  }

  transaction<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
    return this.mongo.transaction(work);
  }

  page(query: Query<typeof endpoints.listDrills>): Promise<Page<DrillDocument>> {
    const filter: Filter<DrillDocument> = {
      ...(query.kind === undefined ? {} : { kind: query.kind }),
      ...(query.state === undefined ? {} : { state: query.state }),
    };
    return findPage(this.drills, { filter, query, sortFields: { createdAt: 'createdAt' } });
  }

  find(id: string, session?: ClientSession): Promise<DrillDocument | null> {
    return this.drills.findOne({ _id: id }, { session });
  }

  /** Drills that have not ended: at most one, because of the claim. */
  open(session?: ClientSession): Promise<DrillDocument[]> {
    return this.drills.find({ state: { $nin: [...drillEnded] } }, { session, sort: { createdAt: 1 } }).toArray();
  }

  ofOrder(orderId: string, session: ClientSession): Promise<DrillDocument | null> {
    return this.drills.findOne({ 'orders.id': orderId }, { session });
  }

  /** The newest drill of the schedule. */
  newestScheduled(): Promise<DrillDocument | null> {
    return this.drills.findOne({ requestedBy: DRILL_SCHEDULE }, { sort: { createdAt: -1 } });
  }

  /** The newest drill of each kind that has ended with a verdict: done or failed. */
  async latest(kinds: readonly DrillKind[]): Promise<DrillDocument[]> {
    const found = await Promise.all(
      kinds.map((kind) => this.drills.findOne({ kind, state: { $in: ['done', 'failed'] } }, { sort: { createdAt: -1 } })),
    );
    return found.filter((each) => each !== null);
  }

  /** @throws DomainError `drill-open` when another drill has the claim. */
  async insert(drill: DrillDocument, session: ClientSession): Promise<void> {
    try {
      await this.drills.insertOne(drill, { session });
    } catch (error) {
      if (error instanceof MongoServerError && error.code === DUPLICATE_KEY) throw new DomainError('drill-open', {}, { cause: error });
      throw error;
    }
  }

  /** @param kind `live`: only progress has changed. */
  async save(
    { _id, version, revision, createdAt, updatedAt, ...fields }: DrillDocument,
    kind: 'decision' | 'live',
    session: ClientSession,
  ): Promise<void> {
    await this.drills.updateOne({ _id }, { $set: { ...fields, updatedAt: new Date() }, $inc: raises(kind) }, { session });
  }

  remove(id: string, ifMatch: number | undefined, session: ClientSession): Promise<void> {
    return deleteVersioned(this.drills, { id, ifMatch, session });
  }
}
