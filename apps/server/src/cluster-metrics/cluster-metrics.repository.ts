import { Injectable } from '@nestjs/common';
import { FOREIGN_HOST } from '@weft/shared/kinds/condition-types';
import { Mongo } from '../core/mongo/mongo.js';
import type { PoolStatusDocument } from '../domain/documents/drive.document.js';
import type { JobDocument } from '../domain/documents/job.document.js';
import { checksumErrorsIn, WITH_CHECKSUM_ERRORS } from '../domain/integrity/checksum-errors.js';
import { errorsOf } from '../domain/integrity/leg-checksums.js';
import { mismatchBytesOf, scrubDueAt, WRITING } from '../domain/scrub/scrub-facts.js';
import { dueAt } from '../domain/snapshot/schedule.js';
import { readable } from '../domain/store/readable.js';
import { SettingsService } from '../settings/settings.service.js';

/** Time limit for MongoDB; after it, the scrape omits that part. */
const PATIENCE = { maxTimeMS: 3000 };

export interface NodeFacts {
  name: string;
  online: boolean;
  /** How often its connection was lost. */
  losses: number;
  /** Types of its conditions that are true. */
  conditions: readonly string[];
}

export interface ScrubFacts {
  name: string;
  mismatchBytes: number;
  due: number | null;
  completed: number | null;
}

export interface PoolFacts {
  node: string;
  drive: string;
  pool: PoolStatusDocument;
}

@Injectable()
export class ClusterMetricsRepository {
  constructor(
    private readonly mongo: Mongo,
    private readonly settings: SettingsService,
  ) {}

  async volumeHealths(): Promise<{ name: string; health: string }[]> {
    const volumes = readable(this.mongo, 'volumes');
    const found = await volumes.find({}, { projection: { name: 1, 'status.health': 1 }, ...PATIENCE }).toArray();
    return found.map(({ name, status: { health } }) => ({ name, health }));
  }

  /** Mirrored volumes that were looked at for scrubs. Times in seconds since 1970. */
  async scrubs(): Promise<ScrubFacts[]> {
    const fields = ['name', 'spec.scrubIntervalDays', 'status.scrub', 'status.conditions'];
    const projection = Object.fromEntries(fields.map((field) => [field, 1]));
    const [volumes, writers, settings] = await Promise.all([
      readable(this.mongo, 'volumes')
        .find({ 'status.scrub': { $exists: true } }, { projection, ...PATIENCE })
        .toArray(),
      readable(this.mongo, 'attachments').distinct('volumeId', WRITING, PATIENCE),
      this.settings.get(),
    ]);
    const attached = new Set<string>(writers);
    return volumes.map((volume) => {
      const due = attached.has(volume._id) ? scrubDueAt(volume, settings.spec.scrubIntervalDays) : null;
      const completed = volume.status.scrub?.lastCompletedAt ?? null;
      const [dueSeconds, completedSeconds] = [due, completed].map((at) => (at ? at.getTime() / 1000 : null));
      return { name: volume.name, mismatchBytes: mismatchBytesOf(volume), due: dueSeconds ?? null, completed: completedSeconds ?? null };
    });
  }

  /** Volumes whose legs returned wrong bytes. */
  async checksumErrors(): Promise<{ name: string; errors: number }[]> {
    const found = await readable(this.mongo, 'volumes')
      .find(WITH_CHECKSUM_ERRORS, { projection: { name: 1, 'status.conditions': 1 }, ...PATIENCE })
      .toArray();
    return found.map((volume) => ({ name: volume.name, errors: checksumErrorsIn(volume) }));
  }

  /** Legs that returned wrong bytes. Two legs of a volume on one drive count together. */
  async checksumErrorsOfLegs(): Promise<{ volume: string; node: string; drive: string; errors: number }[]> {
    const projection = { name: 1, 'legs.id': 1, 'legs.nodeName': 1, 'legs.driveSerial': 1, 'status.checksums': 1 };
    const found = await readable(this.mongo, 'volumes')
      .find({ 'status.checksums.errors': { $gt: 0 } }, { projection, ...PATIENCE })
      .toArray();
    const sums = new Map<string, { volume: string; node: string; drive: string; errors: number }>();
    for (const { name, legs, status } of found)
      for (const { id, nodeName, driveSerial } of legs) {
        const errors = errorsOf({ status }, id);
        const key = JSON.stringify([name, nodeName, driveSerial]);
        if (errors > 0) sums.set(key, { volume: name, node: nodeName, drive: driveSerial, errors: errors + (sums.get(key)?.errors ?? 0) });
      }
    return [...sums.values()];
  }

  /** Volumes with a schedule of snapshots, and when the next one is due, in seconds since 1970. */
  async snapshotsDue(): Promise<{ name: string; due: number }[]> {
    const projection = { name: 1, 'spec.snapshotSchedule': 1, 'status.snapshots.lastTakenAt': 1 };
    const found = await readable(this.mongo, 'volumes')
      .find({ 'spec.snapshotSchedule': { $ne: null } }, { projection, ...PATIENCE })
      .toArray();
    return found.flatMap((volume) => {
      const due = dueAt(volume);
      return due ? [{ name: volume.name, due: due.getTime() / 1000 }] : [];
    });
  }

  async nodes(): Promise<NodeFacts[]> {
    const fields = ['name', 'status.connection.state', 'status.connectionLosses', 'status.conditions.type', 'status.conditions.status'];
    const found = await readable(this.mongo, 'nodes')
      .find({}, { projection: Object.fromEntries(fields.map((field) => [field, 1])), ...PATIENCE })
      .toArray();
    return found.map(({ name, status: { connection, connectionLosses = 0, conditions } }) => ({
      ...{ name, online: connection.state === 'online', losses: connectionLosses },
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
  /** Reported pools of thin legs. */
  async pools(): Promise<PoolFacts[]> {
    const found = await readable(this.mongo, 'drives')
      .find({ 'status.pool': { $exists: true } }, { projection: { serial: 1, nodeName: 1, 'status.pool': 1 }, ...PATIENCE })
      .toArray();
    return found.flatMap(({ nodeName: node, serial: drive, status: { pool } }) => (pool ? [{ node, drive, pool }] : []));
  }

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
