import type { AlertRuleName } from '@weft/shared/alerts/alert-rules';
import type { PoolStatusDocument } from '../documents/drive.document.js';
import type { AlertDrive } from './alert-world.js';
import type { Thresholds } from './thresholds.js';

/** A pool that fails writes: it has no free blocks, or lost its metadata. */
export const isUnusable = ({ mode, needsCheck }: Pick<PoolStatusDocument, 'mode' | 'needsCheck'>): boolean =>
  needsCheck || (mode !== null && mode !== 'rw');

/** Conditions of a drive's pool: each rule with its value and its threshold. */
export function poolReadings(
  { pool, driveClasses }: Pick<AlertDrive, 'pool' | 'driveClasses'>,
  thresholds: Thresholds,
): { rule: AlertRuleName; value?: number; threshold?: number }[] {
  if (!pool) return [];
  const filled = ([rule, percent]: readonly [AlertRuleName, number]) => {
    const threshold = thresholds.of(rule, { driveClasses });
    return percent / 100 >= threshold ? [{ rule, value: percent / 100, threshold }] : [];
  };
  return [
    ...filled(['WeftPoolDataFills', pool.dataUsedPercent]),
    ...filled(['WeftPoolMetadataFills', pool.metadataUsedPercent]),
    ...(isUnusable(pool) ? [{ rule: 'WeftPoolUnusable' as const }] : []),
  ];
}
