import { Injectable } from '@nestjs/common';
import type { ClientSession, Collection, Filter, UpdateFilter } from 'mongodb';
import { Mongo } from '../../core/mongo/mongo.js';
import { raises } from '../../core/mongo/objects.js';
import type { Stored } from '../../core/mongo/stored.js';
import { together } from '../../core/mongo/transaction.js';
import { dotted } from '../documents/dotted.js';
import type { DriveDocument } from '../documents/drive.document.js';
import type { NodeDocument } from '../documents/node.document.js';
import { allLegs, type VolumeDocument } from '../documents/volume.document.js';
import { freeBytes } from '../drive/drive-state.js';
import { type CacheDrive, cacheDrive } from '../world/cache-drive.js';
import { VolumeWorld } from '../world/volume-world.js';
import { AssignmentsService } from './assignments.service.js';
import { readable } from './readable.js';
import { Reservations } from './reservations.service.js';
import { type Change, type ChangeKind, difference, type Reserved, type Slice, withOrders } from './slice.js';
import { removeAbout, writable } from './writable.js';

/** The fields of `NodeSummary`. */
const summaryFields = {
  ...{ name: 1, 'spec.labels': 1, 'spec.maintenance': 1 },
  ...{ 'status.bootId': 1, 'status.connection': 1, 'status.historyDoubt': 1 },
  'status.inventory.capabilities': 1,
};

/**
 * Reads the input of a volume's state, and writes the result: documents with their versions, reserved bytes (S6) and the resulting assignments
 * (S12), all in the caller's transaction.
 */
@Injectable()
export class WorldStore {
  constructor(
    private readonly mongo: Mongo,
    private readonly assignments: AssignmentsService,
  ) {}

  private get reservations() {
    return new Reservations(this.mongo);
  }
  private get volumes() {
    return writable(this.mongo, 'volumes');
  }
  private get attachments() {
    return writable(this.mongo, 'attachments');
  }
  private get statuses() {
    return readable(this.mongo, 'objectStatuses');
  }

  /** A transaction for decisions that other transactions may make too: one at a time in this process. */
  transaction<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
    return this.mongo.transactionInTurn(work);
  }

  /** The volume, all its attachments and the reports about them. */
  async read(volumeId: string, session: ClientSession | undefined): Promise<VolumeWorld | null> {
    return (await this.readAll([volumeId], session))[0] ?? null;
  }

  /** The same for several volumes, with as many reads as for one. @returns in the order of the ids */
  async readAll(volumeIds: readonly string[], session: ClientSession | undefined): Promise<(VolumeWorld | null)[]> {
    const found = await this.volumes.find({ _id: { $in: [...volumeIds] } }, { session }).toArray();
    const worlds = await this.aroundAll(found, session);
    const byId = new Map(worlds.map((world) => [world.volume._id, world]));
    return volumeIds.map((id) => byId.get(id) ?? null);
  }

  /** The world of a volume that was read already. */
  async around(volume: VolumeDocument): Promise<VolumeWorld> {
    return (await this.aroundAll([volume], undefined))[0] as VolumeWorld;
  }

  /** In the order of the volumes. Each has the nodes and statuses of all of them. */
  private async aroundAll(volumes: readonly VolumeDocument[], session: ClientSession | undefined): Promise<VolumeWorld[]> {
    if (volumes.length === 0) return [];
    const volumeIds = volumes.map(({ _id }) => _id);
    const attachments = await this.attachments.find({ volumeId: { $in: volumeIds } }, { session, sort: { createdAt: 1 } }).toArray();
    const legs = volumes.flatMap(allLegs);
    const nodeIds = new Set([
      ...legs.map((leg) => leg.nodeId),
      ...attachments.flatMap((each) => [each.nodeId, ...each.exports.map((exported) => exported.nodeId)]),
    ]);
    const objectIds = [...legs.map((leg) => leg.id), ...attachments.map((each) => each._id)];
    const [nodes, protection, statuses] = await together(
      [
        () =>
          readable(this.mongo, 'nodes')
            .find<NodeDocument & { clock: Date }>(
              { _id: { $in: [...nodeIds] } },
              { session, projection: { ...summaryFields, clock: '$$NOW' } },
            )
            .toArray(),
        () => this.assignments.protection(session),
        () => this.statuses.find({ objectId: { $in: objectIds } }, { session }).toArray(),
      ],
      session,
    );
    // The database's clock, so that another server that continues this server's work measures the same time.
    const now = nodes[0]?.clock ?? new Date();
    const { authentication, storageEncryption, scrubs, reservedRatio } = protection;
    const summaries = new Map(nodes.map(({ clock, ...node }) => [node._id, node]));
    const worlds: VolumeWorld[] = [];
    for (const volume of volumes) {
      const own = attachments.filter(({ volumeId }) => volumeId === volume._id);
      const caches = await this.cacheDrivesOf(volume, reservedRatio, session);
      worlds.push(new VolumeWorld(volume, own, summaries, statuses, now, authentication, storageEncryption, scrubs, caches));
    }
    return worlds;
  }

  private async cacheDrivesOf({ spec, legs }: VolumeDocument, reservedRatio: number, session?: ClientSession): Promise<CacheDrive[]> {
    if (!spec.cache && !legs.some((leg) => leg.spec.cache)) return [];
    return this.cacheDrives({ nodeId: { $in: legs.map((leg) => leg.nodeId) } }, reservedRatio, session);
  }

  /** Every cache drive. Read in the transaction that reserves bytes on them (S6). */
  async allCacheDrives(session: ClientSession): Promise<CacheDrive[]> {
    return this.cacheDrives({}, (await this.assignments.protection(session)).reservedRatio, session);
  }

  private async cacheDrives(of: Filter<DriveDocument>, reservedRatio: number, session?: ClientSession): Promise<CacheDrive[]> {
    const drives = await readable(this.mongo, 'drives')
      .find({ ...of, 'spec.role': 'cache' }, { session, sort: { _id: 1 } })
      .toArray();
    if (drives.length === 0) return [];
    const able = { _id: { $in: drives.map(({ nodeId }) => nodeId) }, 'status.inventory.capabilities.cache': true };
    const nodes = await readable(this.mongo, 'nodes')
      .find(able, { session, projection: { _id: 1 } })
      .toArray();
    const ableIds = new Set(nodes.map(({ _id }) => _id));
    return drives.map((drive) => cacheDrive({ ...drive, freeBytes: freeBytes(drive, reservedRatio) }, ableIds.has(drive.nodeId)));
  }

  /**
   * Replaces `before`, which was read in this transaction, with `after`.
   * @returns the stored slice: with versions, and with the generations of the new orders.
   * @throws Error when the stored state differs from `before`.
   */
  async write(before: Slice, after: Slice, session: ClientSession): Promise<Slice> {
    const { volume, attachments, reserved, nodeIds } = difference(before, after);
    for (const [driveId, bytes] of reserved) await this.reservations.reserve(driveId, bytes, session);
    await this.makePools(reserved, session);
    for (const each of attachments) await this.store(this.attachments, each, session);
    if (volume) await this.store(this.volumes, volume, session);
    await this.forget(before, after, session);
    const generations = await this.assignments.recompute(session, nodeIds);
    const ordered = withOrders(before, after, generations);
    if (ordered.volume && ordered.volume !== after.volume) {
      const { legs, obsoleteLegs } = ordered.volume;
      await this.volumes.updateOne({ _id: ordered.volume._id }, { $set: obsoleteLegs ? { legs, obsoleteLegs } : { legs } }, { session });
    }
    for (const [at, { _id, exports, spec }] of ordered.attachments.entries())
      if (ordered.attachments[at] !== after.attachments[at])
        await this.attachments.updateOne({ _id }, { $set: { 'spec.orderGeneration': spec.orderGeneration, exports } }, { session });
    return withVersions(ordered, [volume, ...attachments]);
  }

  /**
   * Locks the volume for the rest of the transaction: two transactions that decide on one volume's attachments conflict, and the later one is run
   * again on the result of the first (S3). Also raises the volume's version, because a decision on a volume depends on who has it attached.
   */
  lock(volumeId: string, session: ClientSession): Promise<VolumeDocument | null> {
    return this.volumes.findOneAndUpdate({ _id: volumeId }, { $inc: raises('decision') }, { session, returnDocument: 'after' });
  }

  /** Rewrites the volumes with legs on a node unchanged, so that a concurrent decision on one of them conflicts with this transaction. */
  async touchOfNode(nodeId: string, session: ClientSession): Promise<void> {
    await this.volumes.updateMany({ 'legs.nodeId': nodeId }, { $currentDate: { updatedAt: true } }, { session });
  }

  private async store<T extends Stored>(collection: Collection<T>, change: Change<T>, session: ClientSession): Promise<void> {
    if (change.change === 'insert') {
      await collection.insertOne(change.after as Parameters<typeof collection.insertOne>[0], { session });
      return;
    }
    const { _id, revision } = change.before;
    const same = { _id, revision } as Filter<T>;
    const { done } =
      change.change === 'remove'
        ? { done: (await collection.deleteOne(same, { session })).deletedCount }
        : { done: (await collection.updateOne(same, updateOf(change), { session })).matchedCount };
    if (done !== 1) throw new Error(`${collection.collectionName} ${_id} is not stored as it was read (revision ${revision}).`);
  }

  private async forget(before: Slice, after: Slice, session: ClientSession): Promise<void> {
    const kept = new Set(after.attachments.map(({ _id }) => _id));
    const gone = before.attachments.map(({ _id }) => _id).filter((id) => !kept.has(id));
    if (before.volume && !after.volume) gone.push(before.volume._id, ...allLegs(before.volume).map(({ id }) => id));
    await removeAbout(this.mongo, gone, session);
  }

  /** The first thin leg on a drive brings its pool. */
  private async makePools(reserved: ReadonlyMap<string, Reserved>, session: ClientSession): Promise<void> {
    const driveIds = [...reserved].flatMap(([driveId, { thin }]) => (thin.legs > 0 ? [driveId] : []));
    if (driveIds.length > 0)
      await this.reservations.makePools(driveIds, (await this.assignments.protection(session)).reservedRatio, session);
  }
}

/** The update of the fields that differ. */
export function updateOf<T extends Stored>({ before, after, kind }: { before: T; after: T; kind: ChangeKind }): UpdateFilter<T> {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  const set = [...is].filter(([field, value]) => value !== undefined && value !== was.get(field));
  const unset = [...was].filter(([field, value]) => value !== undefined && is.get(field) === undefined);
  return {
    $set: { ...Object.fromEntries(set), updatedAt: new Date() },
    $inc: raises(kind),
    ...(unset.length > 0 ? { $unset: Object.fromEntries(unset.map(([field]) => [field, 1])) } : {}),
  } as unknown as UpdateFilter<T>;
}

const written = new Set(['_id', 'version', 'revision', 'createdAt', 'updatedAt']);

/** Every field that an update may replace by itself, with its path. */
const fieldsOf = (document: Stored): Map<string, unknown> =>
  new Map(Object.entries(dotted(document)).filter(([field]) => !written.has(field)));

function withVersions({ volume, attachments }: Slice, changes: readonly (Change<Stored> | null)[]): Slice {
  const raised = <T extends Stored>(document: T): T => {
    const change = changes.find((each) => each?.change === 'update' && each.after._id === document._id);
    if (change?.change !== 'update') return document;
    const { version = 0, revision } = raises(change.kind);
    return { ...document, version: change.before.version + version, revision: change.before.revision + revision };
  };
  return { volume: volume && raised(volume), attachments: attachments.map(raised) };
}
