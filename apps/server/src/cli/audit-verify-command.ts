import { said } from '@weft/shared/text/rendering/render';
import { connect } from '../app/server.js';

import { type AuditProblem, type Head, verifyAudit } from '../audit/chain/audit-verification.service.js';
import type { Config } from '../config/config.schema.js';
import { type Arguments, UsageError } from './arguments.js';
import { type Finding, printFindings, stops, warns } from './severity/severity.js';

const HEAD = /^([1-9]\d{0,8}):([0-9a-f]{64})$/;

function headOf(text: string | undefined): Head | null {
  if (text === undefined) return null;
  const [, sequence, hash = ''] = HEAD.exec(text) ?? [];
  if (!sequence) throw new UsageError('--head takes SEQUENCE:HASH, as a server logs them ("head of the audit").');
  return { sequence: Number(sequence), hash };
}

function findingOf(problem: AuditProblem): Finding {
  switch (problem.problem) {
    case 'link-missing':
      return stops(said('audit-link-missing', { sequence: problem.sequence }));
    case 'link-changed':
      return stops(said('audit-link-changed', { sequence: problem.sequence }));
    case 'entry-missing':
      return stops(said('audit-entry-missing', { id: problem.id, sequence: problem.sequence }));
    case 'entry-changed':
      return stops(said('audit-entry-changed', { id: problem.id, sequence: problem.sequence }));
    case 'entry-unsealed':
      return warns(said('audit-entry-unsealed', { id: problem.entry._id, since: problem.entry.at.toISOString() }));
    case 'head-missing':
      return stops(said('audit-head-missing', { sequence: problem.sequence, last: problem.found.sequence }));
    case 'head-pruned':
      return warns(said('audit-head-pruned', { sequence: problem.sequence, first: problem.first }));
    case 'head-other':
      return stops(said('audit-head-other', { sequence: problem.sequence }));
  }
}

/**
 * `weft-server audit verify`: compares the audit with its hash chain. Read-only; servers may run.
 * @returns the exit code: 0 when nothing was changed or removed, 1 otherwise
 */
export async function auditVerifyCommand(
  config: Config,
  print: (line: string) => void,
  { json = false, head }: Arguments,
): Promise<number> {
  const known = headOf(head);
  const mongo = await connect(config);
  try {
    const { links, entries, head: last, problems } = await verifyAudit(mongo, known, new Date());
    const summary = (wrong: number, others: number) =>
      `${entries} entries in ${links} links, ${wrong} wrong, ${others} to look at; head ${last.sequence}:${last.hash}`;
    return printFindings(problems.map(findingOf), print, { json, summary });
  } finally {
    await mongo.close();
  }
}
