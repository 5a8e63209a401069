/** md superblock of one member as far as assembly depends on it (1.2; md(4), mdadm(8)). */
export interface Superblock {
  uuid: string;
  level: 'raid1' | 'raid10';
  raidDisks: number;
  chunkBytes: number;
  dataOffsetBytes: number;
  /** Bytes of a leg that the array uses. */
  componentBytes: number;
  bitmapChunkBytes: number;
  /** Chunks in which sides may differ. */
  dirty: string[];
  events: number;
  /** When the array was whole last: the bitmap says nothing of what was written before. Absent: 0. */
  eventsCleared?: number;
  /** Null: spare. */
  role: number | null;
  /** One letter per role: A active, "." missing. */
  roles: string;
  /** Not all of its place is copied yet. */
  partial: 'no' | 'recovering' | 'replacing';
  /** Set by mdadm --name. Absent: none. */
  superblockName?: string | undefined;
  /** Its list of bad blocks is not empty. */
  badBlocks?: boolean;
}

/** Where 1.2 superblocks lie: 4 KiB from the start. */
export const SUPERBLOCK_OFFSET = 4096;

/** What the superblocks of all members say alike. A copy: what the array does later is no part of it. */
export const saidByAll = ({
  uuid,
  level,
  raidDisks,
  chunkBytes,
  dataOffsetBytes,
  componentBytes,
  bitmapChunkBytes,
  dirty,
  events,
  eventsCleared = 0,
  superblockName,
}: Omit<Superblock, 'role' | 'roles' | 'partial' | 'badBlocks'>) => ({
  uuid,
  level,
  raidDisks,
  chunkBytes,
  dataOffsetBytes,
  componentBytes,
  bitmapChunkBytes,
  dirty: [...dirty],
  events,
  eventsCleared,
  superblockName,
});
