import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { Mongo } from '../../core/mongo/mongo.js';
import type { ObjectStatusDocument } from '../../domain/documents/agent.documents.js';
import type { DriveDocument } from '../../domain/documents/drive.document.js';
import { readable } from '../../domain/store/readable.js';

/** Stored data to compare inventories and reports with. */
@Injectable()
export class AgentMessagesRepository {
  constructor(private readonly mongo: Mongo) {}

  private get drives() {
    return readable(this.mongo, 'drives');
  }
  private get statuses() {
    return readable(this.mongo, 'objectStatuses');
  }

  drivesOf(nodeId: string, session: ClientSession): Promise<DriveDocument[]> {
    return this.drives.find({ nodeId }, { session }).toArray();
  }

  /** Stored statuses of a node, by id. */
  async statusesOf(nodeId: string, session: ClientSession): Promise<Map<string, ObjectStatusDocument>> {
    const found = await this.statuses.find({ nodeId }, { session }).toArray();
    return new Map(found.map((each) => [each._id, each]));
  }
}
