import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Condition } from '@weft/shared/kinds/common';
import type { Held } from '@weft/shared/messages/history';
import type { ObjectStatus } from '@weft/shared/messages/report';
import type { ClientSession } from 'mongodb';
import { Mongo } from '../../core/mongo/mongo.js';
import { raises, updateVersioned } from '../../core/mongo/objects.js';
import type { ServerDocument } from '../../core/servers/servers.js';
import type { SettingsDocument } from '../../settings/settings.service.js';
import type { AssignmentDocument } from '../documents/agent.documents.js';
import { dotted } from '../documents/dotted.js';
import { type NodeDocument, type NodeStatus, REMOVAL_MS, undisputed } from '../documents/node.document.js';
import type { Part } from '../documents/parts.js';
import { readable } from './readable.js';
import { writable } from './writable.js';

export type AgentNode = Part<
  NodeDocument,
  | '_id'
  | 'name'
  | 'status.bootId'
  | 'status.connection'
  | 'status.acceptedGeneration'
  | 'status.offered'
  | 'status.acknowledged'
  | 'status.historyDoubt'
  | 'status.ledgerLoss'
  | 'status.orphans'
  | 'status.conditions'
  | 'status.inventory'
  | 'status.links'
  | 'spec.removal'
  | 'status.holderQuestion'
  | 'status.holderAnswer'
  | 'spec.rotation'
>;
/** Far more offers than a late report can be behind. */
const OFFERS_KEPT = 64;

/** Agents' reports and connections change only the status. */
type Reported = Partial<NodeStatus>;

/** Stores on nodes the agents' reports and connections, and reads the data for the server's answers to agents. */
@Injectable()
export class ReportedNodes {
  constructor(private readonly mongo: Mongo) {}

  private get nodes() {
    return writable(this.mongo, 'nodes');
  }

  transaction<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
    return this.mongo.transaction(work);
  }

  credentialOf(nodeId: string): Promise<Part<NodeDocument, 'name' | 'credentialHash' | 'spec.rotation'> | null> {
    return this.nodes.findOne({ _id: nodeId }, { projection: { name: 1, credentialHash: 1, 'spec.rotation': 1 } });
  }

  /** Stored before it is sent: this credential is then valid next to the old one. @returns false: a newer connection exists, no rotation is requested, or two agents hold the old one. */
  async offerCredential(nodeId: string, connectionId: string, nextHash: string): Promise<boolean> {
    const filter = { _id: nodeId, 'status.connection.connectionId': connectionId, 'spec.rotation': { $exists: true }, ...undisputed };
    return (await this.nodes.updateOne(filter, { $set: { 'spec.rotation.nextHash': nextHash } })).matchedCount > 0;
  }

  /** The agent has stored or used the credential of `nextHash`: the old one becomes invalid. */
  async endRotation(nodeId: string, nextHash: string): Promise<void> {
    await this.nodes.updateOne(
      { _id: nodeId, 'spec.rotation.nextHash': nextHash },
      { $set: { credentialHash: nextHash, updatedAt: new Date() }, $unset: { 'spec.rotation': '' }, $inc: raises('live') },
    );
  }

  node(nodeId: string, session?: ClientSession): Promise<AgentNode | null> {
    return this.nodes.findOne({ _id: nodeId }, { session, projection: { credentialHash: 0 } });
  }

  updateNode(nodeId: string, status: Reported, session?: ClientSession): Promise<NodeDocument> {
    return updateVersioned(this.nodes, { id: nodeId, set: dotted({ status }), live: true, session });
  }

  /** Makes a connection the node's newest; null: the node is removed, or being removed. */
  async connect(nodeId: string, status: Reported): Promise<NodeDocument | null> {
    return this.nodes.findOneAndUpdate(
      { _id: nodeId, $or: [{ 'spec.removal': { $exists: false } }, { 'spec.removal': { $lt: new Date(Date.now() - REMOVAL_MS) } }] },
      { $set: { ...dotted({ status }), updatedAt: new Date() }, $inc: raises('live') },
      { returnDocument: 'after' },
    );
  }

  /** Asks the server that holds the node's connection whether its agent answers. @returns the id of the question. */
  async askHolder(nodeId: string): Promise<string> {
    const holderQuestion = randomUUID();
    await this.nodes.updateOne({ _id: nodeId }, { $set: { 'status.holderQuestion': holderQuestion }, $inc: raises('live') });
    return holderQuestion;
  }

  async answerHolder(nodeId: string, connectionId: string, holderAnswer: string): Promise<void> {
    const filter = { _id: nodeId, 'status.connection.connectionId': connectionId, 'status.holderQuestion': holderAnswer };
    await this.nodes.updateOne(filter, { $set: { 'status.holderAnswer': holderAnswer }, $inc: raises('live') });
  }

  /** Changes a node only if `connectionId` is its newest connection. @returns whether it is. */
  async updateConnected(nodeId: string, connectionId: string, status: Reported): Promise<boolean> {
    const change = { $set: { ...dotted({ status }), updatedAt: new Date() }, $inc: raises('live') };
    return (await this.nodes.updateOne({ _id: nodeId, 'status.connection.connectionId': connectionId }, change)).matchedCount > 0;
  }

  /**
   * Stored before it is sent, so that the database knows every assignment that the agent may have on its disk.
   * @returns false: this connection is not the newest, or the node's history is in doubt; nothing may be sent.
   */
  async offer(nodeId: string, connectionId: string, held: Held): Promise<boolean> {
    const { matchedCount } = await this.nodes.updateOne(
      { _id: nodeId, 'status.connection.connectionId': connectionId, 'status.historyDoubt': null },
      { $push: { 'status.offered': { $each: [held], $slice: -OFFERS_KEPT } }, $set: { updatedAt: new Date() }, $inc: raises('live') },
    );
    return matchedCount > 0;
  }

  /** History id of this database. @throws Error when the settings are missing. */
  async historyId(session?: ClientSession): Promise<string> {
    const settings = await this.mongo
      .collection<SettingsDocument>('settings')
      .findOne({ _id: 'cluster' }, { session, projection: { historyId: 1 } });
    if (!settings) throw new Error('The settings are missing in the database: it was emptied while the server ran. Restart the server.');
    return settings.historyId;
  }

  /** A connection ended: the node is lost from now on, unless a newer connection has taken over. */
  async markLost(nodeId: string, connectionId: string, session?: ClientSession): Promise<void> {
    const now = new Date();
    const lost = {
      'status.connection.state': 'lost' as const,
      'status.connection.since': now,
      'status.connection.serverId': null,
      updatedAt: now,
    };
    await this.nodes.updateOne(
      { _id: nodeId, 'status.connection.connectionId': connectionId, 'status.connection.state': 'online' },
      { $set: lost, $inc: { ...raises('live'), 'status.connectionLosses': 1 } },
      { session },
    );
  }

  /** Marks all nodes that are connected to a stopping server as lost. */
  async markAllLost(serverId: string): Promise<void> {
    const now = new Date();
    const lost = {
      'status.connection.state': 'lost' as const,
      'status.connection.since': now,
      'status.connection.serverId': null,
      updatedAt: now,
    };
    await this.nodes.updateMany({ 'status.connection.serverId': serverId }, { $set: lost, $inc: raises('live') });
  }

  async setConditions(nodeId: string, change: (conditions: Condition[]) => Condition[]): Promise<void> {
    await this.transaction(async (session) => {
      const node = await this.node(nodeId, session);
      if (!node) return;
      const conditions = change(node.status.conditions);
      if (JSON.stringify(conditions) !== JSON.stringify(node.status.conditions)) await this.updateNode(nodeId, { conditions }, session);
    });
  }

  /** Nodes that count as online on a server that was last seen more than `silentForMs` ago, by the database's clock. */
  async onDeadServers(silentForMs: number): Promise<{ nodeId: string; connectionId: string }[]> {
    const alive = await this.mongo
      .collection<ServerDocument>('servers')
      .find({ $expr: { $gt: ['$seenAt', { $subtract: ['$$NOW', silentForMs] }] } }, { projection: { _id: 1 } })
      .toArray();
    const nodes = await this.nodes
      .find(
        { 'status.connection.state': 'online', 'status.connection.serverId': { $nin: alive.map(({ _id }) => _id) } },
        { projection: { 'status.connection': 1 } },
      )
      .toArray();
    return nodes.map(({ _id, status: { connection } }) => ({ nodeId: _id, connectionId: connection.connectionId ?? '' }));
  }

  /** Those of the nodes that are online: the id of their connection, and their boot. */
  async online(nodeIds: readonly string[]): Promise<Map<string, { connectionId: string | null; bootId: string | null }>> {
    const found = await this.nodes
      .find(
        { _id: { $in: [...nodeIds] }, 'status.connection.state': 'online' },
        { projection: { 'status.connection': 1, 'status.bootId': 1 } },
      )
      .toArray();
    return new Map(
      found.map(({ _id, status: { connection, bootId } }) => [_id, { connectionId: connection.connectionId ?? null, bootId }]),
    );
  }

  /**
   * Exports that targets report up under their present boots, with the client of each.
   * @param targetIds all exports of these
   * @param statusIds and these exports (`<nodeId>/export/<attachmentId>`)
   * @param bootOf the present boot of an online target; undefined: it is not online
   */
  async exportsUp(
    { targetIds, statusIds }: { targetIds: readonly string[]; statusIds: readonly string[] },
    bootOf: (nodeId: string) => string | null | undefined,
  ): Promise<{ clientId: string; subsystemNqn: string }[]> {
    const statuses = await readable(this.mongo, 'objectStatuses')
      .find({ $or: [{ nodeId: { $in: [...targetIds] }, kind: 'export' }, { _id: { $in: [...statusIds] } }] })
      .toArray();
    const up = statuses.filter(({ nodeId, bootId, status }) => bootId === bootOf(nodeId) && isUp(status));
    if (up.length === 0) return [];
    const attachments = await readable(this.mongo, 'attachments')
      .find({ _id: { $in: up.map(({ objectId }) => objectId) } }, { projection: { nodeId: 1, exports: 1 } })
      .toArray();
    const upIds = new Set(up.map(({ nodeId, objectId }) => `${nodeId} ${objectId}`));
    return attachments.flatMap(({ _id, nodeId: clientId, exports }) =>
      exports
        .filter(({ nodeId, spec: { desired } }) => upIds.has(`${nodeId} ${_id}`) && desired === 'exported')
        .map(({ subsystemNqn }) => ({ clientId, subsystemNqn })),
    );
  }

  assignment(nodeId: string, session?: ClientSession): Promise<AssignmentDocument | null> {
    return readable(this.mongo, 'assignments').findOne({ _id: nodeId }, { session });
  }
}

const isUp = (status: ObjectStatus): boolean =>
  status.kind === 'export' &&
  status.observed.namespaces.some(({ enabled }) => enabled) &&
  status.observed.portals.some(({ linked }) => linked);
