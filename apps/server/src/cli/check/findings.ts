import { said } from '@weft/shared/text/rendering/render';
import { allocationFindings } from './allocations.js';
import type { CheckFacts } from './facts.js';
import type { CheckFinding } from './finding.js';
import { hostFindings } from './hosts.js';
import { referenceFindings } from './references.js';

/** Problems in the database, then differences between it and its hosts, then what could not be compared. Pure. */
export function checkFindings(facts: CheckFacts): CheckFinding[] {
  const all = [...allocationFindings(facts), ...referenceFindings(facts), ...hostFindings(facts)];
  return [...all.filter(({ severity }) => severity === 'found'), ...all.filter(({ severity }) => severity === 'unknown')];
}

/** The only finding in a database of an older schema: nothing else there has the form that this version reads. */
export const olderSchema = (state: { found: number; known: number }): CheckFinding => ({
  severity: 'found',
  finding: said('check-schema-older', state),
});
