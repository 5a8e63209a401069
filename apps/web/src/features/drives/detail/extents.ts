import type { Drive } from '../../../api/types.js';
import type { DriveLeg } from './legs-on.js';

/** other: allocated to legs that are not in the list, or to the pool of thin legs. outside: not for legs, such as metadata of LVM; of a drive out of service, everything. */
export type Extent = { sizeBytes: number } & ({ kind: 'leg'; leg: DriveLeg } | { kind: 'other' | 'free' | 'reserve' | 'outside' });

type Bytes = Pick<Drive, 'sizeBytes' | 'capacityBytes' | 'allocatedBytes' | 'freeBytes'>;

/** The bytes of a drive in this order: legs as given, other allocations, free, reserve, the rest. They are sizes: nobody reports positions. */
export function extentsOf({ sizeBytes, capacityBytes, allocatedBytes, freeBytes }: Bytes, legs: readonly DriveLeg[]): Extent[] {
  const inLegs = legs.reduce((sum, leg) => sum + leg.sizeBytes, 0);
  const allocated = Math.max(inLegs, allocatedBytes);
  const free = Math.min(freeBytes, Math.max(0, capacityBytes - allocated));
  const used = Math.max(capacityBytes, allocated);
  const rest: Extent[] = [
    { kind: 'other', sizeBytes: allocated - inLegs },
    { kind: 'free', sizeBytes: free },
    { kind: 'reserve', sizeBytes: used - allocated - free },
    { kind: 'outside', sizeBytes: Math.max(0, sizeBytes - used) },
  ];
  const all: Extent[] = [...legs.map((leg): Extent => ({ kind: 'leg', leg, sizeBytes: leg.sizeBytes })), ...rest];
  return all.filter((extent) => extent.sizeBytes > 0);
}
