import { Injectable } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { Job, JobReason } from '@weft/shared/kinds/job';
import { cleanRefusal, type ListedOrphan } from '@weft/shared/kinds/views/orphan';
import type { OrphanOutcome } from '@weft/shared/messages/orphan-orders';
import { nodeRef } from '@weft/shared/text/references';
import type { ClientSession } from 'mongodb';
import { type Caller, callerName } from '../core/http/caller.js';
import type { Lease } from '../core/leases/leases.js';
import { Mongo } from '../core/mongo/mongo.js';
import { newStored } from '../core/mongo/objects.js';
import { jobReason, stepName } from '../domain/job-messages/job-message.js';
import { JobsService } from '../jobs/jobs.service.js';
import { reportedOrphan } from './host-orphans.js';
import { type OrphanOrderDocument, OrphanOrdersRepository } from './orphan-orders.repository.js';
import { orphansOf } from './orphans.js';
import { OrphansRepository } from './orphans.repository.js';

/** An agent acts within seconds. */
const ANSWERED_WITHIN_MINUTES = 10;
export const ORDER_AGE_MS = ANSWERED_WITHIN_MINUTES * 60_000;

/*
 * Orders to remove an orphan from its host. Scenarios:
 *  - a person orders it: its node has to be connected, and an orphan that may hold the only copy of its bytes needs the serial of its drive.
 *  - the agent answers: the job is done, or failed with the agent's reason, and the order ends.
 *  - the agent does not answer (it left, or is of an earlier version): the order ends after 10 min, and the job states that the result is unknown.
 *  - two persons order it: the second one gets the job of the first.
 */
@Injectable()
export class OrphanCleaning {
  constructor(
    private readonly mongo: Mongo,
    private readonly orphans: OrphansRepository,
    private readonly orders: OrphanOrdersRepository,
    private readonly jobs: JobsService,
  ) {}

  /** @throws DomainError `orphan-not-found`, `orphan-not-cleanable`, `orphan-serial-not-repeated`, `orphan-node-away`, `orphan-clean-in-progress` */
  async order(id: string, serial: string | undefined, caller: Caller): Promise<{ job: Job }> {
    const world = await this.orphans.world(new Date());
    const listed = orphansOf(world).find((each) => each.id === id);
    if (!listed) throw new DomainError('orphan-not-found', { id });
    checkCleanable(listed, serial);
    const { node: at, name } = listed;
    const { node, orphan } = reportedOrphan(world, id) ?? {};
    const { identity, kind } = orphan ?? {};
    const { bootId } = node?.status ?? {};
    if (!node || !kind || !identity || !bootId || node.status.connection.state !== 'online' || node.status.historyDoubt)
      throw new DomainError('orphan-node-away', { node: nodeRef(at.id, at.name), name });
    const request = { kind: 'orphan.clean', subject: { ...at, kind: 'node' }, requestedBy: callerName(caller) } as const;
    try {
      return await this.mongo.transaction(async (session) => {
        const job = await this.jobs.open(session, request);
        const order: OrphanOrderDocument = { ...newStored(), _id: job._id, orphanId: id, node: at, kind, name, identity, bootId };
        await this.orders.insert(order, session);
        await this.show(order, { state: 'running', reason: null }, session);
        return { job: this.jobs.toJob(await this.jobs.require(job._id, session)) };
      });
    } catch (error) {
      if (!OrphanOrdersRepository.isDuplicate(error)) throw error;
      throw new DomainError('orphan-clean-in-progress', { name, job: (await this.orders.ofOrphan(id))?._id ?? '?' });
    }
  }

  /** Of an order of this node. An order that has ended already stays as it ended. */
  async outcome(nodeId: string, { id, reason }: OrphanOutcome): Promise<void> {
    await this.mongo.transaction(async (session) => {
      const order = await this.orders.find(id, session);
      if (order?.node.id !== nodeId) return;
      await this.show(order, { state: reason ? 'failed' : 'done', reason }, session);
      await this.orders.remove(id, session);
    });
  }

  /** Ends orders that were not answered. @returns how many. */
  async end(lease: Pick<Lease, 'transaction'>): Promise<number> {
    const late = await this.orders.olderThan(ORDER_AGE_MS);
    for (const { _id } of late)
      await lease.transaction(async (session) => {
        const order = await this.orders.find(_id, session);
        if (!order) return;
        const { node, name } = order;
        const data = { node: nodeRef(node.id, node.name), object: name, minutes: ANSWERED_WITHIN_MINUTES };
        await this.show(order, { state: 'failed', reason: jobReason('orphan-order-unanswered', data) }, session);
        await this.orders.remove(_id, session);
      });
    return late.length;
  }

  private async show(
    { _id, name, node }: OrphanOrderDocument,
    { state, reason }: { state: 'running' | 'done' | 'failed'; reason: JobReason | null },
    session: ClientSession,
  ): Promise<void> {
    const step = { ...stepName('remove-object', { object: name }), node: node.name, nodeId: node.id, state, reason };
    await this.jobs.show(await this.jobs.require(_id, session), { state, steps: [step], waitingFor: [], error: reason }, session);
  }
}

function checkCleanable(orphan: ListedOrphan, serial: string | undefined): void {
  const { name, mayHoldOnlyCopy, driveSerial } = orphan;
  const why = cleanRefusal(orphan);
  if (why !== null) throw new DomainError('orphan-not-cleanable', { name, why });
  if (mayHoldOnlyCopy !== 'no' && driveSerial !== null && serial !== driveSerial)
    throw new DomainError('orphan-serial-not-repeated', { name, serial: driveSerial, sentSerial: serial });
}
