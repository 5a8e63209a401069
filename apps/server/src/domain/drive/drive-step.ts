import { defaultSettings } from '@weft/shared/kinds/settings/settings';
import type { DriveDocument } from '../documents/drive.document.js';
import type { JobDocument, JobView } from '../documents/job.document.js';
import { changed } from '../documents/parts.js';
import { jobChanged } from '../job-views/job-changed.js';
import { advancePool, withoutPool } from './advance-pool.js';
import { driveJobView, isDriveJob } from './drive-job-view.js';
import { stateSinceAfter } from './drive-state.js';
import { applyDriveStatus, currentStatus, type DrivePatch } from './drive-status.js';
import type { DriveWorld, NextDrive } from './drive-world.js';
import { type UsedMethod, usedMethod } from './wipe-record.js';

/** Result of the reconciler for one drive. */
export interface DriveStep {
  /** Null: the drive stays as it is. */
  next: NextDrive | null;
  /** Jobs whose view changed. */
  shown: { job: JobDocument; view: JobView }[];
  /** How the node carries out the drive's wipe, by its current report; null: there is none. */
  used: UsedMethod | null;
  /** Whether there is a change to store. */
  isNew: boolean;
}

/**
 * The next state of a drive by its node's last report, and of its jobs. Pure.
 * @param world null: the drive was removed.
 * @param jobs open jobs of the drive; jobs of other features are ignored.
 */
export function driveStep(world: DriveWorld | null, jobs: readonly JobDocument[]): DriveStep {
  const { drive, node, reported } = world ?? { drive: null, node: null, reported: null };
  const bootId = node && !node.status.historyDoubt ? node.status.bootId : null;
  const patch = world && applyDriveStatus(world.drive, reported, bootId, world.now);
  const current = drive && currentStatus(drive, reported, bootId);
  const after = drive && changed(drive, patch ?? {});
  const shown = jobs
    .flatMap((job) => (isDriveJob(job.kind) ? [{ job, view: driveJobView(job.kind, drive, after, reported, node) }] : []))
    .filter(({ job, view }) => jobChanged(job, view));
  const used = drive?.spec.wipe && current ? usedMethod(current) : null;
  const stepped = world && patch && nextDrive(world, patch);
  const next = world && withPool(world, stepped, current);
  return { next, shown, used, isNew: next !== null || shown.length > 0 };
}

/** The step of the drive's pool after that of the drive. */
function withPool(world: DriveWorld, stepped: NextDrive | null, current: ReturnType<typeof currentStatus>): NextDrive | null {
  const drive = stepped ? stepped.after : world.drive;
  const pool = drive && advancePool(drive, current, world.pools ?? defaultSettings);
  return pool ? { after: pool.drive, isOrder: pool.isOrder || stepped?.isOrder === true } : stepped;
}

/** A drive has a role and a pool while it is in service. */
function outOfService(drive: DriveDocument): DriveDocument {
  const { role: _, ...spec } = withoutPool(drive).spec;
  return { ...withoutPool(drive), spec };
}

function nextDrive({ drive, now }: DriveWorld, patch: DrivePatch): NextDrive {
  // Released while it was unplugged: there is nothing left to list.
  if (patch.spec?.desired === 'observed' && !drive.status.present) return { after: null, isOrder: false };
  const next = changed(drive, { ...patch, status: { ...patch.status, ...stateSinceAfter(drive, patch, now) } });
  const after = patch.spec?.desired === 'observed' ? outOfService(next) : next;
  // A withdrawn release orders the drive into service again.
  return { after, isOrder: patch.spec?.desired === 'in-service' };
}
