import { Injectable } from '@nestjs/common';
import { FOREIGN_HOST } from '@weft/shared/kinds/condition-types';
import { Mongo } from '../core/mongo/mongo.js';
import type { JobDocument } from '../domain/documents/job.document.js';
import { readable } from '../domain/store/readable.js';

/** Time limit for MongoDB; after it, the scrape omits that part. */
const PATIENCE = { maxTimeMS: 3000 };

export interface NodeFacts {
  name: string;
  online: boolean;
  /** Types of its conditions that are true. */
  conditions: readonly string[];
}

@Injectable()
export class ClusterMetricsRepository {
  constructor(private readonly mongo: Mongo) {}

  async volumeHealths(): Promise<{ name: string; health: string }[]> {
    const volumes = readable(this.mongo, 'volumes');
    const found = await volumes.find({}, { projection: { name: 1, 'status.health': 1 }, ...PATIENCE }).toArray();
    return found.map(({ name, status: { health } }) => ({ name, health }));
  }

  async nodes(): Promise<NodeFacts[]> {
    const fields = ['name', 'status.connection.state', 'status.conditions.type', 'status.conditions.status'];
    const found = await readable(this.mongo, 'nodes')
      .find({}, { projection: Object.fromEntries(fields.map((field) => [field, 1])), ...PATIENCE })
      .toArray();
    return found.map(({ name, status: { connection, conditions } }) => ({
      ...{ name, online: connection.state === 'online' },
      conditions: conditions.flatMap(({ type, status }) => (status === 'true' ? [type] : [])),
    }));
  }

  /** Attachments, each with whether a foreign host (not the client) is connected to one of its exports. */
  async foreignHosts(): Promise<{ volume: string; client: string; foreign: boolean }[]> {
    const attachments = readable(this.mongo, 'attachments');
    const projection = { volumeName: 1, nodeName: 1, 'status.conditions.type': 1, 'status.conditions.status': 1 };
    const found = await attachments.find({}, { projection, ...PATIENCE }).toArray();
    return found.map(({ volumeName: volume, nodeName: client, status: { conditions } }) => ({
      volume,
      client,
      foreign: conditions.some(({ type, status }) => type === FOREIGN_HOST && status === 'true'),
    }));
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
