import { Injectable } from '@nestjs/common';
import { Mongo } from '../core/mongo/mongo.js';
import type { JobDocument } from '../jobs/job.document.js';
import type { NodeDocument } from '../nodes/node.document.js';
import type { VolumeDocument } from '../volumes/volume.document.js';

/** How long MongoDB may take before a scrape goes without its part. */
const PATIENCE = { maxTimeMS: 3000 };
/** The driver's own view of each member (SDAM). It has events for changes, but keeps what it knows to itself. */
interface Topology {
  description: { servers: Map<string, { type: string }> };
}

@Injectable()
export class ClusterMetricsRepository {
  constructor(private readonly mongo: Mongo) {}

  async volumeHealths(): Promise<{ name: string; health: string }[]> {
    const volumes = this.mongo.collection<VolumeDocument>('volumes');
    return volumes.find({}, { projection: { name: 1, health: 1 }, ...PATIENCE }).toArray();
  }

  async nodeConnections(): Promise<{ name: string; online: boolean }[]> {
    const nodes = this.mongo.collection<NodeDocument>('nodes');
    const found = await nodes.find({}, { projection: { name: 1, 'connection.state': 1 }, ...PATIENCE }).toArray();
    return found.map(({ name, connection }) => ({ name, online: connection.state === 'online' }));
  }

  async jobStates(): Promise<{ state: string; count: number }[]> {
    const jobs = this.mongo.collection<JobDocument>('jobs');
    const found = await jobs
      .aggregate<{ _id: string; count: number }>([{ $group: { _id: '$state', count: { $sum: 1 } } }], PATIENCE)
      .toArray();
    return found.map(({ _id, count }) => ({ state: _id, count }));
  }

  /** Without asking anybody: what the driver's heartbeats say of each member. */
  members(): { member: string; up: boolean }[] {
    const { topology } = this.mongo.client as unknown as { topology?: Topology };
    return [...(topology?.description.servers ?? [])].map(([member, { type }]) => ({ member, up: type !== 'Unknown' }));
  }
}
