import type { AuditAction } from '@weft/shared/kinds/audit';
import { quote } from '@weft/shared/text/words';
import type { AuditEntry } from '../../api/types.js';
import { joined, listed, type Sentence, sentence, textOf } from '../../ui/text/sentence.js';

const ACTIONS: Record<AuditAction, string> = {
  'drive.wipe': 'Wiped',
  'attachment.revoke': 'Force detached',
  'volume.accept-loss': 'Loss accepted',
  'volume.discard': 'Legs of older epochs discarded',
  'node.maintenance': 'Maintenance',
  'history.accept': 'History or ledger loss accepted',
  'simulation.fault': 'Fault simulated',
  'backup.download': 'Backup downloaded',
  'support-bundle.download': 'Support bundle downloaded',
  'database.mend': 'Database mended',
  'audit.prune': 'Old audit entries removed',
  change: 'Changed',
  refusal: 'Refused',
  'node.revoke-credential': 'Credential revoked',
  'node.rotate-credential': 'Credential rotated',
};

export const actionText = (action: AuditAction): string => ACTIONS[action];
export const actionOptions = (Object.entries(ACTIONS) as [AuditAction, string][]).map(([value, label]) => ({ value, label }));

/** A request as a sentence: its endpoint, its origin and its result. */
function requestSentence({ route, name, token, address, status, code, count, lastAt }: NonNullable<AuditEntry['request']>): Sentence {
  const what = [
    route ?? 'several endpoints',
    name === null ? '' : ` as ${name}`,
    token === null ? '' : ` with API token ${token.name}`,
    ` from ${address ?? 'several addresses'}: ${code ?? status}`,
  ];
  return count > 1 ? sentence`${what.join('')}, ${count} times until ${{ at: lastAt }}.` : `${what.join('')}.`;
}

type Told = Pick<AuditEntry, 'statements' | 'request'> & Partial<Pick<AuditEntry, 'changes'>>;

const changeText = ({ field, from, to }: AuditEntry['changes'][number]): string => `${field}: ${from ?? 'unknown'} → ${to ?? 'unknown'}`;

/** The statements, each a sentence of its own (S13), or the request, on one line. */
export function statementsSentence({ statements, request, changes = [] }: Told): Sentence {
  if (!request) return listed(statements.map(statementSentence), ' ');
  return changes.length > 0 ? joined(requestSentence(request), ` ${changes.map(changeText).join('; ')}.`) : requestSentence(request);
}

/** The sentences of statements are no part of the first load: `Linked` renders them from the data. */
const statementSentence = ({ code, params, text }: AuditEntry['statements'][number]): Sentence =>
  code !== undefined && params ? [quote(text, { code, params })] : text;

export const statementsText = (entry: Told): string => textOf(statementsSentence(entry));

export function auditSentence(entry: Told & Pick<AuditEntry, 'action'>): Sentence {
  const statements = statementsSentence(entry);
  return statements.length === 0 ? actionText(entry.action) : joined(actionText(entry.action), ': ', statements);
}
