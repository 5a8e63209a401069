import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { AssignmentsService } from '../agents/assignments/assignments.service.js';
import type { Lease } from '../core/leases/leases.js';
import type { AttachmentDocument } from '../domain/documents/attachment.document.js';
import { allLegs } from '../domain/documents/volume.document.js';
import { epochJobView } from '../domain/jobs/epoch-job-view.js';
import { legOrders } from '../domain/legs/leg-orders.js';
import { type Advance, advance, earliest } from '../domain/reconcile/advance.js';
import { attachmentOrders } from '../domain/reconcile/attachment-orders.js';
import type { VolumeWorld } from '../domain/world/volume-world.js';
import { DrivesService } from '../drives/drives.service.js';
import { JobsService, jobChanged } from '../jobs/jobs.service.js';
import { RepairService } from '../repair/repair.service.js';
import { VolumeWorldRepository } from './volume-world.repository.js';

/** Takes one volume's world a step on: in one transaction under the lease, and only if there is anything to store. */
@Injectable()
export class VolumeReconciler {
  constructor(
    private readonly worlds: VolumeWorldRepository,
    private readonly assignments: AssignmentsService,
    private readonly drives: DrivesService,
    private readonly jobs: JobsService,
    private readonly repair: RepairService,
  ) {}

  /** @returns when the volume is to be looked at again though nothing is reported, or null. */
  async reconcile(volumeId: string, lease: Lease): Promise<Date | null> {
    let step = await this.step(volumeId, undefined);
    if (step.anything) step = await lease.transaction((session) => this.step(volumeId, session));
    return earliest([step.lookAgainAt, await this.repair.reconcile(volumeId, lease)]);
  }

  /** @returns whether anything is to be stored; with a session it has been. */
  private async step(volumeId: string, session: ClientSession | undefined): Promise<{ anything: boolean; lookAgainAt: Date | null }> {
    const world = await this.worlds.read(volumeId, session);
    if (!world) return { anything: false, lookAgainAt: null };
    const next = advance(world);
    const jobs = await this.jobs.openFor([volumeId, ...world.attachments.map((attachment) => attachment._id)], session);
    const shown = jobs.map((job) => ({ job, view: epochJobView(job, world, next) })).filter(({ job, view }) => jobChanged(job, view));
    const changed = next.attachments.filter((attachment) => !isDeepStrictEqual(attachment, before(world, attachment)));
    const gone = next.volumeRemoved || next.removedAttachmentIds.length > 0;
    const anything = shown.length > 0 || changed.length > 0 || next.volume !== world.volume || gone;
    const { lookAgainAt } = next;
    if (!session || !anything) return { anything, lookAgainAt };
    await this.store(world, next, changed, session);
    for (const { job, view } of shown) await this.jobs.show(job, view, session);
    return { anything, lookAgainAt };
  }

  private async store(world: VolumeWorld, next: Advance, changed: AttachmentDocument[], session: ClientSession): Promise<void> {
    for (const id of next.removedAttachmentIds) await this.worlds.removeAttachment(id, session);
    if (next.volumeRemoved) {
      // Every node has reported its LVs gone (S12): the space is free.
      for (const leg of allLegs(world.volume)) await this.drives.book(leg.driveId, -leg.sizeBytes, session);
      await this.worlds.removeVolume(world.volume, session);
    } else if (next.volume !== world.volume) {
      for (const leg of next.freedLegs) await this.drives.book(leg.driveId, -leg.sizeBytes, session);
      await this.worlds.saveVolume(
        next.volume,
        next.volume.spec === world.volume.spec ? kindOf(world.volume, next.volume) : 'decision',
        session,
      );
    }
    for (const attachment of changed) await this.worlds.saveAttachment(attachment, kindOf(before(world, attachment), attachment), session);

    const generations = await this.assignments.recompute(session, touchedNodes(world));
    const legs = next.volumeRemoved ? null : legOrders(world.volume, next.volume, generations);
    if (legs) await this.worlds.saveLegOrders(world.volume._id, legs, session);
    for (const attachment of changed)
      await this.worlds.saveOrders(attachment._id, attachmentOrders(before(world, attachment), attachment, generations), session);
  }
}

const before = (world: VolumeWorld, attachment: AttachmentDocument): AttachmentDocument | undefined =>
  world.attachments.find((each) => each._id === attachment._id);

/** Health, conditions and what legs report are live; a state is what people's actions depend on. */
const kindOf = (from: { state: string } | undefined, to: { state: string }) => (from?.state === to.state ? 'live' : 'decision');

/** Nodes whose assignments may differ after the step; the content's hash decides whether they do. */
function touchedNodes({ volume, attachments }: VolumeWorld): Set<string> {
  const ofAttachments = attachments.flatMap((each) => [each.nodeId, ...each.exports.map((exported) => exported.nodeId)]);
  return new Set([...allLegs(volume).map((leg) => leg.nodeId), ...ofAttachments]);
}
