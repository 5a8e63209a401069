import { Injectable } from '@nestjs/common';
import type { Query } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import type { SnapshotState } from '@weft/shared/kinds/snapshot';
import type { ObjectStatus } from '@weft/shared/messages/report';
import type { ClientSession, Filter } from 'mongodb';
import { Mongo } from '../core/mongo/mongo.js';
import { findPage } from '../core/mongo/page.js';
import type { NodeDocument } from '../domain/documents/node.document.js';
import type { VolumeDocument } from '../domain/documents/volume.document.js';
import { readable } from '../domain/store/readable.js';

const states: Record<SnapshotState, Filter<VolumeDocument>> = {
  deleting: { 'status.state': 'deleting' },
  pending: { 'status.state': { $ne: 'deleting' }, $or: [{ 'spec.snapshot.isPending': true }, { 'status.state': 'creating' }] },
  ready: { 'status.state': 'available', 'spec.snapshot.isPending': false },
};

/** Snapshots: volumes with the data of another one's moment. */
@Injectable()
export class SnapshotsRepository {
  constructor(private readonly mongo: Mongo) {}

  private get volumes() {
    return readable(this.mongo, 'volumes');
  }

  page({ volumeId, state, ...query }: Query<typeof endpoints.listSnapshots>) {
    const filter: Filter<VolumeDocument> = {
      'spec.snapshot': { $exists: true },
      ...(volumeId !== undefined && { 'spec.snapshot.of.id': volumeId }),
      ...(state !== undefined && states[state]),
    };
    return findPage(this.volumes, { filter, query, sortFields: { createdAt: 'createdAt' } });
  }

  find(id: string, session?: ClientSession): Promise<VolumeDocument | null> {
    return this.volumes.findOne({ _id: id, 'spec.snapshot': { $exists: true } }, { session });
  }

  findByName(name: string, session: ClientSession): Promise<VolumeDocument | null> {
    return this.volumes.findOne({ name }, { session });
  }

  /** Volumes with a schedule. */
  scheduled(): Promise<VolumeDocument[]> {
    return this.volumes.find({ 'spec.snapshotSchedule': { $type: 'object' } }, { sort: { _id: 1 } }).toArray();
  }

  /** Ready snapshots that the schedule of a volume took. */
  takenBySchedule(volumeId: string): Promise<VolumeDocument[]> {
    return this.volumes.find({ ...states.ready, 'spec.snapshot.of.id': volumeId, 'spec.snapshot.origin': 'schedule' }).toArray();
  }

  async attachedIds(ids: readonly string[]): Promise<Set<string>> {
    const found = await readable(this.mongo, 'attachments')
      .find({ volumeId: { $in: [...ids] } }, { projection: { volumeId: 1 } })
      .toArray();
    return new Set(found.map(({ volumeId }) => volumeId));
  }

  /** Bytes that thin legs use of their pools, as their targets reported them last, by leg id. */
  async mappedBytes(legIds: readonly string[]): Promise<Map<string, number>> {
    const found = await readable(this.mongo, 'objectStatuses')
      .find({ objectId: { $in: [...legIds] } })
      .toArray();
    return new Map(found.flatMap(({ objectId, status }) => mappedOf(objectId, status)));
  }

  node(id: string, session: ClientSession) {
    return readable(this.mongo, 'nodes').findOne<NodeDocument>(
      { _id: id },
      { session, projection: { 'status.inventory.capabilities.thin': 1 } },
    );
  }
}

function mappedOf(id: string, status: ObjectStatus): [string, number][] {
  const bytes = status.kind === 'leg' ? status.observed.thin?.mappedBytes : null;
  return bytes == null ? [] : [[id, bytes]];
}
