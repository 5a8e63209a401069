import { Injectable } from '@nestjs/common';
import type { Collection } from 'mongodb';
import { Mongo } from '../../core/mongo/mongo.js';
import { insertOptions } from '../history/point.document.js';
import { type Tier, tiers } from '../points/series.js';
import { CAPACITY, type CapacityDocument, type ClassSample, fromCapacityDocument, toCapacityDocument } from './capacity.document.js';

/** Batch size; decoding one batch blocks requests for about 5 ms. */
const PER_READ = 500;
const hours: Tier = tiers[2];

@Injectable()
export class CapacityRepository {
  constructor(private readonly mongo: Mongo) {}

  private get samples(): Collection<CapacityDocument> {
    return this.mongo.laxCollection<CapacityDocument>(hours.collection);
  }

  async insert(samples: readonly ClassSample[]): Promise<void> {
    await this.samples.insertMany(samples.map(toCapacityDocument), insertOptions);
  }

  /** Whether there is any sample from `from` on. */
  async hasAny(from: number): Promise<boolean> {
    return (await this.samples.findOne({ 'series.id': CAPACITY, at: { $gte: new Date(from) } }, { projection: { at: 1 } })) !== null;
  }

  /** Yields the samples from `from` on in batches, in no order. */
  async *read(from: number): AsyncGenerator<ClassSample[]> {
    const projection = { _id: 0, at: 1, 'series.driveClass': 1, capacityBytes: 1, allocatedBytes: 1, freeBytes: 1 };
    const cursor = this.samples.find({ 'series.id': CAPACITY, at: { $gte: new Date(from) } }, { batchSize: PER_READ, projection });
    try {
      while (await cursor.hasNext()) yield cursor.readBufferedDocuments().map(fromCapacityDocument);
    } finally {
      await cursor.close();
    }
  }
}
