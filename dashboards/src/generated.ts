import { alertRulesFile, alertsTable, thresholdsTable } from './alert-rules.js';
import { dashboards } from './dashboards.js';
import { metricsTable } from './metrics-page.js';
import { preflightTable } from './preflight-page.js';
import { exposition } from './samples/exposition.js';

/** The page with the text between the marks of `name` replaced. @throws Error if the page has lost them */
function withTable(read: (path: string) => string, page: string, tables: Record<string, string>): string {
  return Object.entries(tables).reduce((text, [name, table]) => {
    const marks = new RegExp(`(<!-- generated: ${name} -->\\n)[\\s\\S]*?(\\n<!-- end -->)`);
    if (!marks.test(text)) throw new Error(`${page} has lost the marks around its table of ${name}: put them back`);
    return text.replace(marks, (_, begin: string, end: string) => `${begin}\n${table}\n${end}`);
  }, read(page));
}

/** All generated files of this package, by path in the repository. `read` returns a file's current text. */
export function generated(read: (path: string) => string): Record<string, string> {
  const files = Object.entries(dashboards()).map(([name, dashboard]) => [
    `dashboards/generated/${name}.json`,
    `${JSON.stringify(dashboard, null, 2)}\n`,
  ]);
  const [metrics, alerts, preflight] = ['docs/observability.md', 'docs/alerts.md', 'docs/preflight.md'];
  return {
    ...Object.fromEntries(files),
    'dashboards/generated/metrics.prom': exposition(1),
    'dashboards/prometheus/rules/alerts.yml': alertRulesFile(),
    [metrics]: withTable(read, metrics, { metrics: metricsTable() }),
    [alerts]: withTable(read, alerts, { rules: alertsTable(), thresholds: thresholdsTable() }),
    [preflight]: withTable(read, preflight, { checks: preflightTable() }),
  };
}
