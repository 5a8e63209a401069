import { dashboard } from './dashboard.js';
import { lines, stat } from './panels.js';
import { percentile, rate, series, sum } from './promql.js';

/** 0 while a server is scraped: without open alerts there is no series of them. */
const none = `0 * count(${series('weft_server_info')})`;
/** Every server exports the same alerts of the database. */
const open = (by: string, matchers: string) => `max by (${by}) (${series('weft_server_alerts', matchers)})`;
const total = (matchers: string) => `sum(${open('rule, severity, state', matchers)}) or ${none}`;
const byRule = (state: string) => `${open('rule', `state="${state}"`)} or label_replace(${none}, "rule", "none", "", "")`;

export const alertsDashboard = () =>
  dashboard({
    uid: 'alerts',
    title: 'Alerts',
    about: "Open alerts of Weft's own evaluation, and what the evaluation costs. The console has each alert with its cause and remedy.",
    variables: [],
    rows: {
      Now: [
        stat({
          title: 'Critical alerts firing',
          unit: 'short',
          about: 'Consequences of other alerts included.',
          width: 8,
          queries: [{ expr: total('severity="critical",state="firing"'), legend: 'critical' }],
          limit: 1,
        }),
        stat({
          title: 'Warnings firing',
          unit: 'short',
          about: 'Consequences of other alerts included.',
          width: 8,
          queries: [{ expr: total('severity="warning",state="firing"'), legend: 'warning' }],
          limit: 1,
        }),
        stat({
          title: 'Alerts pending',
          unit: 'short',
          about: 'Conditions that hold, but not yet as long as their rules require.',
          width: 8,
          queries: [{ expr: total('state="pending"'), legend: 'pending' }],
        }),
      ],
      'Open alerts': [
        lines({
          title: 'Firing, by rule',
          unit: 'short',
          about: 'Alerts, not objects: one alert has all objects with the same cause.',
          queries: [{ expr: byRule('firing'), legend: '{{rule}}' }],
        }),
        lines({
          title: 'Pending, by rule',
          unit: 'short',
          about: 'Alerts, not objects: one alert has all objects with the same cause.',
          queries: [{ expr: byRule('pending'), legend: '{{rule}}' }],
        }),
      ],
      Evaluation: [
        lines({
          title: 'Time of an evaluation',
          unit: 's',
          about: 'Of all rules, on the server that evaluates them; of added buckets (10 ms to 10 s).',
          queries: [
            { expr: percentile(0.5, 'weft_server_alert_evaluation_seconds', ''), legend: 'p50' },
            { expr: percentile(0.99, 'weft_server_alert_evaluation_seconds', ''), legend: 'p99' },
          ],
        }),
        lines({
          title: 'Evaluations',
          unit: 'ops',
          about: 'Evaluations a second: one every 5 s, on one server at a time. 0: no server evaluates.',
          queries: [{ expr: sum('', rate('weft_server_alert_evaluation_seconds_count')), legend: 'all servers' }],
        }),
      ],
    },
  });
