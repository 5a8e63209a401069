import type { ClassCapacity } from '@weft/shared/kinds/views/overview';
import type { ClassTotals } from '../../drive-classes/drive-classes.service.js';
import type { MirrorBytes } from './overview.repository.js';

/**
 * For each class: used, free and never allocated bytes, and the bytes to keep free so that any node may fail (the worst node counts).
 * @param closed ids of nodes that take no new legs now: a repair cannot use their free bytes
 */
export const capacitiesOf = (
  classes: readonly ClassTotals[],
  mirrors: readonly MirrorBytes[],
  closed: ReadonlySet<string>,
): ClassCapacity[] =>
  classes.map(({ id, name, totals, forecast }) => {
    const { driveCount, inServiceCount, nodeCount, capacityBytes, allocatedBytes, freeBytes, openOnNode } = totals;
    const openOn = (nodeId: string) => (closed.has(nodeId) ? 0 : (openOnNode.get(nodeId) ?? 0));
    const openBytes = [...openOnNode.keys()].reduce((sum, nodeId) => sum + openOn(nodeId), 0);
    const [worst] = mirrors
      .filter(({ driveClassId }) => driveClassId === id)
      .map(({ node, bytes }) => ({ node, neededBytes: bytes, availableBytes: openBytes - openOn(node.id) }))
      .sort((a, b) => a.availableBytes - a.neededBytes - (b.availableBytes - b.neededBytes) || a.node.name.localeCompare(b.node.name));
    return {
      driveClass: { id, name },
      driveCount,
      inServiceCount,
      nodeCount,
      capacityBytes,
      usedBytes: allocatedBytes,
      freeBytes,
      reservedBytes: Math.max(0, capacityBytes - allocatedBytes - freeBytes),
      repair: worst ?? null,
      forecast,
    };
  });
