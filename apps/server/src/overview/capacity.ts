import type { ClassCapacity } from '@weft/shared/kinds/overview';
import type { ClassTotals } from '../drive-classes/drive-classes.service.js';
import type { MirrorBytes } from './overview.repository.js';

/** Of each class what is used, free and never allocated, and what has to stay free so that the node that holds most of its mirrors may be lost. */
export const capacitiesOf = (classes: readonly ClassTotals[], mirrors: readonly MirrorBytes[]): ClassCapacity[] =>
  classes.map(({ id, name, totals }) => {
    const { driveCount, nodeCount, capacityBytes, allocatedBytes, freeBytes, freeOnNode } = totals;
    const [worst] = mirrors.filter(({ driveClassId }) => driveClassId === id).sort((a, b) => b.bytes - a.bytes);
    return {
      driveClass: { id, name },
      driveCount,
      nodeCount,
      capacityBytes,
      usedBytes: allocatedBytes,
      freeBytes,
      reservedBytes: Math.max(0, capacityBytes - allocatedBytes - freeBytes),
      repair: worst
        ? { node: worst.node, neededBytes: worst.bytes, availableBytes: freeBytes - (freeOnNode.get(worst.node.id) ?? 0) }
        : null,
    };
  });
