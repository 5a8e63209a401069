/** The parts of a member's md superblock that assembly depends on (1.2; md(4), mdadm(8)). */
export interface Superblock {
  uuid: string;
  level: 'raid1' | 'raid10';
  raidDisks: number;
  chunkBytes: number;
  dataOffsetBytes: number;
  /** Bytes of a leg that the array uses. */
  componentBytes: number;
  bitmapChunkBytes: number;
  /** Chunks in which mirror legs may differ. */
  dirty: string[];
  events: number;
  /** Event count when the array was last whole: the bitmap does not cover earlier writes. Absent: 0. */
  eventsCleared?: number;
  /** Null: spare. */
  role: number | null;
  /** One letter per role: A active, "." missing. */
  roles: string;
  /** Its slot is not rebuilt in full yet. */
  partial: 'no' | 'recovering' | 'replacing';
  /** Set by mdadm --name. Absent: none. */
  superblockName?: string | undefined;
  /** Its list of bad blocks is not empty. */
  badBlocks?: boolean;
}

/** Offset of 1.2 superblocks: 4 KiB from the start. */
export const SUPERBLOCK_OFFSET = 4096;

/** Fields that are equal in the superblocks of all members. A copy: later changes of the array do not affect it. */
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
