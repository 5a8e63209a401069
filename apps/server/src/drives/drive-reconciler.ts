import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import type { Lease } from '../core/leases/leases.js';
import { driveStep } from '../domain/drive/drive-step.js';
import { DriveWorldStore } from '../domain/store/drive-world-store.service.js';
import { JobsService } from '../jobs/jobs.service.js';
import { WipeRecords } from './wipe-records.service.js';

/** Computes a drive's next state and its jobs' views from its node's reports. Writes in one transaction under the lease, and only if something changes. */
@Injectable()
export class DriveReconciler {
  constructor(
    private readonly worlds: DriveWorldStore,
    private readonly jobs: JobsService,
    private readonly records: WipeRecords,
  ) {}

  async reconcile(driveId: string, lease: Lease): Promise<void> {
    if (!(await this.step(driveId, undefined))) return;
    await lease.transaction((session) => this.step(driveId, session));
  }

  /** @returns whether there is something to store; with a session, it has been stored. */
  private async step(driveId: string, session: ClientSession | undefined): Promise<boolean> {
    const world = await this.worlds.read(driveId, session);
    const { next, shown, used, isNew } = driveStep(world, await this.jobs.openFor([driveId], session));
    if (!session || !isNew) return isNew;
    if (world && next) await this.worlds.write(world.drive, next, session);
    for (const { job, view } of shown) {
      await this.jobs.show(job, view, session);
      await this.records.follow(job, view, used, session);
    }
    return true;
  }
}
