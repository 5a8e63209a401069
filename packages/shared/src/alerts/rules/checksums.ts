import type { AlertRule } from './rule.js';

export const checksumRules = [
  {
    ...{ name: 'WeftChecksumErrors', group: 'weft-volumes', kind: 'volume', severity: 'warning', ownEvaluation: true },
    ...{ forSeconds: 0, keepSeconds: 60, labels: ['volume'], unit: 'count' },
    expr: 'max by (weft_cluster, simulated, volume) (weft_server_volume_checksum_errors) > 0',
    summary: 'A half of volume {volume} returned wrong bytes. Errors that nobody has acknowledged: {value}.',
    meaning:
      'The bytes of a leg do not match their checksums (dm-integrity). Reads were answered by another half, and md wrote the right bytes back. The condition ChecksumErrors of the volume names the leg, its node and its drive.',
    action:
      'Look at the SMART values of the drive, at its cable and slot, and at the memory of its node. If the count rises, evict the drive. Scrub the volume: what nobody reads is found only so. Acknowledge the errors when you have looked: the alert ends, and fires again when more come.',
  },
] as const satisfies AlertRule[];
