import type { AuditAction } from '@weft/shared/kinds/audit';
import type { AuditEntry } from '../../api/types.js';

const ACTIONS: Record<AuditAction, string> = {
  'drive.wipe': 'Wiped',
  'attachment.revoke': 'Taken away by force',
  'volume.accept-loss': 'Loss accepted',
  'volume.discard': 'Legs of older epochs discarded',
  'node.maintenance': 'Maintenance',
  'history.accept': 'History or ledger loss accepted',
  change: 'Changed',
  refusal: 'Refused',
  'node.revoke-credential': 'Credential revoked',
  'node.rotate-credential': 'Credential rotated',
};

export const actionText = (action: AuditAction): string => ACTIONS[action];
export const actionOptions = (Object.entries(ACTIONS) as [AuditAction, string][]).map(([value, label]) => ({ value, label }));

/** A request as a sentence: its endpoint, its origin and its result. */
function requestText({ request }: Pick<AuditEntry, 'request'>): string {
  if (!request) return '';
  const { route, name, address, status, code, count, lastAt } = request;
  const what = [
    route ?? 'several endpoints',
    name === null ? '' : ` as ${name}`,
    ` from ${address ?? 'several addresses'}: ${code ?? status}`,
  ];
  return `${what.join('')}${count > 1 ? `, ${count} times until ${lastAt}` : ''}.`;
}

/** The statements, each a sentence of its own (S13), or the request, on one line. */
export const statementsText = ({ statements, request }: Pick<AuditEntry, 'statements' | 'request'>): string =>
  request ? requestText({ request }) : statements.map(({ text }) => text).join(' ');

export const auditWords = (entry: Pick<AuditEntry, 'action' | 'statements' | 'request'>): string =>
  [actionText(entry.action), statementsText(entry)].filter((each) => each !== '').join(': ');
