import type { AlertRule } from './rule.js';

const drive = { group: 'weft-drives', kind: 'drive', severity: 'warning', labels: ['node', 'drive'], ownEvaluation: true } as const;

export const driveRules = [
  {
    ...drive,
    name: 'WeftDriveMissing',
    ...{ forSeconds: 60, keepSeconds: 60 },
    expr: 'max by (weft_cluster, simulated, node, drive) (weft_server_drive_missing) == 1',
    summary: 'Drive {drive} of node {node} is in service, and the node no longer lists it.',
    meaning: 'Its legs cannot be read or written. Mirrors run on their other half; raid0 and concatenated volumes with a leg on it fail.',
    action:
      'Check the slot and `dmesg` on the node. A drive that comes back is used again by itself. Else Weft replaces the mirror legs after the rebuild delay of their volumes (docs/repair.md).',
  },
  {
    ...drive,
    name: 'WeftDriveWear',
    ...{ forSeconds: 300, keepSeconds: 60, unit: 'ratio' },
    threshold: {
      ...{ default: 0.8, min: 0.01, max: 10, unit: 'ratio', fires: 'at-or-above' },
      meaning: "Used endurance, by the drive's own estimate",
    },
    expr: 'weft_drive_wear_ratio >= $threshold',
    summary: 'Drive {drive} of node {node} has used {value} of its endurance.',
    meaning:
      "That is the drive's own estimate. At 100 % its maker warrants no more writes; drives of one age and load reach it together, both halves of a mirror too.",
    action:
      'Plan its replacement: drain the drive (docs/repair.md), then release it. The dashboard "Drive wear" shows how fast it goes and which drives come next.',
  },
  {
    ...drive,
    name: 'WeftDriveHot',
    ...{ forSeconds: 300, keepSeconds: 300, unit: 'celsius' },
    threshold: {
      ...{ default: 70, min: 20, max: 150, unit: 'celsius', fires: 'at-or-above' },
      meaning: 'Composite temperature of a drive',
    },
    expr: 'weft_drive_temperature_celsius >= $threshold',
    summary: 'Drive {drive} of node {node} is at {value}.',
    meaning: 'Most drives slow down at 70 to 80 °C and switch off above: latency of every volume with a leg on it rises first.',
    action:
      'Check fans, airflow and room of the node. If one drive alone is hot, check its slot and the drive: `nvme smart-log` shows for how long it was above its own thresholds.',
  },
  {
    ...drive,
    name: 'WeftDriveMediaErrors',
    ...{ forSeconds: 0, keepSeconds: 60, unit: 'count' },
    expr: 'increase(weft_drive_media_errors_total[1d]) > 0',
    summary: 'Drive {drive} of node {node} had media errors within a day.',
    meaning:
      'The drive could not return data that it had stored. A mirror reads the other half and writes the block again; raid0 and concatenated volumes gave an I/O error.',
    action:
      'Check the volumes with legs on it. If the number continues to rise, drain the drive (docs/repair.md) and replace it. The alert ends a day after the last error.',
  },
  {
    ...drive,
    name: 'WeftDriveWarning',
    ...{ forSeconds: 0, keepSeconds: 60 },
    expr: 'weft_drive_critical_warning > 0',
    summary: 'Drive {drive} of node {node} reports a critical warning.',
    meaning:
      'The drive itself reports that its spare capacity, temperature, reliability, or its write protection needs attention (SMART, Critical Warning). It may soon fail or turn read-only.',
    action:
      'The page of the drive names the warning. Drain the drive (docs/repair.md), replace it, and keep no data on it that has no second copy.',
  },
  {
    ...drive,
    name: 'WeftDriveLinkDegraded',
    ...{ forSeconds: 300, keepSeconds: 60, unit: 'ratio' },
    expr: 'weft_drive_pcie_link_ratio < 1',
    summary: 'The PCIe link of drive {drive} of node {node} runs at {value} of what the drive and its slot support.',
    meaning:
      'Data are not affected. The link carries less than the drive can read and write: legs on it are slower than their mirror halves, and limit the writes of their volumes.',
    action:
      'The page of the drive shows speed and lanes. Reseat the drive, then check slot, cable or riser and the BIOS settings of the slot (`lspci -vv`: LnkSta, LnkCap). Errors of the link are in `dmesg` (AER).',
  },
] as const satisfies AlertRule[];
