import { DashboardLinkBuilder, DashboardLinkType, TextBoxVariableBuilder } from '@grafana/grafana-foundation-sdk/dashboard';

/*
 * Links to the console. Prometheus has names, and the console's addresses have ids: a link opens the list of the kind, searched for the name
 * (docs/decisions/grafana.md).
 */

/** Address of docker-compose.yml, and of a server without settings. */
const LOCAL = 'http://127.0.0.1:4000';

export const consoleAddress = (): TextBoxVariableBuilder =>
  new TextBoxVariableBuilder('console')
    .label('Console')
    .description('Address of the console of this cluster, for the links to it.')
    .defaultValue(LOCAL)
    .current({ text: LOCAL, value: LOCAL })
    .options([{ text: LOCAL, value: LOCAL, selected: true }]);

/** A variable of Grafana, as its addresses name it. */
const grafana = (name: string): string => `$\{${name}}`;
const CONSOLE = grafana('console:raw');

/** Pages by the label whose value they search for. */
const PAGES: Record<string, { noun: string; path: string }> = {
  volume: { noun: 'volume', path: '/volumes' },
  client: { noun: 'client', path: '/nodes' },
  target: { noun: 'target', path: '/nodes' },
  node: { noun: 'node', path: '/nodes' },
  drive: { noun: 'drive', path: '/drives' },
};

/** A link for each label in the legend that names an object. */
export function consoleLinks(queries: readonly { legend: string }[]): DashboardLinkBuilder[] {
  const labels = new Set(queries.flatMap(({ legend }) => [...legend.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label)));
  return [...labels].flatMap((label) => {
    const page = PAGES[label];
    if (!page) return [];
    const value = `__field.labels.${label}`;
    const url = `${CONSOLE}${page.path}?search=${grafana(`${value}:percentencode`)}`;
    return new DashboardLinkBuilder(`Weft: ${page.noun} ${grafana(value)}`).url(url).targetBlank(true);
  });
}

export const linkToConsole = (): DashboardLinkBuilder =>
  new DashboardLinkBuilder('Weft console').type(DashboardLinkType.Link).icon('external link').url(CONSOLE).targetBlank(true);

/** Link to the list of events in the console. */
export const linkToEvents = (): DashboardLinkBuilder =>
  new DashboardLinkBuilder('Events').type(DashboardLinkType.Link).icon('bolt').url(`${CONSOLE}/events`).targetBlank(true);
