import type { Alert } from '../../api/types.js';
import type { StatusFacts } from '../../ui/status.js';
import { isQuiet } from './quiet.js';

type Stated = Pick<Alert, 'severity' | 'state' | 'acknowledged' | 'silencedBy' | 'inhibitedBy'>;

/** Severity, state, and what else holds of a firing alert, in words. */
export function alertStatus(alert: Stated): Pick<StatusFacts, 'tone' | 'what'> {
  const { severity, state, acknowledged, silencedBy, inhibitedBy } = alert;
  if (state === 'resolved') return { tone: 'good', what: `${severity}, resolved` };
  if (state === 'pending') return { tone: 'idle', what: `${severity}, pending` };
  const more = [
    ...(silencedBy.length > 0 ? ['silenced'] : []),
    ...(inhibitedBy ? ['in maintenance'] : []),
    ...(acknowledged ? [`acknowledged by ${acknowledged.by}`] : []),
  ];
  const tone = isQuiet(alert) ? 'idle' : severity === 'critical' ? 'bad' : 'warn';
  return { tone, what: [severity, ...(more.length > 0 ? more : ['firing'])].join(', ') };
}

/** `Node silent`, for the rule WeftNodeSilent. */
export function ruleWords(rule: string): string {
  const words = rule.replace(/^Weft/, '').replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ');
  return words.slice(0, 1) + words.slice(1).toLowerCase();
}

/** Where a path of the server leads, for a link: pathname and search parameters. */
export function linkTarget(path: string): { to: string; search: Record<string, string> } {
  const { pathname, searchParams } = new URL(path, 'http://console');
  return { to: pathname, search: Object.fromEntries(searchParams) };
}

/** A text of a rule in pieces, of which every second one, between backticks, is a command. */
export const codePieces = (text: string): string[] => text.split('`');
