import { formatBytes } from '@weft/shared/units';
import type { DriveClass } from '../../api/types.js';

/** Members of a class as text. */
export function membersText(members: DriveClass['members']): string {
  if (members.by === 'list') return `${members.driveIds.length} drives by serial`;
  const { models, minSizeBytes, maxSizeBytes, nodeIds, nodeLabels } = members.selector;
  const parts = [
    models ? `model ${models.join(' or ')}` : null,
    minSizeBytes === undefined ? null : `at least ${formatBytes(minSizeBytes)}`,
    maxSizeBytes === undefined ? null : `at most ${formatBytes(maxSizeBytes)}`,
    nodeIds ? `of ${nodeIds.length} ${nodeIds.length === 1 ? 'node' : 'nodes'}` : null,
    nodeLabels
      ? `of nodes with ${Object.entries(nodeLabels)
          .map(([key, value]) => `${key}=${value}`)
          .join(', ')}`
      : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? 'every drive' : parts.join(', ');
}
