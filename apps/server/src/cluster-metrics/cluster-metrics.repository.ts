import { Injectable } from '@nestjs/common';
import type { Condition } from '@weft/shared/kinds/common';
import { FOREIGN_HOST, IDENTITY_SHARED } from '@weft/shared/kinds/condition-types';
import { Mongo } from '../core/mongo/mongo.js';
import type { JobDocument } from '../domain/documents/job.document.js';
import { readable } from '../domain/store/readable.js';

/** Time limit for MongoDB; after it, the scrape omits that part. */
const PATIENCE = { maxTimeMS: 3000 };
/** The driver's view of each member (SDAM). The driver publishes events for changes, but its current view is private. */
interface Topology {
  description: { servers: Map<string, { type: string }> };
}

const hasCondition = (conditions: readonly Condition[], type: string, status: Condition['status']): boolean =>
  conditions.some((each) => each.type === type && each.status === status);

@Injectable()
export class ClusterMetricsRepository {
  constructor(private readonly mongo: Mongo) {}

  async volumeHealths(): Promise<{ name: string; health: string }[]> {
    const volumes = readable(this.mongo, 'volumes');
    const found = await volumes.find({}, { projection: { name: 1, 'status.health': 1 }, ...PATIENCE }).toArray();
    return found.map(({ name, status: { health } }) => ({ name, health }));
  }

  async nodeConnections(): Promise<{ name: string; online: boolean }[]> {
    const nodes = readable(this.mongo, 'nodes');
    const found = await nodes.find({}, { projection: { name: 1, 'status.connection.state': 1 }, ...PATIENCE }).toArray();
    return found.map(({ name, status: { connection } }) => ({ name, online: connection.state === 'online' }));
  }

  /** Nodes, each with whether a second agent holds its credential. */
  async nodeIdentities(): Promise<{ name: string; disputed: boolean }[]> {
    const nodes = readable(this.mongo, 'nodes');
    const found = await nodes
      .find({}, { projection: { name: 1, 'status.conditions.type': 1, 'status.conditions.status': 1 }, ...PATIENCE })
      .toArray();
    return found.map(({ name, status: { conditions } }) => ({ name, disputed: hasCondition(conditions, IDENTITY_SHARED, 'true') }));
  }

  /** Attachments, each with whether a foreign host (not the client) is connected to one of its exports. */
  async foreignHosts(): Promise<{ volume: string; client: string; foreign: boolean }[]> {
    const attachments = readable(this.mongo, 'attachments');
    const projection = { volumeName: 1, nodeName: 1, 'status.conditions.type': 1, 'status.conditions.status': 1 };
    const found = await attachments.find({}, { projection, ...PATIENCE }).toArray();
    return found.map(({ volumeName: volume, nodeName: client, status: { conditions } }) => ({
      volume,
      client,
      foreign: hasCondition(conditions, FOREIGN_HOST, 'true'),
    }));
  }

  async jobStates(): Promise<{ state: string; count: number }[]> {
    const jobs = this.mongo.collection<JobDocument>('jobs');
    const found = await jobs
      .aggregate<{ _id: string; count: number }>([{ $group: { _id: '$state', count: { $sum: 1 } } }], PATIENCE)
      .toArray();
    return found.map(({ _id, count }) => ({ state: _id, count }));
  }

  /** The state of each member by the driver's heartbeats; sends no query. */
  members(): { member: string; up: boolean }[] {
    const { topology } = this.mongo.client as unknown as { topology?: Topology };
    return [...(topology?.description.servers ?? [])].map(([member, { type }]) => ({ member, up: type !== 'Unknown' }));
  }
}
