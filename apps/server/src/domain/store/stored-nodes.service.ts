import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { Condition } from '@weft/shared/kinds/common';
import { CREDENTIAL_REVOKED, IDENTITY_SHARED } from '@weft/shared/kinds/condition-types';
import type { NodeUpdate } from '@weft/shared/kinds/node';
import { nodeRef } from '@weft/shared/text/references';
import { type ClientSession, MongoServerError } from 'mongodb';
import { Mongo } from '../../core/mongo/mongo.js';
import { DUPLICATE_KEY, deleteVersioned, notFound, raises, updateVersioned } from '../../core/mongo/objects.js';
import { dotted } from '../documents/dotted.js';
import type { MaintenanceDocument } from '../documents/maintenance.document.js';
import { type HistoryDoubtDocument, type NodeDocument, type NodeStatus, undisputed } from '../documents/node.document.js';
import type { ScheduleWrite } from './stored-drives.service.js';
import { removeAbout, writable } from './writable.js';

/** Stores people's requests on nodes. ReportedNodes stores agents' reports. */
@Injectable()
export class StoredNodes {
  constructor(private readonly mongo: Mongo) {}

  private get nodes() {
    return writable(this.mongo, 'nodes');
  }

  /** @throws DomainError `name-taken` */
  async insert(node: NodeDocument, session: ClientSession): Promise<void> {
    try {
      await this.nodes.insertOne(node, { session });
    } catch (error) {
      if (error instanceof MongoServerError && error.code === DUPLICATE_KEY)
        throw new DomainError('node-name-taken', { nodeName: node.name }, { cause: error, field: 'name' });
      throw error;
    }
  }

  update(id: string, ifMatch: number | undefined, spec: NodeUpdate): Promise<NodeDocument> {
    return updateVersioned(this.nodes, { id, ifMatch, set: dotted({ spec }) });
  }

  /** Stores an administrator's decision on the node's history. The version stays, because nothing else changed. */
  async settle(id: string, status: Partial<NodeStatus>, session: ClientSession): Promise<void> {
    await updateVersioned(this.nodes, { id, set: dotted({ status }), live: true, session });
  }

  /** Marks the node: its assignment belongs to another history than this database's. */
  async doubt(id: string, historyDoubt: HistoryDoubtDocument, session: ClientSession): Promise<void> {
    await this.nodes.updateOne(
      { _id: id },
      {
        $set: { 'status.historyDoubt': historyDoubt, updatedAt: new Date() },
        $unset: { 'status.offered': 1, 'status.acknowledged': 1 },
        $inc: raises('live'),
      },
      { session },
    );
  }

  async schedule(id: string, { ifMatch, scheduling, since, live }: ScheduleWrite, session: ClientSession): Promise<void> {
    const set = { 'spec.scheduling': scheduling, 'spec.schedulingSince': since };
    await updateVersioned(this.nodes, { id, ifMatch, set, live, session });
  }

  async setMaintenance(id: string, ifMatch: number, maintenance: MaintenanceDocument, session: ClientSession): Promise<void> {
    await updateVersioned(this.nodes, { id, ifMatch, set: { 'spec.maintenance': maintenance }, session });
  }

  async expireMaintenance({ id, until }: { id: string; until: Date }, session: ClientSession): Promise<void> {
    await this.nodes.updateOne(
      { _id: id, 'spec.maintenance.until': until, 'spec.maintenance.endedAt': null },
      { $set: { 'spec.maintenance.endedAt': until, updatedAt: new Date() }, $inc: raises('decision') },
      { session },
    );
  }

  /**
   * Makes this credential the node's only one, and settles a dispute over its identity. The server refuses reports over connections with another credential.
   * @param condition why the node has no valid credential; undefined: it has
   * @throws DomainError `not-found`
   */
  async renewCredential(id: string, credentialHash: string, session: ClientSession, condition?: Condition): Promise<NodeDocument> {
    const known = await this.nodes.findOne({ _id: id }, { session, projection: { 'status.conditions': 1 } });
    const conditions = (known?.status.conditions ?? []).filter(({ type }) => type !== IDENTITY_SHARED && type !== CREDENTIAL_REVOKED);
    const node = await this.nodes.findOneAndUpdate(
      { _id: id },
      {
        $set: {
          credentialHash,
          'status.conditions': condition ? [...conditions, condition] : conditions,
          'status.connection.connectionId': `ended ${randomUUID()}`,
          'status.connection.state': 'lost',
          'status.connection.since': new Date(),
          updatedAt: new Date(),
        },
        $unset: { 'spec.rotation': '' },
        $inc: raises('live'),
      },
      { session, returnDocument: 'after' },
    );
    if (!node) throw notFound('nodes', id);
    return node;
  }

  /**
   * Requests a new credential; the server that holds the agent's connection sends it.
   * @throws DomainError `not-found`, `wrong-state` when no agent is connected, or two hold the credential
   */
  async requestRotation(id: string, session: ClientSession): Promise<NodeDocument> {
    const online = await this.nodes.findOneAndUpdate(
      { _id: id, 'status.connection.state': 'online', ...undisputed },
      { $set: { 'spec.rotation.requestedAt': new Date(), updatedAt: new Date() }, $inc: raises('live') },
      { session, returnDocument: 'after' },
    );
    if (online) return online;
    const node = await this.nodes.findOne({ _id: id }, { session });
    if (!node) throw notFound('nodes', id);
    if (node.status.conditions.some(({ type }) => type === IDENTITY_SHARED))
      throw new DomainError('credential-has-two-holders', { node: nodeRef(id, node.name) });
    throw new DomainError('agent-not-connected', { node: nodeRef(id, node.name) });
  }

  async beginRemoval(id: string): Promise<void> {
    await this.nodes.updateOne({ _id: id }, { $set: { 'spec.removal': new Date() }, $inc: raises('live') });
  }

  /** Ends a removal that failed. */
  async endRemoval(id: string): Promise<void> {
    await this.nodes.updateOne({ _id: id }, { $unset: { 'spec.removal': '' }, $inc: raises('live') });
  }

  async remove(id: string, ifMatch: number | undefined, session: ClientSession): Promise<void> {
    await deleteVersioned(this.nodes, { id, ifMatch, session });
    await removeAbout(this.mongo, [id], session);
  }
}
