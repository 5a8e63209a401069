import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import type { Lease } from '../../core/leases/leases.js';
import { Mongo } from '../../core/mongo/mongo.js';
import { SettingsService } from '../../settings/settings.service.js';
import { assignmentContent, contentHash } from '../assignment/assignment-content.js';
import type { AssignmentDocument } from '../documents/agent.documents.js';
import { allLegs, anyLeg } from '../documents/volume.document.js';
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

/** Nodes of one transaction of `recomputeAll`. */
const BATCH = 50;

/** Turns the stored world into one assignment per node, for the nodes that a change touches and in its transaction. */
@Injectable()
export class AssignmentsService {
  constructor(
    private readonly mongo: Mongo,
    private readonly settings: SettingsService,
  ) {}

  private get assignments() {
    return writable(this.mongo, 'assignments');
  }

  get(nodeId: string): Promise<AssignmentDocument | null> {
    return this.assignments.findOne({ _id: nodeId });
  }

  /**
   * Writes the assignments of `nodeIds` anew; the generation rises only where the content changed.
   * @returns the generation of each node, to be recorded with the orders that it carries (S12).
   */
  async recompute(session: ClientSession, nodeIds: Iterable<string>): Promise<Map<string, number>> {
    const ids = [...new Set(nodeIds)].sort();
    const { clusterId, spec } = await this.settings.get(session);
    const world = await this.read(session, ids);
    const generations = new Map<string, number>();
    for (const id of ids) {
      const node = world.nodes.get(id);
      if (!node) continue;
      const content = assignmentContent({ ...world, node, settings: spec, ...world.of(id) });
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

  /** The same again under a higher generation than before and than `above`: for an agent that has to take and report everything anew. */
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
   * Of a node that is removed. It is written before it is deleted: a transaction that gives the node something to do at the same time writes it too, so the
   * two conflict and one of them sees what the other did (S5).
   */
  async remove(nodeId: string, session: ClientSession): Promise<void> {
    const nothing = { clusterId: '', generation: 0, hash: '', content: NO_CONTENT, updatedAt: new Date() };
    await this.assignments.replaceOne({ _id: nodeId }, nothing, { upsert: true, session });
    await this.assignments.deleteOne({ _id: nodeId }, { session });
  }

  /** After a change of what every assignment depends on (settings): a batch of nodes in each transaction, so that none is held up for long. */
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
    const nodeIds = [...new Set([...ids, ...attachments.map((attachment) => attachment.nodeId)])];
    const nodes = await readable(this.mongo, 'nodes')
      .find({ _id: { $in: nodeIds } }, { session, projection: { hostId: 1 } })
      .toArray();
    const assignments = await this.assignments.find({ _id: { $in } }, { session, projection: { generation: 1, hash: 1 } }).toArray();
    return {
      nodes: new Map(nodes.map((node) => [node._id, node])),
      hostIds: new Map(nodes.map((node) => [node._id, node.hostId])),
      assignments: new Map(assignments.map((assignment) => [assignment._id, assignment])),
      of: (id: string) => ({
        drives: drives.filter((drive) => drive.nodeId === id),
        attachments: attachments.filter((attachment) => attachment.nodeId === id || attachment.exports.some((each) => each.nodeId === id)),
        volumes: volumes.filter(
          (volume) =>
            allLegs(volume).some((leg) => leg.nodeId === id) ||
            attachments.some((attachment) => attachment.nodeId === id && attachment.volumeId === volume._id),
        ),
      }),
    };
  }
}
