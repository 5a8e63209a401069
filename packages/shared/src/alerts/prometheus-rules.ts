import { alertRules } from './alert-rules.js';
import { type AlertRule, type AlertUnit, counted, filled } from './rules/rule.js';

/** One rule in Prometheus' form (prometheus.io, "Alerting rules"). */
export interface PrometheusRule {
  alert: string;
  expr: string;
  for?: string;
  keep_firing_for?: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
}

export interface PrometheusRules {
  groups: { name: string; rules: PrometheusRule[] }[];
}

const SIMULATED = '{{ if eq $labels.simulated "true" }}SIMULATED: {{ end }}';

/** Prometheus' templates for a value (prometheus.io, "Template reference"). */
const templates: Readonly<Record<AlertUnit, string>> = {
  ratio: '{{ $value | humanizePercentage }}',
  celsius: '{{ $value }} °C',
  days: '{{ $value | humanizeDuration }}',
  duration: '{{ $value | humanizeDuration }}',
  bytes: '{{ $value | humanize1024 }}B',
  count: '{{ printf "%.0f" $value }}',
  latency: '{{ $value | humanizeDuration }}',
  times: '{{ printf "%.0f" $value }} times',
};

const seconds = (time: number): string => (time % 3600 === 0 ? `${time / 3600}h` : time % 60 === 0 ? `${time / 60}m` : `${time}s`);

function prometheusRule(rule: AlertRule, expr: string, threshold: number | undefined): PrometheusRule {
  const { name, severity, forSeconds, keepSeconds, labels, unit, threshold: limit, summary, meaning, action } = rule;
  const of = unit ?? limit?.unit;
  const values = {
    ...Object.fromEntries(labels.map((label) => [label, `{{ $labels.${label} }}`])),
    ...(of ? { value: templates[of] } : {}),
  };
  // An absent server has no label that states whether the cluster is simulated.
  const prefix = expr.startsWith('absent(') ? '' : SIMULATED;
  return {
    alert: name,
    expr: limit ? expr.replaceAll('$threshold', String(counted(limit, threshold ?? limit.default))) : expr,
    ...(forSeconds > 0 ? { for: seconds(forSeconds) } : {}),
    ...(keepSeconds > 0 ? { keep_firing_for: seconds(keepSeconds) } : {}),
    labels: { severity },
    annotations: { summary: prefix + filled(summary, values), meaning: filled(meaning, values), action: filled(action, values) },
  };
}

/**
 * All rules that Prometheus can evaluate, by group. One without a threshold is left out.
 * @param thresholdOf threshold of a rule; undefined: its default
 */
export function prometheusRules(thresholdOf: (rule: AlertRule) => number | undefined = () => undefined): PrometheusRules {
  const groups = new Map<string, PrometheusRule[]>();
  for (const rule of alertRules) {
    const isOff = rule.threshold && !Number.isFinite(thresholdOf(rule) ?? rule.threshold.default);
    if (rule.expr !== null && !isOff)
      groups.set(rule.group, [...(groups.get(rule.group) ?? []), prometheusRule(rule, rule.expr, thresholdOf(rule))]);
  }
  return { groups: [...groups].map(([name, rules]) => ({ name, rules })) };
}
