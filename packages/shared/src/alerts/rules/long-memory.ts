import type { AlertRule } from './rule.js';

const longMemory = { group: 'weft-servers', kind: 'cluster', severity: 'warning', ownEvaluation: true } as const;
const SENT = 'docs/observability.md, "Long memory"';

export const longMemoryRules = [
  {
    ...longMemory,
    name: 'WeftLongMemoryLate',
    ...{ forSeconds: 300, keepSeconds: 60, labels: [], unit: 'duration' },
    threshold: {
      ...{ default: 1800, min: 600, max: 2_592_000, unit: 'duration', fires: 'at-or-above' },
      meaning: 'Age of the oldest minute of statistics that was not sent to the long memory',
    },
    expr: 'max by (weft_cluster, simulated) (weft_server_remote_write_backlog_seconds) >= $threshold',
    summary: 'The long memory lacks the statistics of the last {value}.',
    meaning:
      'Nothing is lost yet: unsent minutes wait in MongoDB, as long as it keeps minutes (statisticsKeptHours of the settings). Live values, charts and I/O are not affected.',
    action: `Look at the long memory, its address and the credentials of the servers. The log of the server that sends has its answer (${SENT}).`,
  },
  {
    ...longMemory,
    name: 'WeftLongMemoryLoses',
    ...{ forSeconds: 0, keepSeconds: 300, labels: [] },
    expr: 'max by (weft_cluster, simulated) (sum by (weft_cluster, simulated, instance) (increase(weft_server_remote_write_samples_refused_total[1h])) + sum by (weft_cluster, simulated, instance) (increase(weft_server_remote_write_lost_seconds_total[1h]))) > 0',
    summary: 'The long memory has a gap: statistics of the last hour were refused, or had expired before they were sent.',
    meaning: 'Refused samples are not sent again. MongoDB still has them until they expire there.',
    action: `The log of the server that sends has the answer of the long memory. Prometheus refuses samples that are older than its out_of_order_time_window (${SENT}).`,
  },
] as const satisfies AlertRule[];
