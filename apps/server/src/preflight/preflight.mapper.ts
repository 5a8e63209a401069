import type { PreflightAcceptance, PreflightFinding, PreflightRun } from '@weft/shared/kinds/assurance/preflight';
import { type PreflightCode, preflightChecks } from '@weft/shared/preflight/checks';
import { toObject } from '../core/mongo/stored.js';
import type { PreflightAcceptanceDocument, PreflightFindingDocument, PreflightRunDocument } from './preflight.document.js';

const checkOf = (check: PreflightCode) => {
  const { title, sets, severity } = preflightChecks[check];
  return { check, title, sets: [...sets], severity };
};

/** Checks of another version are left out. */
const isKnown = ({ check }: { check: string }): boolean => Object.hasOwn(preflightChecks, check);

export const toRun = (run: PreflightRunDocument): PreflightRun =>
  toObject<PreflightRun>(run, {
    state: run.state,
    requestedBy: run.requestedBy,
    finishedAt: run.finishedAt?.toISOString() ?? null,
    nodes: { asked: run.asked, answered: run.answered },
    probes: run.probes,
    checks: run.checks.filter(isKnown).map(({ check, ...counts }) => ({ ...checkOf(check), ...counts })),
    newFindings: run.newFindings,
    omittedFindings: run.omittedFindings,
  });

export const toAcceptance = ({ version, reason, author, createdAt }: PreflightAcceptanceDocument): PreflightAcceptance => ({
  ...{ version, reason, by: author, at: createdAt.toISOString() },
});

export function toFindings(
  findings: readonly PreflightFindingDocument[],
  acceptances: readonly PreflightAcceptanceDocument[],
): PreflightFinding[] {
  const of = new Map(acceptances.map((each) => [each._id, toAcceptance(each)]));
  return findings.filter(isKnown).map(({ _id, check, result, node, subject, said, command, since }) => ({
    id: _id,
    ...checkOf(check),
    ...{ result, node, subject, command },
    what: { code: said.code ?? said.reason, params: said.params, message: said.message },
    why: preflightChecks[check].why,
    fix: said.unblockedBy ?? null,
    since: since.toISOString(),
    acceptance: of.get(_id) ?? null,
  }));
}
