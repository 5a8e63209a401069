import { prometheusRules } from '@weft/shared/alerts/prometheus-rules';
import { stringify } from 'yaml';

const HEAD = `# Written by \`npm run generate -w @weft/dashboards\` from packages/shared/src/alerts: change the rules there. Thresholds are the defaults.
# Each alert states what happened (summary), what it means (meaning) and what to do (action).
# The same fact from several servers is one alert (max by): they read the same database.
`;

/** The file dashboards/prometheus/rules/alerts.yml. */
export const alertRulesFile = (): string => HEAD + stringify(prometheusRules(), { lineWidth: 140 });
