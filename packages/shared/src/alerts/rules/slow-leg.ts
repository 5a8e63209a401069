import type { AlertRule } from './rule.js';

/** A leg whose writes take less than this on average is not slow, whatever its partners do. */
export const SLOW_LEG_SECONDS = 0.0005;
/** Writes of a leg within 10 minutes below which its average says nothing. */
export const SLOW_LEG_WRITES = 1000;

const LEG = 'weft_cluster, simulated, node, volume, drive';
const VOLUME = 'weft_cluster, simulated, volume';
const writes = `sum by (${LEG}) (rate(weft_leg_writes_total[10m]))`;
/** Average time of a write of each leg. */
const average = `(sum by (${LEG}) (rate(weft_leg_write_seconds_total[10m])) / (${writes} >= ${SLOW_LEG_WRITES / 600}))`;

/** Each write goes to all halves of a mirror, and stripes spread writes evenly: the legs of one volume are comparable by their writes. */
export const slowLegRules = [
  {
    group: 'weft-volumes',
    kind: 'volume',
    severity: 'warning',
    ownEvaluation: true,
    name: 'WeftLegSlow',
    ...{ forSeconds: 600, keepSeconds: 600, labels: ['volume', 'node', 'drive'], unit: 'times' },
    threshold: {
      ...{ default: 4, min: 1.5, max: 1000, unit: 'times', fires: 'at-or-above' },
      meaning: 'Average time of a write of a mirror leg within 10 minutes, compared with the fastest leg of its volume',
    },
    expr: `(${average} / on (${VOLUME}) group_left () min by (${VOLUME}) (${average})) >= $threshold and ${average} >= ${SLOW_LEG_SECONDS} and on (${VOLUME}) max by (${VOLUME}) (weft_array_sync_ratio) == 1`,
    summary: 'Writes of volume {volume} take {value} as long on drive {drive} of node {node} as on its fastest leg.',
    meaning:
      'A write of a mirror ends when all halves have it: the slow leg sets the write latency of the volume. It is measured at the target, without the network.',
    action:
      'Look at the drive in the console: temperature, PCIe link, wear, and other volumes that load it. If it stays slow, drain the drive (docs/repair.md) and replace it.',
  },
] as const satisfies AlertRule[];
