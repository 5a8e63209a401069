import { describe, expect, it } from 'vitest';
import { extentsOf } from './extents.js';
import type { DriveLeg } from './legs-on.js';

const leg = (id: string, sizeBytes: number) => ({ id, sizeBytes }) as DriveLeg;
const drive = { sizeBytes: 1000, capacityBytes: 990, allocatedBytes: 0, freeBytes: 940 };
const kinds = (...of: Parameters<typeof extentsOf>) => extentsOf(...of).map(({ kind, sizeBytes }) => [kind, sizeBytes]);

describe('the extents of a drive', () => {
  it('adds up to the size of the drive: legs, free, reserve, what LVM takes', () => {
    const used = { ...drive, allocatedBytes: 300, freeBytes: 640 };
    expect(kinds(used, [leg('a', 200), leg('b', 100)])).toEqual([
      ['leg', 200],
      ['leg', 100],
      ['free', 640],
      ['reserve', 50],
      ['outside', 10],
    ]);
  });

  it('shows allocations without a leg in the list', () => {
    expect(kinds({ ...drive, allocatedBytes: 300, freeBytes: 640 }, [leg('a', 200)])).toContainEqual(['other', 100]);
  });

  it('shows no reserve when legs have filled it', () => {
    expect(kinds({ ...drive, allocatedBytes: 990, freeBytes: 0 }, [leg('a', 990)])).toEqual([
      ['leg', 990],
      ['outside', 10],
    ]);
  });

  it('never exceeds the drive while the list of legs is newer than the drive', () => {
    const parts = extentsOf({ ...drive, allocatedBytes: 100, freeBytes: 840 }, [leg('a', 100), leg('b', 500)]);
    expect(parts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)).toBe(1000);
    expect(parts.find(({ kind }) => kind === 'free')?.sizeBytes).toBe(390);
  });

  it('has one part without a meaning for legs when the drive is out of service', () => {
    expect(kinds({ ...drive, capacityBytes: 0, freeBytes: 0 }, [])).toEqual([['outside', 1000]]);
  });
});
