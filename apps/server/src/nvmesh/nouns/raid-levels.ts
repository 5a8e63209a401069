import type { Protection } from '@weft/shared/kinds/volume';

/** NVMesh's names of the protections that both have. */
export const raidLevels: Readonly<Record<Protection, string>> = {
  concatenated: 'Concatenated',
  raid0: 'Striped RAID-0',
  raid1: 'Mirrored RAID-1',
  raid10: 'Striped & Mirrored RAID-10',
};

const protectionsByLevel: ReadonlyMap<string, Protection> = new Map([
  ...Object.entries(raidLevels).map(([protection, level]): [string, Protection] => [level, protection as Protection]),
  // The name in NVMesh 1.
  ['LVM/JBOD', 'concatenated'],
]);

/** @returns undefined for a level without a counterpart, such as erasure coding */
export const protectionOf = (level: string): Protection | undefined => protectionsByLevel.get(level);

/** NVMesh counts blocks of this size in stripes, volumes and drives. */
export const BLOCK_BYTES = 4096;
