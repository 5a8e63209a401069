import { type NewCondition, withCondition } from '@weft/shared/kinds/common';
import { SNAPSHOT_OVERDUE } from '@weft/shared/kinds/condition-types';
import { said } from '@weft/shared/text/rendering/render';
import type { VolumeDocument } from '../documents/volume.document.js';
import type { VolumeWorld } from '../world/volume-world.js';

/*
 * Scheduled snapshots. One is due an interval after the last one that was taken, or after the schedule was set: what a time without servers missed is caught up
 * once. One that failed is tried again after RETRY_MS at the earliest.
 */

const HOUR_MS = 3_600_000;
const RETRY_MS = 600_000;

type Scheduled = Pick<VolumeDocument, 'spec' | 'status'>;

/** When the next snapshot is due. Null: no schedule. */
export function dueAt({ spec: { snapshotSchedule }, status: { snapshots } }: Scheduled): Date | null {
  if (!snapshotSchedule) return null;
  const { everyHours, since } = snapshotSchedule;
  const last = Math.max(since.getTime(), snapshots?.lastTakenAt?.getTime() ?? 0);
  return new Date(last + everyHours * HOUR_MS);
}

/** Whether the server takes a snapshot now. */
export function isDue(volume: Scheduled, now: Date): boolean {
  const due = dueAt(volume);
  const { snapshotSetId, rollBack } = volume.spec;
  if (!due || volume.status.state !== 'available' || snapshotSetId !== undefined || rollBack) return false;
  const tried = volume.status.snapshots?.lastTriedAt;
  return now >= due && (!tried || now.getTime() - tried.getTime() >= RETRY_MS);
}

/** Scheduled snapshots beyond those that are kept, the oldest first. @param taken ready ones of the schedule. */
export function expired<S extends { takenAt: Date }>(taken: readonly S[], keep: number): S[] {
  return [...taken].sort((a, b) => a.takenAt.getTime() - b.takenAt.getTime()).slice(0, Math.max(0, taken.length - keep));
}

/** How long a snapshot is overdue before the volume says so: an hour, or a quarter of the interval. */
const graceMs = (everyHours: number): number => Math.max(HOUR_MS, (everyHours * HOUR_MS) / 4);

export function withOverdueSnapshot({ now }: VolumeWorld, volume: VolumeDocument): VolumeDocument {
  const { conditions } = volume.status;
  const due = dueAt(volume);
  const schedule = volume.spec.snapshotSchedule;
  const isOverdue =
    due !== null && schedule && volume.status.state === 'available' && now.getTime() - due.getTime() >= graceMs(schedule.everyHours);
  if (!isOverdue) {
    const others = conditions.filter(({ type }) => type !== SNAPSHOT_OVERDUE);
    return others.length === conditions.length ? volume : { ...volume, status: { ...volume.status, conditions: others } };
  }
  const since = (volume.status.snapshots?.lastTakenAt ?? schedule.since).toISOString();
  const overdue: NewCondition = {
    type: SNAPSHOT_OVERDUE,
    status: 'true',
    ...said('snapshot-overdue', { hours: schedule.everyHours, since }),
  };
  return { ...volume, status: { ...volume.status, conditions: withCondition(conditions, overdue, now.toISOString()) } };
}
