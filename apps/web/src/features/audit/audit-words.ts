import type { AuditAction } from '@weft/shared/kinds/audit';
import type { AuditEntry } from '../../api/types.js';

const ACTIONS: Record<AuditAction, string> = {
  'drive.wipe': 'Wiped',
  'attachment.revoke': 'Taken away by force',
  'volume.accept-loss': 'Loss accepted',
  'volume.discard': 'Legs of older epochs discarded',
  'node.maintenance': 'Maintenance',
};

export const actionText = (action: AuditAction): string => ACTIONS[action];
export const actionOptions = (Object.entries(ACTIONS) as [AuditAction, string][]).map(([value, label]) => ({ value, label }));

/** What was said, each statement for itself (S13): sentences, in one line. */
export const statementsText = ({ statements }: Pick<AuditEntry, 'statements'>): string => statements.map(({ text }) => text).join(' ');

export const auditWords = (entry: Pick<AuditEntry, 'action' | 'statements'>): string =>
  [actionText(entry.action), statementsText(entry)].filter((each) => each !== '').join(': ');
