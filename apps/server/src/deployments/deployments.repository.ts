import { Injectable } from '@nestjs/common';
import type { Query } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { ClientSession, Collection } from 'mongodb';
import { Leases } from '../core/leases/leases.js';
import { Mongo } from '../core/mongo/mongo.js';
import { raises } from '../core/mongo/objects.js';
import { findPage, type Page } from '../core/mongo/page.js';
import type { DeploymentDocument } from '../domain/documents/deployment.document.js';

type Transaction = <T>(work: (session: ClientSession) => Promise<T>) => Promise<T>;

@Injectable()
export class DeploymentsRepository {
  private readonly deployments: Collection<DeploymentDocument>;

  constructor(
    private readonly mongo: Mongo,
    private readonly leases: Leases,
  ) {
    this.deployments = mongo.collection<DeploymentDocument>('deployments');
  }

  transaction<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
    return this.mongo.transaction(work);
  }

  page(query: Query<typeof endpoints.listDeployments>): Promise<Page<DeploymentDocument>> {
    const filter = query.state === undefined ? {} : { state: query.state };
    return findPage(this.deployments, { filter, query, sortFields: { createdAt: 'createdAt' } });
  }

  find(id: string, session?: ClientSession): Promise<DeploymentDocument | null> {
    return this.deployments.findOne({ _id: id }, { session });
  }

  running(session?: ClientSession): Promise<DeploymentDocument | null> {
    return this.deployments.findOne({ state: 'running' }, { session });
  }

  /** Two transactions that each begin a deployment conflict, and the later one sees the first. */
  lock(session: ClientSession): Promise<void> {
    return this.leases.touch('deployments', session);
  }

  async insert(deployment: DeploymentDocument, session: ClientSession): Promise<void> {
    await this.deployments.insertOne(deployment, { session });
  }

  /** In a transaction: reads, decides, and stores what has changed. @throws DomainError `deployment-not-found` */
  change(
    id: string,
    decide: (deployment: DeploymentDocument, session: ClientSession) => DeploymentDocument | Promise<DeploymentDocument>,
    transaction: Transaction = (work) => this.transaction(work),
  ): Promise<DeploymentDocument> {
    return transaction(async (session) => {
      const before = await this.find(id, session);
      if (!before) throw new DomainError('deployment-not-found', { id });
      const after = await decide(before, session);
      if (after === before) return before;
      const { _id, version, revision, createdAt, updatedAt, ...fields } = after;
      await this.deployments.updateOne({ _id }, { $set: { ...fields, updatedAt: new Date() }, $inc: raises('decision') }, { session });
      return (await this.find(id, session)) ?? after;
    });
  }
}
