import { alertRulesFile } from './alert-rules.js';
import { dashboards } from './dashboards.js';
import { exposition } from './exposition.js';
import { metricsTable } from './metrics-page.js';

/** Marks of the metrics table in docs/observability.md. */
const TABLE = /(<!-- generated: metrics -->\n)[\s\S]*?(\n<!-- end -->)/;

/** All generated files of this package, by path in the repository. `read` returns a file's current text. */
export function generated(read: (path: string) => string): Record<string, string> {
  const files = Object.entries(dashboards()).map(([name, dashboard]) => [
    `dashboards/generated/${name}.json`,
    `${JSON.stringify(dashboard, null, 2)}\n`,
  ]);
  const page = 'docs/observability.md';
  const text = read(page);
  if (!TABLE.test(text)) throw new Error(`${page} has lost the marks around its table of metrics: put them back`);
  return {
    ...Object.fromEntries(files),
    'dashboards/generated/metrics.prom': exposition(1),
    'dashboards/prometheus/rules/alerts.yml': alertRulesFile(),
    [page]: text.replace(TABLE, (_, begin: string, end: string) => `${begin}\n${metricsTable()}\n${end}`),
  };
}
