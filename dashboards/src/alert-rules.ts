import { alertRules } from '@weft/shared/alerts/alert-rules';
import { prometheusRules } from '@weft/shared/alerts/prometheus-rules';
import { type AlertRule, alertValue, type ThresholdScope, thresholdScopes } from '@weft/shared/alerts/rules/rule';
import { stringify } from 'yaml';

const HEAD = `# Written by \`npm run generate -w @weft/dashboards\` from packages/shared/src/alerts: change the rules there. Thresholds are the defaults.
# Each alert states what happened (summary), what it means (meaning) and what to do (action).
# The same fact from several servers is one alert (max by): they read the same database.
`;

/** The file dashboards/prometheus/rules/alerts.yml. */
export const alertRulesFile = (): string => HEAD + stringify(prometheusRules(), { lineWidth: 140 });

const time = (seconds: number): string => (seconds === 0 ? 'at once' : alertValue(seconds, 'duration'));

function evaluators({ expr, ownEvaluation, why }: AlertRule): string {
  if (expr !== null && ownEvaluation) return 'both';
  return `${ownEvaluation ? 'Weft' : 'Prometheus'}: ${why}`;
}

/** Table of all rules, for docs/alerts.md. */
export function alertsTable(): string {
  const rows = alertRules.map((rule) => {
    const { name, summary, forSeconds, keepSeconds, severity, threshold } = rule;
    const limit = threshold
      ? `${threshold.meaning}: ${threshold.fires === 'below' ? 'below ' : ''}${alertValue(threshold.default, threshold.unit)}`
      : '';
    return `| \`${name}\` | ${summary.replace(/\{(\w+)\}/g, '*$1*')} | ${time(forSeconds)} | ${time(keepSeconds)} | ${severity} | ${limit} | ${evaluators(rule)} |`;
  });
  return [
    '| rule | what happened | fires after | resolves after | severity | threshold | evaluated by |',
    '|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

const LIMIT_HEAD = ['| rule | unit of the value | lowest | highest | may depend on |', '|---|---|---|---|---|'];
const UNITS = {
  ratio: 'fraction of 1',
  celsius: '°C',
  days: 'seconds',
  duration: 'seconds',
  bytes: 'bytes',
  count: 'number',
  times: 'number',
  latency: 'seconds',
} as const;
const SCOPES: Record<ThresholdScope, string> = { volumeLabel: 'a label of volumes', driveClass: 'a drive class' };
const scopesText = (kind: AlertRule['kind']): string => (thresholdScopes[kind] ?? []).map((scope) => SCOPES[scope]).join(', ');

/** Table of the thresholds that can be set, for docs/alerts.md. */
export function thresholdsTable(): string {
  const rows = alertRules.flatMap(({ name, kind, threshold }) =>
    threshold ? [`| \`${name}\` | ${UNITS[threshold.unit]} | ${threshold.min} | ${threshold.max} | ${scopesText(kind)} |`] : [],
  );
  return [...LIMIT_HEAD, ...rows].join('\n');
}
