import type { AlertRule } from './rule.js';

const scrub = { group: 'weft-volumes', kind: 'volume', severity: 'warning', ownEvaluation: true } as const;
const BY = 'weft_cluster, simulated, volume';

export const scrubRules = [
  {
    ...scrub,
    name: 'WeftScrubMismatches',
    // The result of a whole pass stays as it is until the next one, so nothing flaps. A minute covers a server that takes over.
    ...{ forSeconds: 0, keepSeconds: 60, labels: ['volume'], unit: 'bytes' },
    expr: `max by (${BY}) (weft_server_volume_scrub_mismatch_bytes) > 0`,
    summary: 'The last scrub of volume {volume} found {value} in ranges where the halves of the mirror differ.',
    meaning:
      'A read returns what one of the halves has, and another read may return the other. Nobody knows yet which half is right, unless the volume has checksums: then its last scrub names the wrong half, which is repaired. Of raid1, some mismatches are harmless: pages that were changed while they were written, as those of swap.',
    action:
      'Scrub the volume again: harmless mismatches move or disappear. If they stay, check the data with the application (checksums of the database or of the file system), look at the SMART values of the drives of its legs, and replace the leg whose drive is at fault: the rebuild copies from the other half. Order a repair only when it does not matter which half wins (docs/data-services.md).',
  },
  {
    ...scrub,
    name: 'WeftScrubOverdue',
    ...{ forSeconds: 300, keepSeconds: 300, labels: ['volume'], unit: 'duration' },
    threshold: {
      ...{ default: 1_209_600, min: 3600, max: 31_536_000, unit: 'duration', fires: 'at-or-above' },
      meaning: 'Time since a scheduled scrub of an attached volume was due',
    },
    expr: `max by (${BY}) (time() - weft_server_volume_scrub_due_timestamp_seconds) >= $threshold`,
    summary: 'The scheduled scrub of volume {volume} is overdue by {value}.',
    meaning:
      'Differences between the halves of the mirror, and unreadable blocks that no application reads, stay unknown until a scrub is complete.',
    action:
      "Open the volume in the console: its scrub says what it waits for. A missed latency objective, short hours or a low speed may leave it too little time. Lengthen the hours or raise the speed in the settings, or lengthen the volume's interval.",
  },
] as const satisfies AlertRule[];
