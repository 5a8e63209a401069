import type { AlertRule } from './rule.js';

export const snapshotRules = [
  {
    ...{ name: 'WeftSnapshotOverdue', group: 'weft-volumes', kind: 'volume', severity: 'warning', ownEvaluation: true },
    ...{ forSeconds: 300, keepSeconds: 300, labels: ['volume'], unit: 'duration' },
    threshold: {
      ...{ default: 3600, min: 600, max: 31_536_000, unit: 'duration', fires: 'at-or-above' },
      meaning: 'Time since a scheduled snapshot was due',
    },
    expr: 'max by (weft_cluster, simulated, volume) (time() - weft_server_volume_snapshot_due_timestamp_seconds) >= $threshold',
    summary: 'The scheduled snapshot of volume {volume} is overdue by {value}.',
    meaning: 'What changed in the volume since its last snapshot cannot be rolled back.',
    action:
      'Open the volume in the console: its last snapshot job says why it failed. A client or a target that is away, or a pool that is full, keeps snapshots from being taken. The server tries again every 10 minutes.',
  },
] as const satisfies AlertRule[];
