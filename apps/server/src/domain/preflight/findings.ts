import { type PreflightCode, preflightCodes } from '@weft/shared/preflight/checks';
import { preflightSeverities } from '@weft/shared/preflight/sets';
import { type Said, said } from '@weft/shared/text/rendering/render';
import { type Check, type Checked, findingId, refOf, severityOf } from './check.js';
import { clusterChecks } from './cluster-checks.js';
import { hostChecks } from './host-checks.js';
import { networkChecks } from './network-checks.js';
import { nicChecks } from './nic-checks.js';
import { numaChecks } from './numa-checks.js';
import type { PreflightWorld } from './preflight-world.js';

export const allChecks: readonly Check[] = [...clusterChecks, ...networkChecks, ...nicChecks, ...numaChecks, ...hostChecks];

/** Most findings that a run stores. */
export const MOST_FINDINGS = 5000;

export interface FoundFinding {
  _id: string;
  check: PreflightCode;
  result: 'failed' | 'unknown';
  node: { id: string; name: string } | null;
  subject: string;
  said: Said;
  command: string | null;
  since: Date;
}
export interface CheckCounts {
  check: PreflightCode;
  passed: number;
  failed: number;
  unknown: number;
}
export interface RunResult {
  checks: CheckCounts[];
  findings: FoundFinding[];
  /** Findings that the run before did not have. */
  newFindings: number;
  omittedFindings: number;
}

/**
 * Runs every check.
 * @param before start of each finding of the run before, by id
 */
export function runChecks(world: PreflightWorld, before: ReadonlyMap<string, Date>, startedAt: Date): RunResult {
  const checked = allChecks.flatMap((check) => check.run(world));
  const found = checked.flatMap((each) => finding(each, before, startedAt)).sort(byRank);
  return {
    checks: preflightCodes.map((check) => ({ check, ...countsOf(checked.filter((each) => each.check === check)) })),
    findings: found.slice(0, MOST_FINDINGS),
    newFindings: found.filter(({ _id, result }) => result === 'failed' && !before.has(_id)).length,
    omittedFindings: Math.max(0, found.length - MOST_FINDINGS),
  };
}

function countsOf(checked: readonly Checked[]): Omit<CheckCounts, 'check'> {
  const count = (result: string) => checked.filter(({ outcome }) => outcome.result === result).length;
  return { passed: count('passed'), failed: count('failed'), unknown: count('unknown') };
}

function finding(checked: Checked, before: ReadonlyMap<string, Date>, startedAt: Date): FoundFinding[] {
  const { check, node, subject, outcome } = checked;
  if (outcome.result === 'passed') return [];
  const _id = findingId(checked);
  const about = { _id, check, node, subject, since: before.get(_id) ?? startedAt };
  if (outcome.result === 'failed') return [{ ...about, result: 'failed', said: outcome.said, command: outcome.command }];
  const params = { ...(node ? { node: refOf(node) } : {}), facts: outcome.facts };
  return [{ ...about, result: 'unknown', said: said('preflight-unknown', params), command: null }];
}

/** Sorts findings as a text: those of unknown facts last, then by severity, check and object, with the numbers of names as numbers. */
export function rankOf({ check, result, subject }: Pick<FoundFinding, 'check' | 'result' | 'subject'>): string {
  const parts = [Number(result === 'unknown'), preflightSeverities.indexOf(severityOf(check)), preflightCodes.indexOf(check)];
  const name = subject.replaceAll(/\d+/g, (digits) => digits.padStart(12, '0'));
  return `${parts.map((part) => String(part).padStart(3, '0')).join(' ')} ${name}`;
}

function byRank(a: FoundFinding, b: FoundFinding): number {
  const [one, other] = [rankOf(a), rankOf(b)];
  return one < other ? -1 : Number(one > other);
}
