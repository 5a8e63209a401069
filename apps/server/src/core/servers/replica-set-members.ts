import { Injectable } from '@nestjs/common';
import { Mongo } from '../mongo/mongo.js';

/** The driver's view of each member (SDAM). The driver publishes events for changes, but its current view is private. */
interface Topology {
  description: { servers: Map<string, { type: string }> };
}

@Injectable()
export class ReplicaSetMembers {
  constructor(private readonly mongo: Mongo) {}

  /** The state of each member by the driver's heartbeats; sends no query. */
  read(): { member: string; up: boolean }[] {
    const { topology } = this.mongo.client as unknown as { topology?: Topology };
    return [...(topology?.description.servers ?? [])].map(([member, { type }]) => ({ member, up: type !== 'Unknown' }));
  }
}
