import { readdirSync, readFileSync } from 'node:fs';
import { volumeHealths } from '@weft/shared/kinds/volume';
import { EXPORTED_METRICS } from '@weft/shared/stats/exported/exported-metrics';
import { EXPORTED_LATENCY_BOUNDS_SECONDS } from '@weft/shared/stats/exported/latency-bounds';
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
  'has %s as it is generated from the sources (npm run generate -w @weft/dashboards)',
  (path, text) => {
    expect(read(path)).toBe(text);
  },
);

test('has exactly the generated files of the current dashboards', () => {
  const names = Object.keys(generated(read)).filter((path) => path.startsWith('dashboards/generated/'));
  expect(
    readdirSync(new URL('../generated', import.meta.url))
      .map((name) => `dashboards/generated/${name}`)
      .sort(),
  ).toEqual(names.sort());
});

describe.each(Object.entries(dashboards()))('dashboard %s', (_name, dashboard) => {
  const panels = panelsOf(dashboard);

  test('gives every panel a description, its source and a unit', () => {
    for (const { title, description, fieldConfig } of panels) {
      expect(description, title).toMatch(/^[A-Z0-9].+[.:)] Source: .+\.$/);
      expect(fieldConfig?.defaults.unit, title).toBeTruthy();
    }
  });

  test('gives every query a legend, and limits it to one cluster', () => {
    for (const { title, targets = [] } of panels)
      for (const { expr, legendFormat } of targets as unknown as { expr: string; legendFormat: string }[]) {
        expect(legendFormat, title).toBeTruthy();
        const selectors = expr.match(/\{[^}]*\}/g) ?? [];
        expect(selectors.length, expr).toBeGreaterThanOrEqual(seriesIn(expr).length);
        for (const selector of selectors) expect(selector, expr).toContain('weft_cluster="$cluster"');
      }
  });

  test('queries only exported or recorded series, by variables that it defines', () => {
    const variables = (dashboard.templating?.list ?? []).map(({ name }) => name);
    for (const expr of panels.flatMap(exprsOf)) {
      expect(
        seriesIn(expr).filter((series) => !isThere(series)),
        expr,
      ).toEqual([]);
      for (const [, variable] of expr.matchAll(/\$(\w+)/g)) expect([...variables, '__rate_interval'], expr).toContain(variable);
    }
  });

  test('shows in its first panel whether the cluster is simulated', () => {
    expect(JSON.stringify(panels[0])).toContain('SIMULATED');
    expect(exprsOf(panels[0] ?? ({} as never)).join()).toContain('weft_agent_info');
  });

  test('marks states of its cluster, from series that exist', () => {
    const marks = dashboard.annotations?.list ?? [];
    expect(marks.length).toBeGreaterThan(0);
    for (const { expr = '', titleFormat = '' } of marks) {
      for (const selector of expr.match(/\{[^}]*\}/g) ?? []) expect(selector, expr).toContain('weft_cluster="$cluster"');
      expect(
        seriesIn(expr).filter((series) => !isThere(series)),
        expr,
      ).toEqual([]);
      // Grafana would write the name of a label that the result does not have.
      for (const [, label = ''] of titleFormat.matchAll(/\{\{(\w+)\}\}/g))
        expect(expr).toMatch(new RegExp(`^[^{]*by \\([^)]*\\b${label}\\b`));
    }
  });

  test('links lines of an object to the console, by its label', () => {
    for (const { title, fieldConfig, targets = [] } of panels) {
      const legends = (targets as unknown as { legendFormat: string }[]).map(({ legendFormat }) => legendFormat).join();
      const links = ((fieldConfig?.defaults.links ?? []) as { url: string }[]).map(({ url }) => url);
      for (const [label, page] of [
        ['volume', 'volumes'],
        ['node', 'nodes'],
        ['drive', 'drives'],
      ] as const)
        expect(links.includes(`$\{console:raw}/${page}?search=$\{__field.labels.${label}:percentencode}`), title).toBe(
          legends.includes(`{{${label}}}`),
        );
    }
  });

  test('gives each panel its own id', () => {
    const numbers = (dashboard.panels ?? []).map(({ id }) => id);
    expect(new Set(numbers).size).toBe(numbers.length);
  });
});

test('gives every health of a volume a colour', () => {
  const text = JSON.stringify(dashboards()['volume']);
  for (const health of volumeHealths) expect(text).toContain(`"text":"${health}"`);
});

test('refuses to build a dashboard with a query for a series that is not exported', () => {
  expect(() => sourcesOf(['sum(rate(weft_volume_made_up_total{}[1m]))'])).toThrow('nobody exports weft_volume_made_up_total');
});

test('uses only exported or recorded series in the rules', () => {
  for (const { expr } of [...rulesOf('latency'), ...rulesOf('alerts')])
    expect(
      seriesIn(expr).filter((series) => !isThere(series)),
      expr,
    ).toEqual([]);
});

test.each(rulesOf('alerts').map((rule) => [rule.alert, rule] as const))(
  'has summary, meaning, action, severity and a firing test case for the alert %s',
  (name, { annotations = {}, labels = {} }) => {
    expect(Object.keys(annotations)).toEqual(['summary', 'meaning', 'action']);
    expect(['warning', 'critical']).toContain(labels['severity']);
    const cases = readdirSync(new URL('../prometheus/tests', import.meta.url)).map((file) => read(`dashboards/prometheus/tests/${file}`));
    expect(cases.some((text) => text.includes(`ALERTS{alertname="${name}",alertstate="firing"`))).toBe(true);
  },
);

test("exports histograms with 21 of Weft's own bounds, one octave apart", () => {
  expect(EXPORTED_LATENCY_BOUNDS_SECONDS).toHaveLength(21);
  EXPORTED_LATENCY_BOUNDS_SECONDS.forEach((bound, index) => {
    expect(bound).toBeCloseTo(16e-6 * 2 ** index, 12);
    expect(LATENCY_BOUNDS_NS).toContain(Math.round(bound * 1e9));
  });
});

test('lists each exported metric once, with its unit in the name', () => {
  const names = EXPORTED_METRICS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { name, type, unit } of EXPORTED_METRICS) {
    expect(name.endsWith('_total'), name).toBe(type === 'counter');
    if (['seconds', 'bytes', 'ratio', 'celsius'].includes(unit)) expect(name).toMatch(new RegExp(`_${unit}(_total)?$`));
  }
});
