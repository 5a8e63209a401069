import type { BackupKind } from '@weft/shared/kinds/views/backup';
import type { Backup, BackupFolder } from '../../api/types.js';
import type { StatusFacts } from '../../ui/status.js';

export const ROTATIONS: Record<BackupKind, string> = { frequent: 'every 5 min', hourly: 'hourly', daily: 'daily', manual: 'manual' };

export const rotationsText = ({ kinds }: Pick<Backup, 'kinds'>): string => kinds.map((kind) => ROTATIONS[kind]).join(', ');

/** State of a file: a fault of the file, else its newest verification. */
export function backupStatus({ fault, verification }: Pick<Backup, 'fault' | 'verification'>): StatusFacts {
  if (fault) return { tone: 'bad', what: 'not usable', why: fault.message };
  switch (verification?.state) {
    case undefined:
      return { tone: 'good', what: 'complete' };
    case 'done':
      return { tone: 'good', what: 'verified' };
    case 'failed':
      return { tone: 'bad', what: 'verification failed', since: verification?.finishedAt ?? null, why: 'its job has the reason' };
    default:
      return { tone: 'busy', what: 'verifying', why: 'its job is open' };
  }
}

/** State of the backups of the cluster, as the server that answers sees its folder. */
export const folderStatus = ({
  state,
  problem,
  unreadableSince,
}: Pick<BackupFolder, 'state' | 'problem' | 'unreadableSince'>): StatusFacts =>
  state === 'current'
    ? { tone: 'good', what: 'current' }
    : state === 'off'
      ? { tone: 'idle', what: 'not configured', why: 'no server takes backups without a folder and a key' }
      : { tone: 'warn', what: state, since: unreadableSince, why: problem?.message ?? 'no reason given' };
