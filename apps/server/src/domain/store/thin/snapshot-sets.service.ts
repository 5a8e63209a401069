import { Injectable } from '@nestjs/common';
import type { ClientSession, Filter } from 'mongodb';
import { Mongo } from '../../../core/mongo/mongo.js';
import type { SnapshotSetDocument } from '../../documents/snapshot-set.document.js';
import type { VolumeDocument } from '../../documents/volume.document.js';
import type { SetStep, SetWorld } from '../../snapshot/advance-set.js';
import { freezeOf } from '../../snapshot/freeze-order.js';
import type { VolumeWorld } from '../../world/volume-world.js';
import { AssignmentsService } from '../assignments.service.js';
import { WorldStore } from '../world-store.service.js';
import { writable } from '../writable.js';

/** Reads the input of snapshots that are being taken, and writes the result: set, volumes and assignments in one transaction. */
@Injectable()
export class SnapshotSets {
  constructor(
    private readonly mongo: Mongo,
    private readonly worlds: WorldStore,
    private readonly assignments: AssignmentsService,
  ) {}

  private get sets() {
    return writable(this.mongo, 'snapshotSets');
  }

  async ids(filter: Filter<SnapshotSetDocument>): Promise<string[]> {
    const found = await this.sets.find(filter, { projection: { _id: 1 } }).toArray();
    return found.map(({ _id }) => _id);
  }

  async read(id: string, session?: ClientSession): Promise<SetWorld | null> {
    const set = await this.sets.findOne({ _id: id }, { session });
    if (!set) return null;
    const ids = set.spec.members.flatMap(({ volumeId, snapshotId }) => [volumeId, snapshotId]);
    const worlds = await this.worlds.readAll(ids, session);
    const origins = worlds.filter((_, at) => at % 2 === 0);
    const copies = worlds.filter((_, at) => at % 2 === 1);
    const known = [...origins, ...copies].filter((each) => each !== null);
    return { set, origins, copies, now: known[0]?.now ?? new Date() };
  }

  /** Stores a new set with its snapshots, and marks their volumes. */
  async insert(
    set: SnapshotSetDocument,
    copies: readonly VolumeDocument[],
    origins: readonly VolumeWorld[],
    session: ClientSession,
  ): Promise<void> {
    await this.sets.insertOne(set, { session });
    const isScheduled = copies.some(({ spec }) => spec.snapshot?.origin === 'schedule');
    for (const world of origins) {
      const { volume, attachments } = world;
      const tried = isScheduled ? { snapshots: { ...volume.status.snapshots, lastTriedAt: set.createdAt } } : {};
      const marked = { ...volume, spec: { ...volume.spec, snapshotSetId: set._id }, status: { ...volume.status, ...tried } };
      await this.worlds.write({ volume, attachments }, { volume: marked, attachments }, session);
    }
    for (const volume of copies) await this.worlds.write({ volume: null, attachments: [] }, { volume, attachments: [] }, session);
  }

  /** Writes the step of a set that was read in this transaction. */
  async write({ set, origins, copies }: SetWorld, step: SetStep, session: ClientSession): Promise<void> {
    const same = { _id: set._id, revision: set.revision };
    const { revision, updatedAt, ...next } = step.set ?? set;
    const { modifiedCount, deletedCount } = step.set
      ? { ...(await this.sets.replaceOne(same, { ...next, revision: revision + 1, updatedAt: new Date() }, { session })), deletedCount: 0 }
      : { ...(await this.sets.deleteOne(same, { session })), modifiedCount: 0 };
    if (modifiedCount + deletedCount !== 1) throw new Error(`snapshotSets ${set._id} is not stored as it was read.`);
    for (const volume of step.volumes) {
      const world = [...origins, ...copies].find((each) => each?.volume._id === volume._id);
      if (!world) throw new Error(`Volume ${volume._id} is not of the set ${set._id}.`);
      const { attachments } = world;
      await this.worlds.write({ volume: world.volume, attachments }, { volume, attachments }, session);
    }
    // The order to copy is one of the targets: what the client has stays, and its I/O is held meanwhile.
    const isSame = step.set !== null && JSON.stringify(freezeOf(step.set)) === JSON.stringify(freezeOf(set));
    if (set.spec.client && !isSame) await this.assignments.recompute(session, [set.spec.client.id]);
  }
}
