import type { Dashboard, Panel, RowPanel } from '@grafana/grafana-foundation-sdk/dashboard';
import { dashboards } from './dashboards.js';

export interface PanelQuery {
  /** Name of the dashboard and the panel, or of the variable. */
  readonly of: string;
  readonly expr: string;
}

/** Values that replace Grafana's variables in a panel's query. */
export interface Values {
  /** Value of the label weft_cluster. */
  readonly cluster: string;
  /** For `$__rate_interval`: four scrapes. */
  readonly rateInterval: string;
}

const isPanel = (panel: Panel | RowPanel): panel is Panel => panel.type !== 'row';

export const panelsOf = ({ panels = [] }: Dashboard): Panel[] => panels.filter(isPanel);

export const exprsOf = ({ targets = [] }: Panel): string[] => targets.map((target) => (target as unknown as { expr: string }).expr);

/** Every query of every panel and variable; choices of nodes, volumes and drives are set to "All". */
export function panelQueries({ cluster, rateInterval }: Values): PanelQuery[] {
  const filled = (expr: string) =>
    expr.replaceAll('$__rate_interval', rateInterval).replaceAll('$cluster', cluster).replace(/\$\w+/g, '.+');
  return Object.values(dashboards()).flatMap((dashboard) => [
    ...panelsOf(dashboard).flatMap((panel) =>
      exprsOf(panel).map((expr) => ({ of: `${dashboard.title}, ${panel.title}`, expr: filled(expr) })),
    ),
    ...(dashboard.templating?.list ?? [])
      .filter(({ type }) => type === 'query')
      .map(({ name, query }) => ({ of: `${dashboard.title}, variable ${name}`, expr: filled(asQuery(String(query))) })),
  ]);
}

/** Grafana's `label_values(series, label)` in PromQL. */
const asQuery = (query: string): string => query.replace(/^label_values\((.*), (\w+)\)$/, 'count by ($2) ($1)');

type Ask = (expr: string) => Promise<{ value: [number, string] }[]>;

/** Queries without anything to draw: no series, or NaN only. */
export async function withoutSeries(ask: Ask, queries: readonly PanelQuery[]): Promise<string[]> {
  const answers = await Promise.all(queries.map(async ({ of, expr }) => ({ of, expr, series: await ask(expr) })));
  return answers.filter(({ series }) => series.every(({ value }) => value[1] === 'NaN')).map(({ of, expr }) => `${of}: ${expr}`);
}
