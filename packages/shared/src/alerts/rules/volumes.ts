import type { AlertRule } from './rule.js';

const health = (states: string): string => `max by (weft_cluster, simulated, volume) (weft_server_volume_health{health=~"${states}"}) == 1`;
const state = { group: 'weft-volumes', kind: 'volume', ownEvaluation: true } as const;

export const volumeRules = [
  {
    ...state,
    name: 'WeftVolumeUnavailable',
    severity: 'critical',
    ...{ forSeconds: 30, keepSeconds: 60, labels: ['volume', 'health'] },
    expr: 'max by (weft_cluster, simulated, volume, health) (weft_server_volume_health{health=~"unavailable|broken"}) == 1',
    summary: 'Volume {volume} is {health}.',
    meaning:
      'Its client has no working device for it: reads and writes fail, or nothing can open it. Unavailable: the device could not be assembled or is gone. Broken: every half of a mirror set was lost at once.',
    action:
      'Open the volume in the console: its condition names the client, the node or the leg that is missing, and what would unblock it. Bring that node or network back first; accept a loss only when it will not come back (docs/accepting-a-loss.md).',
  },
  {
    ...state,
    name: 'WeftVolumeStalled',
    severity: 'critical',
    ...{ forSeconds: 30, keepSeconds: 60, labels: ['volume'] },
    expr: health('stalled'),
    summary: 'I/O of volume {volume} stands still.',
    meaning:
      'A leg that the volume cannot do without has no live path. Reads and writes wait; none fails and none is lost. They continue by themselves when a path is back.',
    action:
      "Look at the volume's paths in the console: they name the target and the storage networks. Check that target's power, agent and NICs, and the switch ports of both ends.",
  },
  {
    ...state,
    name: 'WeftVolumeDegraded',
    severity: 'warning',
    ...{ forSeconds: 120, keepSeconds: 60, labels: ['volume'] },
    expr: health('degraded'),
    summary: 'Volume {volume} is degraded.',
    meaning:
      'At least one mirror set lacks a half, and no resync has started. Reads and writes work. Of two halves one is left, and its loss would stop I/O or lose data; of three, the console says how many are left.',
    action:
      "Open the volume in the console: it names the missing leg and its node. Bring the node back, and md resyncs the leg; else Weft replaces the leg after the volume's rebuild delay, if its drive class has space (docs/repair.md). Take no other node down meanwhile.",
  },
  {
    ...state,
    name: 'WeftRebuildStuck',
    severity: 'warning',
    ...{ forSeconds: 300, keepSeconds: 300, labels: ['volume'] },
    expr: 'max by (weft_cluster, simulated, volume) (weft_array_sync_ratio < 1 and delta(weft_array_sync_ratio[15m]) == 0)',
    summary: 'The resync of volume {volume} makes no progress.',
    meaning:
      'Until the resync ends, at least one mirror set lacks a complete half. The loss of its last complete half would stop I/O or lose data.',
    action:
      'Look at the paths and at the legs of the volume in the console, and at `cat /proc/mdstat` and `dmesg` on its client. A frozen resync (`sync_action` frozen or idle) that no job explains is a fault: report it with a support bundle.',
  },
  {
    ...state,
    name: 'WeftRebuildSlow',
    severity: 'warning',
    ...{ forSeconds: 900, keepSeconds: 900, labels: ['volume'], unit: 'duration' },
    threshold: {
      ...{ default: 86_400, min: 600, max: 2_592_000, unit: 'duration', fires: 'at-or-above' },
      meaning: 'Time that the resync still takes at its present speed',
    },
    expr: 'max by (weft_cluster, simulated, volume) ((1 - weft_array_sync_ratio) / (deriv(weft_array_sync_ratio[15m]) > 0)) >= $threshold',
    summary: 'The resync of volume {volume} needs {value} more at its present speed.',
    meaning: 'Until it ends, at least one mirror set lacks a complete half. Other I/O takes precedence over a resync.',
    action:
      "Raise the volume's rebuild priority if its client and targets have bandwidth left, or move load away from its drives (docs/repair.md).",
  },
  {
    ...state,
    name: 'WeftLegFlapping',
    severity: 'warning',
    ...{ forSeconds: 0, keepSeconds: 1800, labels: ['volume', 'target'], unit: 'times' },
    threshold: {
      ...{ default: 4, min: 2, max: 1000, unit: 'times', fires: 'at-or-above' },
      meaning: 'Losses of a path to one target within an hour',
    },
    expr: 'max by (weft_cluster, simulated, volume, target) (resets(weft_path_live[1h])) >= $threshold',
    summary: 'Volume {volume} lost a path to target {target} {value} within an hour.',
    meaning:
      'Each loss interrupts I/O for moments, and each return of a mirror leg starts a resync of what it missed. The agent waits longer each time before it adds the leg again.',
    action:
      'Check cables, switch ports and the NIC of that target: error counters are on the node page. If it goes on, drain the target (docs/repair.md) until the fault is found.',
  },
] as const satisfies AlertRule[];
