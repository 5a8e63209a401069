import { preflightSeverities } from '@weft/shared/preflight/sets';
import type { PreflightFinding } from '../../api/types.js';
import type { Tone } from '../../ui/marks/mark.js';

export const TONES: Record<PreflightFinding['severity'], Tone> = { error: 'bad', warning: 'warn', advice: 'busy' };
const SEVERITIES: Record<PreflightFinding['severity'], string> = { error: 'Errors', warning: 'Warnings', advice: 'Advice' };
export const SETS: Record<PreflightFinding['sets'][number], string> = { 'micron-2018': 'Micron 2018', weft: "Weft's advice" };

export const groupings = ['severity', 'node'] as const;
export type Grouping = (typeof groupings)[number];

export interface FindingGroup {
  title: string;
  findings: PreflightFinding[];
}

/** Findings in the order of the list; groups without findings are left out. Checks whose facts are unknown come last. */
export function grouped(findings: readonly PreflightFinding[], by: Grouping): FindingGroup[] {
  const titles =
    by === 'severity'
      ? [...preflightSeverities.map((each) => SEVERITIES[each]), NOT_CHECKED]
      : [
          CLUSTER,
          ...[...new Set(findings.flatMap(({ node }) => node?.name ?? []))].sort((a, b) => a.localeCompare(b, 'en', { numeric: true })),
        ];
  return titles
    .map((title) => ({ title, findings: findings.filter((finding) => titleOf(finding, by) === title) }))
    .filter((group) => group.findings.length > 0);
}

const NOT_CHECKED = 'Not checked';
const CLUSTER = 'Cluster, networks and classes';

const titleOf = ({ result, severity, node }: PreflightFinding, by: Grouping): string => {
  if (by === 'node') return node?.name ?? CLUSTER;
  return result === 'unknown' ? NOT_CHECKED : SEVERITIES[severity];
};
