import { Injectable } from '@nestjs/common';
import type { ClientSession, Collection, Document, Filter } from 'mongodb';
import { Throttle } from '../../core/load/throttle.js';
import { Mongo } from '../../core/mongo/mongo.js';
import { cpuModes } from '../points/metric-value.js';
import type { Field } from '../points/observed.js';
import type { Point } from '../points/point.js';
import { finest, type Tier, type TierName, tiers } from '../points/series.js';
import { insertOptions, type PointDocument, type ProgressDocument, toDocument } from './point.document.js';

/** Batch size; encoding or decoding one batch blocks requests for about 5 ms. Writing it is more work for MongoDB than for this server. */
const PER_INSERT = 200;
const PER_READ = 500;
/** Total rest while a batch of points is written: the next one comes 10 s later, and is lost if it has to wait too long. */
const RESTS_MS = 3000;

const sumsOf = (fields: readonly Field[]) => Object.fromEntries(fields.map((field) => [field, { $sum: `$${field}` }]));

const LOAD_FIELDS = ['reads', 'writes', 'readBytes', 'writtenBytes', 'timeNs'] as const;
/** I/O of one drive, by its id; each number is per second. */
export type DriveLoad = { _id: string } & Record<(typeof LOAD_FIELDS)[number], number>;

/** CPU time of one node, in seconds of all its cores. */
export interface NodeCpu {
  id: string;
  /** Of all modes. */
  seconds: number;
  busySeconds: number;
  /** Spent on exporting legs. */
  exportSeconds: number;
}

/** Counts of nodes that alert rules sum up. */
export type NodeCount = 'nicErrors' | 'rdmaRetransmits';

/** Legs with fewer writes are left out. */
export interface UnevenLimits {
  writes: number;
  times: number;
  seconds: number;
}
/** Legs of one volume, by its id; `seconds`: average of a write. */
export interface UnevenWrites {
  _id: string;
  legs: { id: string; seconds: number }[];
}

@Injectable()
export class StatsRepository {
  constructor(private readonly mongo: Mongo) {}

  /** Points matter less than MongoDB's other work. */
  private points({ collection }: Tier): Collection<PointDocument> {
    return this.mongo.laxCollection<PointDocument>(collection);
  }
  private get progressDocuments() {
    return this.mongo.collection<ProgressDocument>('statisticsProgress');
  }

  /** No caller waits for it, so it spreads its work over some seconds. @throws the driver's errors; some points may be stored then. */
  async insert(tier: Tier, points: readonly Point[]): Promise<void> {
    const throttle = new Throttle((RESTS_MS * PER_INSERT) / points.length);
    for (let from = 0; from < points.length; from += PER_INSERT) {
      await this.points(tier).insertMany(points.slice(from, from + PER_INSERT).map(toDocument), insertOptions);
      if (from + PER_INSERT < points.length) await throttle.rest();
    }
  }

  /** Yields points from `from` to before `to`, of the series that match `of`, in batches: awaiting each point alone would take as long as merging it. */
  async *read(tier: Tier, from: Date, to: Date, of: Filter<PointDocument> = {}, projection?: Document): AsyncGenerator<PointDocument[]> {
    const options = { batchSize: PER_READ, ...(projection ? { projection: { _id: 0, ...projection } } : {}) };
    const cursor = this.points(tier).find({ at: { $gte: from, $lt: to }, ...of }, options);
    try {
      while (await cursor.hasNext()) yield cursor.readBufferedDocuments();
    } finally {
      await cursor.close();
    }
  }

  /** Number of such points; MongoDB counts them, up to `most`. */
  async count(tier: Tier, from: Date, to: Date, of: Filter<PointDocument>, most: number): Promise<number> {
    const [found] = await this.points(tier)
      .aggregate<{ count: number }>([{ $match: { at: { $gte: from, $lt: to }, ...of } }, { $limit: most }, { $count: 'count' }])
      .toArray();
    return found?.count ?? 0;
  }

  /**
   * I/O of every drive: the sum over its legs, each per second of its observed time. MongoDB computes the sums, without the histograms, which are most of
   * a point.
   */
  driveLoads(from: Date, to: Date): Promise<DriveLoad[]> {
    const perSecond = (field: string) => ({ $sum: { $divide: [{ $multiply: [`$${field}`, 1000] }, '$coveredMs'] } });
    return this.points(finest)
      .aggregate<DriveLoad>([
        { $match: { at: { $gte: from, $lt: to }, 'series.kind': 'leg' } },
        { $group: { _id: { leg: '$series.id', drive: '$series.drive' }, ...sumsOf(LOAD_FIELDS), coveredMs: { $sum: '$coveredMs' } } },
        { $match: { coveredMs: { $gt: 0 }, '_id.drive': { $type: 'string' } } },
        { $group: { _id: '$_id.drive', ...Object.fromEntries(LOAD_FIELDS.map((field) => [field, perSecond(field)])) } },
      ])
      .toArray();
  }

  /** CPU time of every node that was observed since then; MongoDB adds it up. The last seconds may be missing. */
  async nodeCpu(from: Date): Promise<NodeCpu[]> {
    const found = await this.points(finest)
      .aggregate<{ _id: string } & Record<Field, number>>([
        { $match: { at: { $gte: from }, 'series.kind': 'node' } },
        { $group: { _id: '$series.id', ...sumsOf([...cpuModes, 'targetTax']) } },
      ])
      .toArray();
    return found.map((node) => {
      const seconds = cpuModes.reduce((sum, mode) => sum + node[mode], 0);
      return { id: node._id, seconds, busySeconds: seconds - node.idle, exportSeconds: node.targetTax };
    });
  }

  /** Sum of a count of each node, by its id, in the minutes from `from` on that are rolled up. Nodes with none are absent. */
  async nodeCounts(field: NodeCount, from: Date): Promise<Map<string, number>> {
    const found = await this.points(tiers[1])
      .aggregate<{ _id: string; count: number }>([
        { $match: { at: { $gte: from }, 'series.kind': 'node', [field]: { $gt: 0 } } },
        { $group: { _id: '$series.id', count: { $sum: `$${field}` } } },
      ])
      .toArray();
    return new Map(found.map(({ _id, count }) => [_id, count]));
  }

  /**
   * Average write of each leg with enough writes since then, in the minutes that are rolled up, of volumes where the slowest is that many times slower
   * than the fastest, and that slow. MongoDB computes them, without the histograms, which are most of a point.
   */
  unevenWrites(from: Date, { writes, times, seconds }: UnevenLimits): Promise<UnevenWrites[]> {
    const sums = { writes: { $sum: { $subtract: ['$writes', { $ifNull: ['$untimedWrites', 0] }] } }, timeNs: { $sum: '$writeTimeNs' } };
    const leg = { id: '$_id.leg', seconds: { $divide: ['$timeNs', { $multiply: ['$writes', 1e9] }] } };
    return this.points(tiers[1])
      .aggregate<UnevenWrites>([
        { $match: { at: { $gte: from }, 'series.kind': 'leg', writeTimeNs: { $gt: 0 } } },
        { $group: { _id: { leg: '$series.id', volume: '$series.volume' }, ...sums } },
        { $match: { writes: { $gte: writes }, timeNs: { $gt: 0 } } },
        { $group: { _id: '$_id.volume', legs: { $push: leg } } },
        {
          $match: { $expr: { $gte: [{ $max: '$legs.seconds' }, { $max: [seconds, { $multiply: [times, { $min: '$legs.seconds' }] }] }] } },
        },
      ])
      .toArray();
  }

  /** Start of the earliest stored step at or after `from`; null: there is none. */
  async earliest(tier: Tier, from: Date): Promise<Date | null> {
    const [found] = await this.points(tier)
      .find({ at: { $gte: from } }, { projection: { at: 1 } })
      .sort({ at: 1 })
      .limit(1)
      .toArray();
    return found?.at ?? null;
  }

  /** Until when each tier is complete; absent: the tier is empty. */
  async progress(): Promise<Map<TierName, Date>> {
    const found = await this.progressDocuments.find().toArray();
    return new Map(found.map(({ _id, until }) => [_id as TierName, until]));
  }

  async setProgress(tier: Tier, until: Date, session: ClientSession): Promise<void> {
    await this.progressDocuments.updateOne({ _id: tier.name }, { $set: { until } }, { upsert: true, session });
  }

  /** Sets how long each tier is kept from now on. */
  async keep(hours: Record<TierName, number>): Promise<void> {
    for (const { name, collection } of tiers)
      await this.mongo.db.command({ collMod: collection, expireAfterSeconds: Math.round(hours[name] * 3600) });
  }
}
