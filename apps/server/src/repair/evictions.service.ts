import { Injectable } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/errors';
import type { Drive } from '@weft/shared/kinds/drive';
import type { EvictionPlan } from '@weft/shared/kinds/eviction';
import type { Job } from '@weft/shared/kinds/job';
import type { Node } from '@weft/shared/kinds/node';
import { type Scheduling, type SchedulingAction, schedulingActions, schedulingAfter } from '@weft/shared/kinds/scheduling';
import type { ClientSession } from 'mongodb';
import type { Lease } from '../core/leases/leases.js';
import { requireVersion } from '../core/mongo/objects.js';
import type { JobDocument } from '../domain/documents/job.document.js';
import type { VolumeDocument } from '../domain/documents/volume.document.js';
import { jobChanged } from '../domain/job-views/job-changed.js';
import { type Candidates, withoutFenced } from '../domain/placement/candidates.js';
import { evictionPlan, type PlannedMove } from '../domain/repair/eviction-plan.js';
import { evictionView } from '../domain/repair/eviction-view.js';
import { DriveClassesService } from '../drive-classes/drive-classes.service.js';
import { DrivesService } from '../drives/drives.service.js';
import { JobsService } from '../jobs/jobs.service.js';
import { NodesService } from '../nodes/nodes.service.js';
import { EvictionsRepository, type Place, type PlaceDocument } from './evictions.repository.js';

interface Order {
  id: string;
  ifMatch: number | undefined;
}

/** Keeps new legs off drives and nodes, and moves existing legs away. Repair moves them: an evicted leg is due at once (replacement-due.ts). */
@Injectable()
export class EvictionsService {
  constructor(
    private readonly repository: EvictionsRepository,
    private readonly classes: DriveClassesService,
    private readonly drives: DrivesService,
    private readonly nodes: NodesService,
    private readonly jobs: JobsService,
  ) {}

  async drive(action: 'cordon' | 'uncordon', order: Order): Promise<Drive> {
    await this.repository.transaction((session) => this.allow('drive', action, order, session));
    return this.drives.get(order.id);
  }

  async node(action: 'cordon' | 'uncordon', order: Order): Promise<Node> {
    await this.repository.transaction((session) => this.allow('node', action, order, session));
    return this.nodes.get(order.id);
  }

  /** Evicts all legs of a drive or node. A repeated request returns the running job. */
  async evict(place: Place, order: Order, requestedBy: string): Promise<EvictionPlan & { job: Job }> {
    const { job, plan } = await this.repository.transaction(async (session) => {
      const { name, scheduling } = await this.evictable(place, order, session);
      await this.schedule(place, 'evict', order, scheduling, session);
      const kind = place === 'node' ? 'node.drain' : 'drive.evict';
      const open = (await this.jobs.openFor([order.id], session)).find((each) => each.kind === kind);
      return {
        job: open ?? (await this.jobs.open(session, { kind, subject: { kind: place, id: order.id, name }, requestedBy })),
        plan: shown(await this.planned(place, order.id, session)),
      };
    });
    return { ...plan, job: this.jobs.toJob(job) };
  }

  /** The plan of an eviction, without starting it. */
  async plan(place: Place, id: string): Promise<EvictionPlan> {
    this.require(place, id, await this.repository.find(place, id));
    return shown(await this.planned(place, id));
  }

  /** The first moves of an eviction that starts now. Stores nothing. */
  async evicted(place: Place, id: string, session: ClientSession): Promise<{ planned: PlannedMove[] }> {
    await this.evictable(place, { id, ifMatch: undefined }, session);
    return this.planned(place, id, session);
  }

  /** Stops an eviction: running moves finish, no further move starts, and the place stays cordoned. */
  async cancel(jobId: string): Promise<Job> {
    const job = await this.repository.transaction(async (session) => {
      const found = await this.repository.job(jobId, session);
      if (!found) throw new DomainError('not-found', `There is no job ${jobId}.`);
      const place = placeOf(found);
      const held = await this.repository.find(place, found.subject.id, session);
      if (held?.scheduling === 'evicting') await this.repository.schedule(place, held._id, undefined, 'cordoned', session);
      await this.jobs.show(found, (await this.view(found, session)).view, session);
      return (await this.repository.job(jobId, session)) ?? found;
    });
    return this.jobs.toJob(job);
  }

  /** Updates the jobs of open evictions, and marks places without legs as evicted. @returns ids of the volumes of changed jobs: their turn may have come. */
  async refresh(lease: Lease): Promise<string[]> {
    const changed = (await this.views()).filter(({ job, view }) => jobChanged(job, view));
    if (changed.length === 0) return [];
    await lease.transaction(async (session) => {
      for (const { job, view, isEvicting } of await this.views(session)) {
        await this.jobs.show(job, view, session);
        if (isEvicting && view.state === 'done') await this.repository.evicted(placeOf(job), job.subject.id, session);
      }
    });
    return changed.flatMap(({ volumeIds }) => volumeIds);
  }

  /** Whether a drive is closed to new legs: then changes of the drive matter to the volumes on it. */
  async isRestricted(driveId: string): Promise<boolean> {
    return ((await this.repository.find('drive', driveId))?.scheduling ?? 'open') !== 'open';
  }

  private async planned(place: Place, id: string, session?: ClientSession): Promise<ReturnType<typeof evictionPlan>> {
    const volumes = await this.repository.volumesOn(place, id, session);
    const keyOf = ({ spec }: VolumeDocument) => `${spec.driveClassId} ${spec.failureDomain}`;
    const candidates = new Map<string, Candidates>();
    for (const volume of volumes)
      if (!candidates.has(keyOf(volume)))
        candidates.set(keyOf(volume), await this.classes.candidates(volume.spec.driveClassId, volume.spec.failureDomain, session));
    const fenced = await this.repository.fencedTargets(volumes, session);
    return evictionPlan(volumes, isOn(place, id), (volume) =>
      withoutFenced(candidates.get(keyOf(volume)) ?? { className: '', drives: [], leftOut: [] }, fenced.get(volume._id) ?? new Set()),
    );
  }

  private async views(session?: ClientSession) {
    const jobs = await this.repository.openJobs(session);
    const views = [];
    for (const job of jobs) views.push({ job, ...(await this.view(job, session)) });
    return views;
  }

  private async view(job: JobDocument, session?: ClientSession) {
    const { subject, steps } = job;
    const place = placeOf(job);
    const found = await this.repository.find(place, subject.id, session);
    const evicted = found && {
      name: found.name,
      isEvicting: found.scheduling === 'evicting',
      holds: isOn(place, subject.id),
    };
    const volumes = await this.repository.volumesOn(place, subject.id, session);
    const reasons = await this.repository.removalReasons(volumes, session);
    return {
      view: evictionView(evicted, volumes, steps, reasons),
      isEvicting: evicted?.isEvicting ?? false,
      volumeIds: volumes.map(({ _id }) => _id),
    };
  }

  private async allow(place: Place, action: SchedulingAction, order: Order, session: ClientSession): Promise<void> {
    const { scheduling } = await this.allowed(place, action, order, session);
    await this.schedule(place, action, order, scheduling, session);
  }

  /** @throws DomainError when the place is not in service, or may not be evicted now. */
  private async evictable(place: Place, order: Order, session: ClientSession): Promise<PlaceDocument> {
    const found = await this.allowed(place, 'evict', order, session);
    if (!found.isInService)
      throw new DomainError('wrong-state', `Drive ${found.name} is not in service: it holds no legs, and there is nothing to evict.`);
    return found;
  }

  private async schedule(place: Place, action: SchedulingAction, { id, ifMatch }: Order, before: Scheduling, session: ClientSession) {
    const after = schedulingAfter[action];
    if (before !== after) await this.repository.schedule(place, id, ifMatch, after, session);
  }

  private async allowed(place: Place, action: SchedulingAction, { id, ifMatch }: Order, session: ClientSession): Promise<PlaceDocument> {
    const found = this.require(place, id, await this.repository.find(place, id, session));
    requireVersion(found, ifMatch);
    if (!schedulingActions[action].includes(found.scheduling))
      throw new DomainError(
        'wrong-state',
        `${place === 'node' ? 'Node' : 'Drive'} ${found.name} is ${found.scheduling}; ${action} needs it ${schedulingActions[action].join(' or ')}.`,
      );
    return found;
  }

  private require(place: Place, id: string, found: PlaceDocument | null): PlaceDocument {
    if (!found) throw new DomainError('not-found', `There is no ${place} ${id}.`);
    return found;
  }
}

const shown = ({ planned, notMovable }: ReturnType<typeof evictionPlan>): EvictionPlan => ({
  moves: planned.map(({ move }) => move),
  notMovable,
});

const placeOf = ({ kind }: Pick<JobDocument, 'kind'>): Place => (kind === 'node.drain' ? 'node' : 'drive');

const isOn =
  (place: Place, id: string) =>
  (leg: { nodeId: string; driveId: string }): boolean =>
    (place === 'node' ? leg.nodeId : leg.driveId) === id;
