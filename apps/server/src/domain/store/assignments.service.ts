import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import type { Lease } from '../../core/leases/leases.js';
import { Mongo } from '../../core/mongo/mongo.js';
import { SettingsService } from '../../settings/settings.service.js';
import { assignmentContent, contentHash } from '../assignment/assignment-content.js';
import { objectsOfNodes } from '../assignment/objects-of-nodes.js';
import type { AssignmentDocument } from '../documents/agent.documents.js';
import { anyLeg } from '../documents/volume.document.js';
import type { PoolSettings } from '../drive/advance-pool.js';
import type { EncryptionSurroundings } from '../storage-encryption/gap.js';
import type { AuthenticationSurroundings, ScrubSurroundings } from '../world/volume-world.js';
import { AuthenticationPairs, endsOf } from './authentication-pairs.service.js';
import { ExportKeys } from './keys/export-keys.service.js';
import { readable } from './readable.js';
import { writable } from './writable.js';

const NO_CONTENT = {
  hostNqn: '',
  hostId: '',
  connect: { keepAliveSeconds: 1, reconnectDelaySeconds: 1, maxIoQueues: 1, ioPolicy: 'numa' as const },
  drives: [],
  legs: [],
  exports: [],
  attachments: [],
};

/** Number of nodes per transaction of `recomputeAll`. */
const BATCH = 50;

/** Derives one assignment per node from the stored world, for the nodes that a change affects, in the transaction of that change. */
@Injectable()
export class AssignmentsService {
  constructor(
    private readonly mongo: Mongo,
    private readonly settings: SettingsService,
    private readonly pairs: AuthenticationPairs,
    private readonly exportKeys: ExportKeys,
  ) {}

  private get assignments() {
    return writable(this.mongo, 'assignments');
  }

  /** Settings that the state of a volume depends on. */
  async protection(session?: ClientSession): Promise<{
    authentication: AuthenticationSurroundings;
    storageEncryption: EncryptionSurroundings;
    scrubs: ScrubSurroundings;
    reservedRatio: number;
  }> {
    const { spec } = await this.settings.get(session);
    return {
      authentication: { setting: spec.authentication, hasSecretsKey: this.pairs.hasSecretsKey },
      storageEncryption: await this.exportKeys.surroundings(spec.storageEncryption),
      scrubs: spec,
      reservedRatio: spec.reservedRatio,
    };
  }

  /** Settings that the pools of drives depend on. */
  async poolSettings(session?: ClientSession): Promise<PoolSettings> {
    return (await this.settings.get(session)).spec;
  }

  get(nodeId: string): Promise<AssignmentDocument | null> {
    return this.assignments.findOne({ _id: nodeId });
  }

  /**
   * Recomputes the assignments of `nodeIds`; a generation rises only if the content changed.
   * @returns the generation of each node, for the record of the orders that it carries (S12).
   */
  async recompute(session: ClientSession, nodeIds: Iterable<string>): Promise<Map<string, number>> {
    const { clusterId, spec } = await this.settings.get(session);
    let ids = [...new Set(nodeIds)].sort();
    let world = await this.read(session, ids);
    const { pairs, added } = await this.pairs.adapt(ids, endsOf(world.attachments), spec.authentication, session);
    // A new pair changes the assignments of both ends.
    const others = added.flatMap(({ clientId, targetId }) => [clientId, targetId]).filter((id) => !ids.includes(id));
    if (others.length > 0) {
      ids = [...new Set([...ids, ...others])].sort();
      world = await this.read(session, ids);
      pairs.push(...(await this.pairs.of(others, session)));
    }
    await this.exportKeys.adapt(ids, world.attachments, session);
    const byId = new Map(pairs.map((pair) => [pair._id, pair]));
    const generations = new Map<string, number>();
    for (const id of ids) {
      const node = world.nodes.get(id);
      if (!node) continue;
      const content = assignmentContent({ ...world, node, settings: spec, ...world.of(id), pairs: byId });
      const hash = contentHash(content);
      const before = world.assignments.get(id);
      if (before?.hash === hash) {
        generations.set(id, before.generation);
        continue;
      }
      const generation = (before?.generation ?? 0) + 1;
      generations.set(id, generation);
      await this.assignments.replaceOne(
        { _id: id },
        { clusterId, generation, hash, content, updatedAt: new Date() },
        { upsert: true, session },
      );
    }
    return generations;
  }

  /** Stores the same assignment under a generation above the present one and above `above`, so that the agent applies and reports everything again. */
  async raise(session: ClientSession, nodeId: string, above: number): Promise<void> {
    const generation = (await this.recompute(session, [nodeId])).get(nodeId);
    if (generation === undefined) return;
    await this.assignments.updateOne(
      { _id: nodeId },
      { $set: { generation: Math.max(generation, above) + 1, updatedAt: new Date() } },
      { session },
    );
  }

  /**
   * Deletes the assignment of a removed node. It is written first: a concurrent transaction that gives the node an order writes it too, so the two
   * conflict and one of them sees the result of the other (S5).
   */
  async remove(nodeId: string, session: ClientSession): Promise<void> {
    const nothing = { clusterId: '', generation: 0, hash: '', content: NO_CONTENT, updatedAt: new Date() };
    await this.assignments.replaceOne({ _id: nodeId }, nothing, { upsert: true, session });
    await this.assignments.deleteOne({ _id: nodeId }, { session });
  }

  /** For a change that affects every assignment (settings): one batch of nodes per transaction, so that none blocks others for long. */
  async recomputeAll(lease: Pick<Lease, 'transaction'>): Promise<void> {
    const all = await this.assignments.find({}, { projection: { _id: 1 } }).toArray();
    for (let at = 0; at < all.length; at += BATCH)
      await lease.transaction((session) =>
        this.recompute(
          session,
          all.slice(at, at + BATCH).map(({ _id }) => _id),
        ),
      );
  }

  private async read(session: ClientSession, ids: string[]) {
    const $in = ids;
    const drives = await readable(this.mongo, 'drives').find({ nodeId: { $in } }, { session }).toArray();
    const attachments = await readable(this.mongo, 'attachments')
      .find({ $or: [{ nodeId: { $in } }, { 'exports.nodeId': { $in } }] }, { session })
      .toArray();
    const attached = attachments.filter((attachment) => ids.includes(attachment.nodeId)).map((attachment) => attachment.volumeId);
    const volumes = await readable(this.mongo, 'volumes')
      .find({ $or: [anyLeg('nodeId', { $in }), { _id: { $in: attached } }] }, { session })
      .toArray();
    const scrubbed = volumes.filter(({ spec }) => spec.scrub).map(({ spec }) => spec.driveClassId);
    const classes =
      scrubbed.length === 0
        ? []
        : await readable(this.mongo, 'driveClasses')
            .find({ _id: { $in: scrubbed } }, { session, projection: { name: 1 } })
            .toArray();
    const sets = await readable(this.mongo, 'snapshotSets')
      .find({ 'spec.client.id': { $in } }, { session, sort: { _id: 1 } })
      .toArray();
    const nodeIds = [...new Set([...ids, ...attachments.map((attachment) => attachment.nodeId)])];
    const nodes = await readable(this.mongo, 'nodes')
      .find({ _id: { $in: nodeIds } }, { session, projection: { hostId: 1, 'status.inventory.capabilities.incarnations': 1 } })
      .toArray();
    const assignments = await this.assignments.find({ _id: { $in } }, { session, projection: { generation: 1, hash: 1 } }).toArray();
    return {
      attachments,
      nodes: new Map(nodes.map((node) => [node._id, node])),
      classNames: new Map(classes.map(({ _id, name }) => [_id, name])),
      hostIds: new Map(nodes.map((node) => [node._id, node.hostId])),
      assignments: new Map(assignments.map((assignment) => [assignment._id, assignment])),
      of: objectsOfNodes({ drives, volumes, attachments, snapshotSets: sets }),
    };
  }
}
