import type { ClassCapacity } from '../../api/types.js';
import { shareOf } from '../../ui/gauges/share-of.js';
import type { Part } from '../../ui/gauges/stacked-bar.js';
import type { CapacityField } from './capacity-provenance.js';

/** Parts of the bar of a class. What a repair needs is a part of the free space, as far as it fits. */
export function barParts({ usedBytes, freeBytes, reservedBytes, capacityBytes, repair }: ClassCapacity): Part[] {
  const needed = Math.min(repair?.neededBytes ?? 0, freeBytes);
  return [
    { kind: 'used', share: shareOf(usedBytes, capacityBytes) },
    { kind: 'reserved', share: shareOf(reservedBytes, capacityBytes), isAtEnd: true },
    ...(needed > 0 ? [{ kind: 'needed' as const, share: shareOf(needed, capacityBytes) }] : []),
  ];
}

export interface KeyEntry {
  field: CapacityField | 'neededBytes';
  name: string;
  /** Part of the bar that has this colour. */
  kind?: Part['kind'];
}

/** Key of the bar: the name of each number, and the part that it describes. */
export const keyOf = (of: ClassCapacity): KeyEntry[] => [
  { field: 'usedBytes', name: 'used', kind: 'used' },
  { field: 'freeBytes', name: 'free' },
  ...(barParts(of).some(({ kind }) => kind === 'needed')
    ? [{ field: 'neededBytes', name: 'of it for a repair', kind: 'needed' } satisfies KeyEntry]
    : []),
  { field: 'reservedBytes', name: 'reserved', kind: 'reserved' },
  // Drives of the class that are not in service have no capacity yet.
  { field: 'capacityBytes', name: 'in service' },
];
