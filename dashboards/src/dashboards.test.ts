import { readdirSync, readFileSync } from 'node:fs';
import { EXPORTED_LATENCY_BOUNDS_SECONDS, EXPORTED_METRICS } from '@weft/shared/stats/exported-metrics';
import { LATENCY_BOUNDS_NS } from '@weft/shared/stats/histogram';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { dashboards } from './dashboards.js';
import { generated } from './generated.js';
import { exprsOf, panelsOf } from './panel-queries.js';
import { metricOf, seriesIn, sourcesOf } from './sources.js';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

interface Rule {
  record?: string;
  alert?: string;
  expr: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
}
const rulesOf = (file: string): Rule[] =>
  (parse(read(`dashboards/prometheus/rules/${file}.yml`)) as { groups: { rules: Rule[] }[] }).groups.flatMap(({ rules }) => rules);
const recorded = new Set(rulesOf('latency').map(({ record }) => record));
const isThere = (series: string) =>
  metricOf(series) !== undefined || recorded.has(series) || series === 'up' || series === 'scrape_duration_seconds';

test.each(Object.entries(generated(read)))(
  'given the sources, then %s is what they generate (npm run generate -w @weft/dashboards)',
  (path, text) => {
    expect(read(path)).toBe(text);
  },
);

test('given the folder of generated files, then none is left of a dashboard that is no more', () => {
  const names = Object.keys(generated(read)).filter((path) => path.startsWith('dashboards/generated/'));
  expect(
    readdirSync(new URL('../generated', import.meta.url))
      .map((name) => `dashboards/generated/${name}`)
      .sort(),
  ).toEqual(names.sort());
});

describe.each(Object.entries(dashboards()))('given the dashboard %s', (_name, dashboard) => {
  const panels = panelsOf(dashboard);

  test('then every panel says what it shows, from where, and in which unit', () => {
    for (const { title, description, fieldConfig } of panels) {
      expect(description, title).toMatch(/^[A-Z0-9].+[.:)] Source: .+\.$/);
      expect(fieldConfig?.defaults.unit, title).toBeTruthy();
    }
  });

  test('then every query has a legend, and asks one cluster only', () => {
    for (const { title, targets = [] } of panels)
      for (const { expr, legendFormat } of targets as unknown as { expr: string; legendFormat: string }[]) {
        expect(legendFormat, title).toBeTruthy();
        const selectors = expr.match(/\{[^}]*\}/g) ?? [];
        expect(selectors.length, expr).toBeGreaterThanOrEqual(seriesIn(expr).length);
        for (const selector of selectors) expect(selector, expr).toContain('weft_cluster="$cluster"');
      }
  });

  test('then its queries ask for series that are exported or recorded, and by variables that it has', () => {
    const variables = (dashboard.templating?.list ?? []).map(({ name }) => name);
    for (const expr of panels.flatMap(exprsOf)) {
      expect(
        seriesIn(expr).filter((series) => !isThere(series)),
        expr,
      ).toEqual([]);
      for (const [, variable] of expr.matchAll(/\$(\w+)/g)) expect([...variables, '__rate_interval'], expr).toContain(variable);
    }
  });

  test('then its first panel says whether the cluster is simulated', () => {
    expect(JSON.stringify(panels[0])).toContain('SIMULATED');
    expect(exprsOf(panels[0] ?? ({} as never)).join()).toContain('weft_agent_info');
  });

  test('then no two panels have the same number', () => {
    const numbers = (dashboard.panels ?? []).map(({ id }) => id);
    expect(new Set(numbers).size).toBe(numbers.length);
  });
});

test('given a query for a series that nobody exports, then the dashboard is not built', () => {
  expect(() => sourcesOf(['sum(rate(weft_volume_made_up_total{}[1m]))'])).toThrow('nobody exports weft_volume_made_up_total');
});

test('given the rules, then they rest on series that are exported or recorded', () => {
  for (const { expr } of [...rulesOf('latency'), ...rulesOf('alerts')])
    expect(
      seriesIn(expr).filter((series) => !isThere(series)),
      expr,
    ).toEqual([]);
});

test.each(rulesOf('alerts').map((rule) => [rule.alert, rule] as const))(
  'given the alert %s, then it says what happened, what it means, what to do, and has a case that it fires',
  (name, { annotations = {}, labels = {} }) => {
    expect(Object.keys(annotations)).toEqual(['summary', 'meaning', 'action']);
    expect(['warning', 'critical']).toContain(labels['severity']);
    const cases = readdirSync(new URL('../prometheus/tests', import.meta.url)).map((file) => read(`dashboards/prometheus/tests/${file}`));
    expect(cases.some((text) => text.includes(`ALERTS{alertname="${name}",alertstate="firing"`))).toBe(true);
  },
);

test("given the bounds of exported histograms, then they are some of Weft's own, an octave apart", () => {
  expect(EXPORTED_LATENCY_BOUNDS_SECONDS).toHaveLength(21);
  EXPORTED_LATENCY_BOUNDS_SECONDS.forEach((bound, index) => {
    expect(bound).toBeCloseTo(16e-6 * 2 ** index, 12);
    expect(LATENCY_BOUNDS_NS).toContain(Math.round(bound * 1e9));
  });
});

test('given the table of metrics, then names carry their units and each is there once', () => {
  const names = EXPORTED_METRICS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { name, type, unit } of EXPORTED_METRICS) {
    expect(name.endsWith('_total'), name).toBe(type === 'counter');
    if (['seconds', 'bytes', 'ratio', 'celsius'].includes(unit)) expect(name).toMatch(new RegExp(`_${unit}(_total)?$`));
  }
});
