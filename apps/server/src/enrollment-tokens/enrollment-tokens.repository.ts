import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/errors';
import type { Condition } from '@weft/shared/kinds/common';
import { CREDENTIAL_REVOKED, IDENTITY_SHARED } from '@weft/shared/kinds/condition-types';
import { type ClientSession, type Collection, MongoServerError } from 'mongodb';
import { Mongo } from '../core/mongo/mongo.js';
import { deleteVersioned, notFound, raises, updateVersioned } from '../core/mongo/objects.js';
import { findPage, type Page, type PageQuery } from '../core/mongo/page.js';
import type { NodeDocument } from '../domain/documents/node.document.js';
import type { EnrollmentTokenDocument } from './enrollment-token.document.js';

@Injectable()
export class EnrollmentTokensRepository {
  private readonly tokens: Collection<EnrollmentTokenDocument>;
  private readonly nodes: Collection<NodeDocument>;

  constructor(private readonly mongo: Mongo) {
    this.tokens = mongo.collection<EnrollmentTokenDocument>('enrollmentTokens');
    this.nodes = mongo.collection<NodeDocument>('nodes');
  }

  transaction<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
    return this.mongo.transaction(work);
  }

  page(query: PageQuery): Promise<Page<EnrollmentTokenDocument>> {
    return findPage(this.tokens, { filter: {}, query, sortFields: { createdAt: 'createdAt', expiresAt: 'expiresAt' } });
  }

  async insert(token: EnrollmentTokenDocument, session?: ClientSession): Promise<void> {
    await this.tokens.insertOne(token, { session });
  }

  findByHash(tokenHash: string, session: ClientSession): Promise<EnrollmentTokenDocument | null> {
    return this.tokens.findOne({ tokenHash }, { session });
  }

  async markUsed(token: EnrollmentTokenDocument, usedBy: EnrollmentTokenDocument['usedBy'], session: ClientSession): Promise<void> {
    await updateVersioned(this.tokens, { id: token._id, ifMatch: token.version, set: { usedBy }, session });
  }

  remove(id: string, ifMatch: number | undefined): Promise<void> {
    return deleteVersioned(this.tokens, { id, ifMatch });
  }

  /**
   * Makes this credential the only one of the node, and settles a dispute over its identity. Reports over connections by another credential are refused.
   * @param condition why the node has no valid credential; undefined: it has
   * @throws DomainError `not-found`
   */
  async renewCredential(nodeId: string, credentialHash: string, session: ClientSession, condition?: Condition): Promise<NodeDocument> {
    const known = await this.nodes.findOne({ _id: nodeId }, { session, projection: { conditions: 1 } });
    const conditions = (known?.conditions ?? []).filter(({ type }) => type !== IDENTITY_SHARED && type !== CREDENTIAL_REVOKED);
    const node = await this.nodes.findOneAndUpdate(
      { _id: nodeId },
      {
        $set: {
          credentialHash,
          conditions: condition ? [...conditions, condition] : conditions,
          'connection.connectionId': `ended ${randomUUID()}`,
          'connection.state': 'lost',
          'connection.since': new Date(),
          updatedAt: new Date(),
        },
        $unset: { rotation: '' },
        $inc: raises('live'),
      },
      { session, returnDocument: 'after' },
    );
    if (!node) throw notFound('nodes', nodeId);
    return node;
  }

  /**
   * The server that holds the connection of the node's agent sends it a new credential.
   * @throws DomainError `not-found`, `wrong-state` when no agent is connected
   */
  async requestRotation(nodeId: string, session: ClientSession): Promise<NodeDocument> {
    const online = await this.nodes.findOneAndUpdate(
      { _id: nodeId, 'connection.state': 'online' },
      { $set: { 'rotation.requestedAt': new Date(), updatedAt: new Date() }, $inc: raises('live') },
      { session, returnDocument: 'after' },
    );
    if (online) return online;
    const node = await this.nodes.findOne({ _id: nodeId }, { session });
    if (!node) throw notFound('nodes', nodeId);
    throw new DomainError(
      'wrong-state',
      `The agent of ${node.name} is not connected, so it cannot store a new credential. Start it and try again; if its credential is in wrong hands, revoke it.`,
    );
  }

  /** @throws DomainError `name-taken` */
  async insertNode(node: NodeDocument, session: ClientSession): Promise<void> {
    try {
      await this.nodes.insertOne(node, { session });
    } catch (error) {
      if (error instanceof MongoServerError && error.code === 11000)
        throw new DomainError(
          'name-taken',
          `There is a node ${node.name} already. Choose another name, or remove that node first; the token can still be used.`,
          { cause: error, field: 'name' },
        );
      throw error;
    }
  }
}
