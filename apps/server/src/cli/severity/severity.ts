import type { Said } from '@weft/shared/text/rendering/render';
import { WEFT_VERSION } from '@weft/shared/version';

/** `stops`: what the command checks for would fail, or lose something. `warns`: look at it first. */
type Severity = 'stops' | 'warns';
export type Finding = { severity: Severity } & Said;

export const stops = (finding: Said): Finding => ({ severity: 'stops', ...finding });
export const warns = (finding: Said): Finding => ({ severity: 'warns', ...finding });

export const stoppingFirst = (findings: readonly Finding[]): Finding[] => [
  ...findings.filter(({ severity }) => severity === 'stops'),
  ...findings.filter(({ severity }) => severity === 'warns'),
];

interface Printed {
  json: boolean;
  /** The last line, with the numbers of findings of each severity; not in JSON. */
  summary: (stopping: number, others: number) => string;
}

/** @returns the exit code: 0 when nothing stops, 1 otherwise */
export function printFindings(findings: readonly Finding[], print: (line: string) => void, { json, summary }: Printed): number {
  const stopping = findings.filter(({ severity }) => severity === 'stops').length;
  if (json) print(JSON.stringify({ version: WEFT_VERSION, findings }, null, 2));
  else {
    for (const { severity, message, unblockedBy } of findings) {
      print(`${severity === 'stops' ? 'STOPS' : 'warns'}  ${message}`);
      if (unblockedBy) print(`       ${unblockedBy}`);
    }
    print(summary(stopping, findings.length - stopping));
  }
  return stopping > 0 ? 1 : 0;
}
