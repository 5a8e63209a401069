import type { Finding } from '@weft/shared/kinds/views/overview';
import type { BackupState } from '../../backups/backup-state.service.js';
import { wordsOf } from './explanation.js';

/** The problem of the backups as a finding: at most one. `clusterId`: backups are of the whole cluster. */
export const backupFindings = (
  { state, problem, unreadableSince }: Pick<BackupState, 'state' | 'problem' | 'unreadableSince'>,
  clusterId: string,
): Finding[] =>
  problem === null
    ? []
    : [
        {
          severity: 'warn',
          subject: { kind: 'backup', id: clusterId, name: state === 'late' ? 'schedule' : 'folder' },
          what: state,
          ...wordsOf({ since: unreadableSince?.toISOString() ?? null, ...problem }),
          affected: [],
          volumes: [],
        },
      ];
