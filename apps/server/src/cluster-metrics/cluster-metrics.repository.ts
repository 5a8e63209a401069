import { Injectable } from '@nestjs/common';
import type { Condition } from '@weft/shared/kinds/common';
import { FOREIGN_HOST } from '@weft/shared/kinds/condition-types';
import { Mongo } from '../core/mongo/mongo.js';
import type { JobDocument } from '../domain/documents/job.document.js';
import { readable } from '../domain/store/readable.js';

/** Time limit for MongoDB; after it, the scrape omits that part. */
const PATIENCE = { maxTimeMS: 3000 };
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

  /** Nodes, each with whether it has the condition. */
  async nodesWith(type: string): Promise<{ name: string; has: boolean }[]> {
    const nodes = readable(this.mongo, 'nodes');
    const projection = { name: 1, 'status.conditions.type': 1, 'status.conditions.status': 1 };
    const found = await nodes.find({}, { projection, ...PATIENCE }).toArray();
    return found.map(({ name, status: { conditions } }) => ({ name, has: hasCondition(conditions, type, 'true') }));
  }

  /** Drives in service that their online node does not list. */
  async missingDrives(): Promise<{ node: string; drive: string }[]> {
    const drives = readable(this.mongo, 'drives');
    const found = await drives
      .find({ 'status.present': false, 'status.inService': true }, { projection: { nodeName: 1, serial: 1 }, ...PATIENCE })
      .toArray();
    return found.map(({ nodeName: node, serial: drive }) => ({ node, drive }));
  }

  async jobStates(): Promise<{ state: string; count: number }[]> {
    const jobs = this.mongo.collection<JobDocument>('jobs');
    const found = await jobs
      .aggregate<{ _id: string; count: number }>([{ $group: { _id: '$state', count: { $sum: 1 } } }], PATIENCE)
      .toArray();
    return found.map(({ _id, count }) => ({ state: _id, count }));
  }
}
