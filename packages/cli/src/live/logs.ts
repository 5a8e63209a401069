import type { AuditEntry } from '@weft/shared/kinds/audit';
import type { Found } from '../resolve/resolver.js';
import type { Run } from '../run/run.js';

/** Changes come in seconds; a list of them is one cheap request. */
const EVERY_MS = 2000;
/** An entry may be stored a moment after its time. */
const OVERLAP_MS = 60_000;

/** What `weft logs` shows: all of it, or one object. */
export interface LogQuery {
  subjectId?: string;
  from?: string;
}

/** An entry of the audit in the form of an event, so that both are lines of one log. */
export function lineOfAudit({ id, at, by, action, subject, statements, request, changes }: AuditEntry): Found {
  const what = request ? (request.route ?? 'several requests') : statements.map(({ statement }) => statement).join(', ');
  const fields = changes.length > 0 ? ` (${changes.map(({ field }) => field).join(', ')})` : '';
  const where = request?.address ? ` from ${request.address}` : '';
  const times = request && request.count > 1 ? `, ${request.count} times` : '';
  const refusal = action === 'refusal' ? `: refused, ${request?.code ?? request?.status ?? ''}` : '';
  return {
    ...{ id, at, lastAt: request?.lastAt ?? at, severity: action === 'refusal' ? 'warning' : 'info', kind: 'audit' },
    subjects: subject ? [{ id: subject.id, name: subject.name }] : [],
    message: `${by}${where}: ${what}${fields}${times}${refusal}`,
    count: request?.count ?? 1,
    revision: request?.count ?? 1,
  } as unknown as Found;
}

const timeOf = (line: Found): number => Date.parse(String((line as { lastAt?: unknown }).lastAt));

/** Oldest first. */
export const byTime = (lines: readonly Found[]): Found[] => [...lines].sort((a, b) => timeOf(a) - timeOf(b));

/** Events, jobs among them, and with `--audit` the entries of the audit. */
async function linesOf(run: Run, query: LogQuery): Promise<Found[]> {
  const events = await run.resolver.all('/api/v1/events', { ...query, sort: 'lastAt' });
  if (!run.has('audit')) return events.items;
  const audit = await run.resolver.all('/api/v1/audit', { ...query, sort: 'at' });
  return byTime([...events.items, ...audit.items.map((entry) => lineOfAudit(entry as unknown as AuditEntry))]);
}

/** Prints the log, and with `--follow` what is new or has changed, until Ctrl-C. */
export async function printLogs(run: Run, query: LogQuery): Promise<void> {
  let from = new Date(Date.now() - OVERLAP_MS).toISOString();
  const lines = await linesOf(run, query);
  await run.print('event', { items: lines });
  if (!run.has('follow')) return;
  const { pause } = await import('./follow.js');
  const revisions = new Map(lines.map(({ id, revision }) => [id, revision]));
  for (;;) {
    await pause(run, EVERY_MS);
    const next = new Date(Date.now() - OVERLAP_MS).toISOString();
    const fresh = (await linesOf(run, { ...query, from })).filter(({ id, revision }) => revisions.get(id) !== revision);
    from = next;
    for (const { id, revision } of fresh) revisions.set(id, revision);
    if (fresh.length > 0) await run.print('event', { items: fresh });
  }
}
