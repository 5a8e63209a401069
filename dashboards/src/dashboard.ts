import {
  type Dashboard,
  DashboardBuilder,
  DashboardCursorSync,
  DashboardLinkBuilder,
  DashboardLinkType,
  DatasourceVariableBuilder,
  QueryVariableBuilder,
  RowBuilder,
  VariableRefresh,
  VariableSort,
} from '@grafana/grafana-foundation-sdk/dashboard';
import { annotations } from './annotations.js';
import { consoleAddress, linkToConsole, linkToEvents } from './console-links.js';
import { dataSource, type PanelBuilder, simulatedOrReal } from './panels.js';
import { OF_CLUSTER } from './promql.js';

export interface DashboardSpec {
  /** Identifier in the generated file and in Grafana's addresses. */
  readonly uid: string;
  readonly title: string;
  readonly about: string;
  readonly variables: readonly QueryVariableBuilder[];
  readonly rows: Readonly<Record<string, readonly PanelBuilder[]>>;
}

/** A variable for values of a label: one, several or all. */
export const choice = (label: string, metric: string): QueryVariableBuilder =>
  new QueryVariableBuilder(label)
    .label(label.charAt(0).toUpperCase() + label.slice(1))
    .datasource(dataSource)
    .query(`label_values(${metric}{${OF_CLUSTER}}, ${label})`)
    .refresh(VariableRefresh.OnTimeRangeChanged)
    .sort(VariableSort.AlphabeticalAsc)
    .multi(true)
    .includeAll(true)
    .allValue('.+')
    .current({ text: 'All', value: '$__all' });

const cluster = () =>
  new QueryVariableBuilder('cluster')
    .label('Cluster')
    .description('One at a time: figures of two clusters are never mixed.')
    .datasource(dataSource)
    .query('label_values(up{job=~"weft-.+"}, weft_cluster)')
    .refresh(VariableRefresh.OnTimeRangeChanged)
    .sort(VariableSort.AlphabeticalAsc);

export function dashboard({ uid, title, about, variables, rows }: DashboardSpec): Dashboard {
  const builder = new DashboardBuilder(`Weft: ${title}`)
    .uid(`weft-${uid}`)
    .description(about)
    .readonly()
    .tags(['weft'])
    .timezone('browser')
    .time({ from: 'now-1h', to: 'now' })
    .refresh('15s')
    .tooltip(DashboardCursorSync.Crosshair)
    .link(
      new DashboardLinkBuilder('Weft').type(DashboardLinkType.Dashboards).tags(['weft']).asDropdown(true).includeVars(true).keepTime(true),
    )
    .link(linkToConsole())
    .link(linkToEvents())
    .annotations(annotations())
    .withVariable(new DatasourceVariableBuilder('datasource').label('Data source').type('prometheus'))
    .withVariable(cluster());
  for (const variable of variables) builder.withVariable(variable);
  builder.withVariable(consoleAddress());
  builder.withPanel(simulatedOrReal(OF_CLUSTER));
  for (const [name, panels] of Object.entries(rows)) {
    builder.withRow(new RowBuilder(name));
    for (const panel of panels) builder.withPanel(panel);
  }
  const built = builder.build();
  widenLonePanels(built);
  // Grafana stores a panel's number in links and alerts: each panel needs its own number.
  built.panels?.forEach((panel, index) => {
    panel.id = index + 1;
  });
  return built;
}

const COLUMNS = 24;

/** A panel of half the width beside nothing takes the whole width. */
function widenLonePanels({ panels = [] }: Dashboard): void {
  for (const panel of panels) {
    const { gridPos } = panel;
    const isAlone = panels.every((other) => other === panel || other.gridPos?.y !== gridPos?.y);
    if (gridPos && isAlone && gridPos.w * 2 === COLUMNS) gridPos.w = COLUMNS;
  }
}
