import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import type { Lease } from '../core/leases/leases.js';
import type { DriveDocument } from '../domain/documents/drive.document.js';
import { driveJobView, isDriveJob } from '../domain/drive/drive-job-view.js';
import { stateSinceAfter } from '../domain/drive/drive-state.js';
import { applyDriveStatus, type DrivePatch } from '../domain/drive/drive-status.js';
import { jobChanged } from '../domain/job-views/job-changed.js';
import { AssignmentsService } from '../domain/store/assignments.service.js';
import { StoredDrives } from '../domain/store/stored-drives.service.js';
import { JobsService } from '../jobs/jobs.service.js';
import { DrivesRepository } from './drives.repository.js';

/** Computes a drive's next state and its jobs' views from its node's reports. Writes in one transaction under the lease, and only if something changes. */
@Injectable()
export class DriveReconciler {
  constructor(
    private readonly drives: DrivesRepository,
    private readonly stored: StoredDrives,
    private readonly assignments: AssignmentsService,
    private readonly jobs: JobsService,
  ) {}

  async reconcile(driveId: string, lease: Lease): Promise<void> {
    if (!(await this.step(driveId, undefined))) return;
    await lease.transaction((session) => this.step(driveId, session));
  }

  /** @returns whether there is something to store; with a session, it has been stored. */
  private async step(driveId: string, session: ClientSession | undefined): Promise<boolean> {
    const drive = await this.drives.find(driveId, session);
    const node = drive && (await this.drives.node(drive.nodeId, session));
    const reported = drive && (await this.drives.lastStatus(drive, session));
    const patch = drive && applyDriveStatus(drive, reported, node && !node.historyDoubt ? node.bootId : null);
    const after = drive && { ...drive, ...patch };
    const jobs = (await this.jobs.openFor([driveId], session)).flatMap((job) =>
      isDriveJob(job.kind) ? [{ job, view: driveJobView(job.kind, drive, after, reported, node) }] : [],
    );
    const shown = jobs.filter(({ job, view }) => jobChanged(job, view));
    if (!session || (!patch && shown.length === 0)) return patch !== null || shown.length > 0;
    if (drive && patch) await this.store(drive, patch, session);
    for (const { job, view } of shown) await this.jobs.show(job, view, session);
    return true;
  }

  private async store(drive: DriveDocument, patch: DrivePatch, session: ClientSession): Promise<void> {
    // Released while it was unplugged: there is nothing left to list.
    if (patch.desired === 'observed' && !drive.present) await this.stored.remove(drive._id, session);
    else {
      const set = { ...patch, ...stateSinceAfter(drive, patch, new Date()) };
      await this.stored.update(drive._id, { set, live: isLive(patch), session });
    }
    if (!('desired' in patch || 'wipe' in patch)) return;
    const generation = (await this.assignments.recompute(session, [drive.nodeId])).get(drive.nodeId);
    // A withdrawn release orders the drive into service again.
    if (patch.desired === 'in-service' && generation !== undefined)
      await this.stored.update(drive._id, { set: { orderGeneration: generation }, live: true, session });
  }
}

/** Changes of only sizes and conditions change no state and no order. */
const isLive = (patch: DrivePatch): boolean =>
  Object.keys(patch).every((field) => ['largestFreeBytes', 'capacityBytes', 'conditions'].includes(field));
