import type { AlertRule } from './rule.js';

const pool = { group: 'weft-drives', kind: 'drive', labels: ['node', 'drive'], ownEvaluation: true } as const;
const filled = (meaning: string) => ({ default: 0.8, min: 0.1, max: 1, unit: 'ratio', fires: 'at-or-above', meaning }) as const;
const BY = 'weft_cluster, simulated, node, drive';

export const poolRules = [
  {
    ...pool,
    name: 'WeftPoolDataFills',
    ...{ severity: 'warning', forSeconds: 60, keepSeconds: 300, unit: 'ratio' },
    threshold: filled('Used share of the data of a pool of thin legs'),
    expr: `max by (${BY}) (weft_server_drive_pool_data_ratio) >= $threshold`,
    summary: 'The pool of thin legs on drive {drive} of node {node} has used {value} of its data.',
    meaning:
      'Weft extends a pool before that while its drive has free space, so the drive is full, or the pool fills faster than Weft extends it. When it is full, writes to new blocks of its legs fail.',
    action:
      'Free space: delete snapshots, trim file systems (`fstrim`), move legs away or release what is not needed on the drive. The page of the drive shows its pool (docs/data-services.md).',
  },
  {
    ...pool,
    name: 'WeftPoolMetadataFills',
    ...{ severity: 'warning', forSeconds: 60, keepSeconds: 300, unit: 'ratio' },
    threshold: filled('Used share of the metadata of a pool of thin legs'),
    expr: `max by (${BY}) (weft_server_drive_pool_metadata_ratio) >= $threshold`,
    summary: 'The pool of thin legs on drive {drive} of node {node} has used {value} of its metadata.',
    meaning: 'A pool without metadata turns read-only, and needs a check by hand: that is worse than one without free blocks.',
    action:
      'Delete snapshots that nobody needs: each has metadata of its own. If the drive has no free space, release what is not needed there.',
  },
  {
    ...pool,
    name: 'WeftPoolUnusable',
    ...{ severity: 'critical', forSeconds: 0, keepSeconds: 60 },
    expr: `max by (${BY}) (weft_server_drive_pool_unusable) == 1`,
    summary: 'The pool of thin legs on drive {drive} of node {node} is full or failed.',
    meaning:
      'Full: writes to new blocks fail with ENOSPC, reads and rewrites go on. Failed or read-only: all writes to its legs fail. Mirrors go on without these legs; other volumes give I/O errors.',
    action:
      'Full: free space as for WeftPoolDataFills, and it takes writes again by itself. Failed, or needs a check: Weft repairs no pool. Replace its legs, or check its metadata by hand (docs/data-services.md).',
  },
] as const satisfies AlertRule[];
