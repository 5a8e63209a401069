import { Injectable } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { Drive } from '@weft/shared/kinds/drive';
import type { EvictionPlan } from '@weft/shared/kinds/eviction';
import type { Job } from '@weft/shared/kinds/job';
import type { Node } from '@weft/shared/kinds/node';
import type { ClientSession } from 'mongodb';
import type { Lease } from '../core/leases/leases.js';
import { requireVersion } from '../core/mongo/objects.js';
import type { JobDocument } from '../domain/documents/job.document.js';
import type { VolumeDocument } from '../domain/documents/volume.document.js';
import { jobChanged } from '../domain/job-views/job-changed.js';
import { type Candidates, withoutFenced } from '../domain/placement/candidates.js';
import { evictionPlan, type PlannedMove } from '../domain/repair/eviction-plan.js';
import { evictionStep } from '../domain/repair/eviction-step.js';
import { isOn, type Place, type PlaceKind } from '../domain/repair/place.js';
import { cordoned, uncordoned } from '../domain/requests/cordon.js';
import { evicted, evictionCancelled } from '../domain/requests/evict.js';
import { EvictionWorldStore } from '../domain/store/eviction-world-store.service.js';
import { DriveClassesService } from '../drive-classes/drive-classes.service.js';
import { DrivesService } from '../drives/drives.service.js';
import { JobsService } from '../jobs/jobs.service.js';
import { NodesService } from '../nodes/nodes.service.js';

interface Order {
  id: string;
  ifMatch: number | undefined;
}
type Named = Pick<Place, 'kind' | 'id'>;

const decisions = { cordon: cordoned, uncordon: uncordoned, evict: evicted };
const jobKinds = { drive: 'drive.evict', node: 'node.drain' } as const;

/** Keeps new legs off drives and nodes, and moves existing legs away. Repair moves them: an evicted leg is due at once (replacement-due.ts). */
@Injectable()
export class EvictionsService {
  constructor(
    private readonly worlds: EvictionWorldStore,
    private readonly classes: DriveClassesService,
    private readonly drives: DrivesService,
    private readonly nodes: NodesService,
    private readonly jobs: JobsService,
  ) {}

  async drive(action: 'cordon' | 'uncordon', order: Order): Promise<Drive> {
    await this.worlds.transaction((session) => this.reschedule('drive', action, order, session));
    return this.drives.get(order.id);
  }

  async node(action: 'cordon' | 'uncordon', order: Order): Promise<Node> {
    await this.worlds.transaction((session) => this.reschedule('node', action, order, session));
    return this.nodes.get(order.id);
  }

  /** Evicts all legs of a drive or node. A repeated request returns the running job. */
  async evict(place: PlaceKind, order: Order, requestedBy: string): Promise<EvictionPlan & { job: Job }> {
    const { job, plan } = await this.worlds.transaction(async (session) => {
      const { id, name } = await this.reschedule(place, 'evict', order, session);
      const kind = jobKinds[place];
      const open = (await this.jobs.openFor([id], session)).find((each) => each.kind === kind);
      return {
        job: open ?? (await this.jobs.open(session, { kind, subject: { kind: place, id, name }, requestedBy })),
        plan: shown(await this.planned({ kind: place, id }, session)),
      };
    });
    return { ...plan, job: this.jobs.toJob(job) };
  }

  /** The plan of an eviction, without starting it. */
  async plan(kind: PlaceKind, id: string): Promise<EvictionPlan> {
    await this.require({ kind, id });
    return shown(await this.planned({ kind, id }));
  }

  /** The first moves of an eviction that starts now. Stores nothing. */
  async evicted(kind: PlaceKind, id: string, session: ClientSession): Promise<{ planned: PlannedMove[] }> {
    evicted(await this.require({ kind, id }, session), new Date());
    return this.planned({ kind, id }, session);
  }

  /** Stops an eviction: running moves finish, no further move starts, and the place stays cordoned. */
  async cancel(jobId: string): Promise<Job> {
    const job = await this.worlds.transaction(async (session) => {
      const found = await this.jobs.require(jobId, session);
      const world = await this.worlds.read(placeOf(found), session);
      const { place, view } = evictionCancelled(world, found.steps);
      if (world.place && place) await this.worlds.write(world.place, place, session);
      await this.jobs.show(found, view, session);
      return this.jobs.require(jobId, session);
    });
    return this.jobs.toJob(job);
  }

  /** Updates the jobs of open evictions, and marks places without legs as evicted. @returns ids of the volumes of changed jobs: their turn may have come. */
  async refresh(lease: Lease): Promise<string[]> {
    const changed = (await this.steps()).filter(({ job, step }) => jobChanged(job, step.view));
    if (changed.length === 0) return [];
    await lease.transaction(async (session) => {
      for (const { job, world, step } of await this.steps(session)) {
        await this.jobs.show(job, step.view, session);
        if (world.place && step.place) await this.worlds.write(world.place, step.place, session);
      }
    });
    return changed.flatMap(({ world }) => world.volumes.map(({ _id }) => _id));
  }

  /** Whether a drive is closed to new legs: then changes of the drive matter to the volumes on it. */
  async isRestricted(driveId: string): Promise<boolean> {
    return ((await this.worlds.place({ kind: 'drive', id: driveId }))?.scheduling ?? 'open') !== 'open';
  }

  private async planned(named: Named, session?: ClientSession): Promise<ReturnType<typeof evictionPlan>> {
    const volumes = await this.worlds.volumesOn(named, session);
    const keyOf = ({ spec }: VolumeDocument) => `${spec.driveClassId} ${spec.failureDomain} ${spec.provisioning} ${spec.integrity}`;
    const candidates = new Map<string, Candidates>();
    for (const volume of volumes)
      if (!candidates.has(keyOf(volume))) candidates.set(keyOf(volume), await this.classes.candidates(volume.spec, session));
    const fenced = await this.worlds.fencedTargets(volumes, session);
    return evictionPlan(volumes, isOn(named), (volume) =>
      withoutFenced(candidates.get(keyOf(volume)) ?? { className: '', drives: [], leftOut: [] }, fenced.get(volume._id) ?? new Set()),
    );
  }

  private async steps(session?: ClientSession) {
    const jobs = await this.jobs.openOf(Object.values(jobKinds), session);
    const steps = [];
    for (const job of jobs) {
      const world = await this.worlds.read(placeOf(job), session);
      steps.push({ job, world, step: evictionStep(world, job.steps) });
    }
    return steps;
  }

  private async reschedule(
    kind: PlaceKind,
    action: keyof typeof decisions,
    { id, ifMatch }: Order,
    session: ClientSession,
  ): Promise<Place> {
    const before = await this.require({ kind, id }, session);
    requireVersion(before, ifMatch);
    await this.worlds.write(before, decisions[action](before, new Date()), session);
    return before;
  }

  private async require(named: Named, session?: ClientSession): Promise<Place> {
    const found = await this.worlds.place(named, session);
    if (!found) throw new DomainError(named.kind === 'node' ? 'node-not-found' : 'drive-not-found', { id: named.id });
    return found;
  }
}

const shown = ({ planned, notMovable }: ReturnType<typeof evictionPlan>): EvictionPlan => ({
  moves: planned.map(({ move }) => move),
  notMovable,
});

const placeOf = ({ kind, subject }: Pick<JobDocument, 'kind' | 'subject'>): Named => ({
  kind: kind === jobKinds.node ? 'node' : 'drive',
  id: subject.id,
});
