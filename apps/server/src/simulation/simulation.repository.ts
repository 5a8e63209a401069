import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { Mongo } from '../core/mongo/mongo.js';
import { readable } from '../domain/store/readable.js';

@Injectable()
export class SimulationRepository {
  constructor(private readonly mongo: Mongo) {}

  transaction<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
    return this.mongo.transactionInTurn(work);
  }

  async nodeId(name: string, session: ClientSession): Promise<string | undefined> {
    const found = await readable(this.mongo, 'nodes').findOne({ name }, { session, projection: { _id: 1 } });
    return found?._id;
  }
}
