import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import type { Lease } from '../core/leases/leases.js';
import { earliest } from '../domain/reconcile/advance.js';
import { WorldStore } from '../domain/store/world-store.service.js';
import { volumeStep } from '../domain/volume-step.js';
import { JobsService } from '../jobs/jobs.service.js';
import { RepairService } from '../repair/repair.service.js';

interface Step {
  /** Whether there is something to store; with a session, it has been stored. */
  isNew: boolean;
  lookAgainAt: Date | null;
}

/** Advances one volume's world by one step: in one transaction under the lease, and only if there is something to store. */
@Injectable()
export class VolumeReconciler {
  constructor(
    private readonly worlds: WorldStore,
    private readonly jobs: JobsService,
    private readonly repair: RepairService,
  ) {}

  /** @returns when to check the volume again even without a new report, or null. */
  async reconcile(volumeId: string, lease: Lease): Promise<Date | null> {
    let step = await this.step(volumeId, undefined);
    if (step.isNew) step = await lease.transaction((session) => this.step(volumeId, session));
    return earliest([step.lookAgainAt, await this.repair.reconcile(volumeId, lease)]);
  }

  private async step(volumeId: string, session: ClientSession | undefined): Promise<Step> {
    const world = await this.worlds.read(volumeId, session);
    if (!world) return { isNew: false, lookAgainAt: null };
    const jobs = await this.jobs.openFor([volumeId, ...world.attachments.map((attachment) => attachment._id)], session);
    const step = volumeStep(world, jobs);
    if (session && step.isNew) {
      await this.worlds.write(world, step.after, session);
      for (const { job, view } of step.shown) await this.jobs.show(job, view, session);
    }
    return step;
  }
}
