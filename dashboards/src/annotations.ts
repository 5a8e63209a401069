import { AnnotationQueryBuilder } from '@grafana/grafana-foundation-sdk/dashboard';
import { dataSource } from './panels.js';
import { series } from './promql.js';

/*
 * Marks across every panel, from the begin of a state to its end. Grafana reads the states from Prometheus; Weft's events are their changes
 * (docs/decisions/grafana.md).
 */
interface Mark {
  readonly name: string;
  readonly color: string;
  /** 1 while it lasts; no series otherwise. */
  readonly expr: string;
  readonly title: string;
}

const MARKS: readonly Mark[] = [
  {
    name: 'Volumes not healthy',
    color: 'orange',
    expr: `max by (volume, health) (${series('weft_server_volume_health', 'health!~"healthy|detached"')})`,
    title: 'Volume {{volume}}: {{health}}',
  },
  {
    name: 'Nodes offline',
    color: 'red',
    expr: `1 - max by (node) (${series('weft_server_node_connected')}) == 1`,
    title: 'Node {{node}} is offline',
  },
  {
    name: 'Upgrades',
    color: 'blue',
    expr: `count by (weft_cluster) (count by (weft_cluster, version) (${series('weft_server_info')})) > bool 1 == 1`,
    title: 'Servers of two versions',
  },
  {
    name: 'Alerts',
    color: 'purple',
    // One label for the object: Grafana writes the name of a label that a series does not have.
    expr: `max by (alertname, severity, object) (label_join(${series('ALERTS', 'alertstate="firing"')}, "object", " ", "volume", "client", "node", "drive"))`,
    title: '{{alertname}} ({{severity}}) {{object}}',
  },
];

export const annotations = (): AnnotationQueryBuilder[] =>
  MARKS.map(({ name, color, expr, title }) =>
    new AnnotationQueryBuilder().name(name).datasource(dataSource).enable(true).iconColor(color).expr(expr).titleFormat(title).step('15s'),
  );
