import type { AlertMatcher } from '../../api/types.js';

export const matcherText = ({ label, operator, value }: AlertMatcher): string => `${label}${operator}${value}`;

/** Formats matchers for `readMatcher`, one per line. */
export const matchersText = (matchers: readonly AlertMatcher[]): string => matchers.map(matcherText).join('\n');

/** Reads `node=t1` or `zone!=west*`. @throws RangeError for another text */
export function readMatcher(line: string): AlertMatcher {
  const found = /^([^=!]+?)\s*(!?=)\s*(.*)$/.exec(line);
  if (!found) throw new RangeError(`“${line}” is not a matcher. Write label=value or label!=value.`);
  const [, label = '', operator, value = ''] = found;
  return { label, operator: operator as AlertMatcher['operator'], value };
}

/** Labels that say how serious an alert is and of which kind, not which alert it is. */
const GENERAL = new Set(['severity', 'kind']);

/** Matchers of exactly the alerts with these labels. */
export const matchersOf = (labels: Readonly<Record<string, string>>): AlertMatcher[] =>
  Object.entries(labels).flatMap(([label, value]) => (GENERAL.has(label) ? [] : [{ label, operator: '=', value }]));
