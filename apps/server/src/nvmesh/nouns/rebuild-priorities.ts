import type { RebuildPriority } from '@weft/shared/kinds/volume';

/** NVMesh's relative priority is a number; 10, its default, is Weft's `normal`. */
export const rebuildPriorities: Readonly<Record<RebuildPriority, number>> = { low: 1, normal: 10, high: 20 };

export const rebuildPriorityOf = (relative: number): RebuildPriority => {
  if (relative === rebuildPriorities.normal) return 'normal';
  return relative < rebuildPriorities.normal ? 'low' : 'high';
};
