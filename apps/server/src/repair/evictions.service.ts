import { Injectable } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors';
import type { Drive } from '@weft/shared/kinds/drive';
import type { Job } from '@weft/shared/kinds/job';
import type { Node } from '@weft/shared/kinds/node';
import { type SchedulingAction, schedulingActions, schedulingAfter } from '@weft/shared/kinds/scheduling';
import type { ClientSession } from 'mongodb';
import type { Lease } from '../core/leases/leases.js';
import { requireVersion } from '../core/mongo/objects.js';
import { DrivesService } from '../drives/drives.service.js';
import { type JobDocument } from '../jobs/job.document.js';
import { JobsService, jobChanged } from '../jobs/jobs.service.js';
import { NodesService } from '../nodes/nodes.service.js';
import { evictionView } from './eviction-view.js';
import { EvictionsRepository, type Place, type PlaceDocument } from './evictions.repository.js';

interface Order {
  id: string;
  ifMatch: number | undefined;
}

/** Keeps new legs away from drives and nodes, and moves those there away. The moving is repair: an evicted leg is due at once (due.ts). */
@Injectable()
export class EvictionsService {
  constructor(
    private readonly repository: EvictionsRepository,
    private readonly drives: DrivesService,
    private readonly nodes: NodesService,
    private readonly jobs: JobsService,
  ) {}

  async drive(action: 'cordon' | 'uncordon', order: Order): Promise<Drive> {
    await this.repository.transaction((session) => this.schedule('drive', action, order, session));
    return this.drives.get(order.id);
  }

  async node(action: 'cordon' | 'uncordon', order: Order): Promise<Node> {
    await this.repository.transaction((session) => this.schedule('node', action, order, session));
    return this.nodes.get(order.id);
  }

  async evict(place: Place, order: Order, requestedBy: string): Promise<{ job: Job }> {
    const job = await this.repository.transaction(async (session) => {
      const { name, isInService } = await this.schedule(place, 'evict', order, session);
      if (!isInService)
        throw new DomainError('wrong-state', `Drive ${name} is not in service: it holds no legs, and there is nothing to evict.`);
      const kind = place === 'node' ? 'node.drain' : 'drive.evict';
      return this.jobs.open(session, { kind, subject: { kind: place, id: order.id, name }, requestedBy });
    });
    return { job: this.jobs.toJob(job) };
  }

  /** Brings what open evictions show up to date. */
  async refresh(lease: Lease): Promise<void> {
    const changed = (await this.views()).filter(({ job, view }) => jobChanged(job, view));
    if (changed.length === 0) return;
    await lease.transaction(async (session) => {
      for (const { job, view } of await this.views(session)) await this.jobs.show(job, view, session);
    });
  }

  private async views(session?: ClientSession) {
    const jobs = await this.repository.openJobs(session);
    const views = [];
    for (const job of jobs) views.push({ job, view: await this.view(job, session) });
    return views;
  }

  private async view({ kind, subject, steps }: JobDocument, session?: ClientSession) {
    const place: Place = kind === 'node.drain' ? 'node' : 'drive';
    const found = await this.repository.find(place, subject.id, session);
    const evicted = found && {
      name: found.name,
      isEvicting: found.scheduling === 'evicting',
      holds: (leg: { nodeId: string; driveId: string }) => (place === 'node' ? leg.nodeId : leg.driveId) === subject.id,
    };
    return evictionView(evicted, await this.repository.volumesOn(place, subject.id, session), steps);
  }

  private async schedule(place: Place, action: SchedulingAction, { id, ifMatch }: Order, session: ClientSession): Promise<PlaceDocument> {
    const found = await this.repository.find(place, id, session);
    if (!found) throw new DomainError('not-found', `There is no ${place} ${id}.`);
    requireVersion(found, ifMatch);
    if (!schedulingActions[action].includes(found.scheduling))
      throw new DomainError(
        'wrong-state',
        `${place === 'node' ? 'Node' : 'Drive'} ${found.name} is ${found.scheduling}; ${action} needs it ${schedulingActions[action].join(' or ')}.`,
      );
    await this.repository.schedule(place, id, ifMatch, schedulingAfter[action], session);
    return found;
  }
}
