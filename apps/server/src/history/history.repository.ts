import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { Mongo } from '../core/mongo/mongo.js';
import type { AssignmentDocument } from '../domain/documents/agent.documents.js';
import type { NodeDocument } from '../domain/documents/node.document.js';
import { readable } from '../domain/store/readable.js';

@Injectable()
export class HistoryRepository {
  constructor(private readonly mongo: Mongo) {}

  private get nodes() {
    return readable(this.mongo, 'nodes');
  }

  transaction<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
    return this.mongo.transactionInTurn(work);
  }

  /** Nodes whose memory contradicts the database's. */
  doubted(): Promise<NodeDocument[]> {
    return this.nodes
      .find(
        { $or: [{ 'status.historyDoubt': { $ne: null } }, { 'status.ledgerLoss': { $ne: null } }] },
        { sort: { name: 1 }, projection: { 'status.inventory': 0 } },
      )
      .toArray();
  }

  byDoubt(doubtId: string, session: ClientSession): Promise<NodeDocument | null> {
    return this.nodes.findOne({ $or: [{ 'status.historyDoubt.id': doubtId }, { 'status.ledgerLoss.id': doubtId }] }, { session });
  }

  async assignments(nodeIds: string[]): Promise<Map<string, AssignmentDocument>> {
    const found = await readable(this.mongo, 'assignments')
      .find({ _id: { $in: nodeIds } })
      .toArray();
    return new Map(found.map((each) => [each._id, each]));
  }
}
