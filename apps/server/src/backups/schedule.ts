import type { BackupKind } from '@weft/shared/kinds/views/backup';
import type { BackupHeader } from './format/backup-header.js';

export const scheduledKinds = ['frequent', 'hourly', 'daily'] as const satisfies BackupKind[];
type ScheduledKind = (typeof scheduledKinds)[number];

/** How many backups of each kind are kept. 0: none is taken. */
export type Keep = Record<ScheduledKind, number>;
type Taken = Pick<BackupHeader, 'takenAt' | 'kinds'>;

const INTERVALS_MS: Record<ScheduledKind, number> = { frequent: 300_000, hourly: 3_600_000, daily: 86_400_000 };

/** Start of the current interval: every 5 minutes, each full hour, 00:00 UTC. */
const slotOf = (kind: ScheduledKind, now: number): number => Math.floor(now / INTERVALS_MS[kind]) * INTERVALS_MS[kind];

/** Kinds that have no backup in their current interval. One backup counts for all of them. */
export const dueKinds = (taken: readonly Taken[], keep: Keep, now: number): ScheduledKind[] =>
  scheduledKinds.filter(
    (kind) => keep[kind] > 0 && !taken.some(({ kinds, takenAt }) => kinds.includes(kind) && Date.parse(takenAt) >= slotOf(kind, now)),
  );

/** Time for a backup and its retries before its rotation counts as late. */
const LATE_AFTER_MS = 600_000;

/**
 * Rotations that are late: their newest backup is older than the interval that was current 10 minutes ago. The only place that decides this: overview,
 * list, metric and alert use it.
 * @param since for a rotation without any backup: when the server began to watch them (ms).
 */
export const lateKinds = (taken: readonly Taken[], keep: Keep, now: number, since: number): ScheduledKind[] =>
  scheduledKinds.filter((kind) => {
    const times = taken.filter(({ kinds }) => kinds.includes(kind)).map(({ takenAt }) => Date.parse(takenAt));
    return keep[kind] > 0 && (times.length > 0 ? Math.max(...times) : since) < slotOf(kind, now - LATE_AFTER_MS);
  });

const newestFirst = (a: Taken, b: Taken): number => b.takenAt.localeCompare(a.takenAt);

/**
 * Backups that no rotation keeps. A backup stays while it is among the newest `keep` of one of its kinds. The newest of all always stays, and so does
 * each manual one: a person removes it.
 */
export function expired<T extends Taken>(taken: readonly T[], keep: Keep): T[] {
  const sorted = [...taken].sort(newestFirst);
  const kept = new Set<T>(sorted.slice(0, 1));
  for (const each of sorted) if (each.kinds.includes('manual')) kept.add(each);
  for (const kind of scheduledKinds)
    for (const each of sorted.filter(({ kinds }) => kinds.includes(kind)).slice(0, keep[kind])) kept.add(each);
  return sorted.filter((each) => !kept.has(each));
}
