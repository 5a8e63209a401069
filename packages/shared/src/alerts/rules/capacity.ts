import type { AlertRule } from './rule.js';

const capacity = {
  group: 'weft-capacity',
  kind: 'drive-class',
  severity: 'warning',
  labels: ['drive_class'],
  ownEvaluation: true,
} as const;

export const capacityRules = [
  {
    ...capacity,
    name: 'WeftClassShortForRepair',
    ...{ forSeconds: 600, keepSeconds: 600, unit: 'bytes' },
    expr: 'max by (weft_cluster, simulated, drive_class) (-weft_server_drive_class_repair_headroom_bytes) > 0',
    summary: 'Drive class {drive_class} lacks {value} to repair the loss of one node.',
    meaning: 'If the node with the most mirror legs is lost for good, some of its legs find no drive: those volumes stay degraded.',
    action:
      'Take more drives of this class into service, on other nodes than that one, or remove or move volumes. The overview names the node.',
  },
  {
    ...capacity,
    name: 'WeftClassFillsSoon',
    ...{ forSeconds: 3600, keepSeconds: 3600, unit: 'days' },
    threshold: {
      ...{ default: 1_209_600, min: 3600, max: 31_536_000, unit: 'days', fires: 'below' },
      meaning: 'Time until the class has no free bytes, if its use grows as it did',
    },
    expr: 'max by (weft_cluster, simulated, drive_class) (weft_server_drive_class_until_full_seconds) < $threshold',
    summary: 'Drive class {drive_class} is full in {value} if its use grows as it did.',
    meaning: 'Then no volume can be created or grown in this class, and no lost leg can be replaced. I/O of existing volumes continues.',
    action: 'Take more drives of this class into service, or remove what is not needed. The page of drive classes shows the trend.',
  },
] as const satisfies AlertRule[];
