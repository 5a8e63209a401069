import { KiB } from '@weft/shared/units';
import type { Superblock } from './drive/superblock.js';
import type { SimulatedHost } from './simulated-host.js';
import type { CheckState, Half } from './world/checks.js';

/** One member of a simulated array, and what md knows of its set. */
export interface Member {
  device: string;
  /** Null: a spare without a slot, or a failed member. */
  slot: number | null;
  status: 'in_sync' | 'faulty' | 'spare';
  /** Is rebuilt from the member in its slot, and then replaces it. */
  replaces: boolean;
  badBlocks: number;
  /** Places on the leg that md neither reads nor writes any more. Absent: none, or not known. */
  badAt?: readonly number[];
}
/** A running rebuild, linear from start to end. */
export interface Recovery {
  device: string;
  startedMs: number;
  bytes: number;
  bytesPerSecond: number;
  /** Bitmap chunks to resync; null: all. */
  chunks: string[] | null;
}
export interface ArrayState extends Omit<Superblock, 'role' | 'roles' | 'partial'> {
  device: string;
  name: string;
  sizeBytes: number;
  state: 'clean' | 'inactive' | 'readonly' | 'broken';
  members: Member[];
  recovery: Recovery | null;
  /** Absent: none since the array started. */
  check?: CheckState;
  /** What the superblock says that waits for a path of its leg (`Superblock.roles`). Absent: none waits. */
  unsavedRoles?: string | undefined;
  /** Something changed since, which no superblock says yet. */
  recordAgain?: boolean;
  /** `diskseq`. Absent: inactive. */
  sequence?: number;
  /** `time_base` of its bitmap. Absent: 5. */
  bitmapDelaySeconds?: number;
  /** Bitmap chunk → when a write to it last completed on all legs, by the simulated clock. The bitmap marks it for two delays. */
  completed?: Record<string, number>;
  /** Bytes per second, as set; null: the system's limits. */
  speed: { min: number; max: number } | null;
}

/** sync_speed_min and sync_speed_max of a fresh array (Documentation/admin-guide/md.rst). */
export const SYSTEM_SPEED = { min: 1000 * KiB, max: 200_000 * KiB };
/** `time_base` of a new bitmap (DAEMON_SLEEP of mdadm). */
export const BITMAP_DELAY_SECONDS = 5;
/** Bytes that one bit of the bitmap covers, unless set otherwise. */
export const BITMAP_CHUNK_BYTES = 64 * 2 ** 20;

export const newMember = (device: string, slot: number | null, status: Member['status']): Member => ({
  device,
  slot,
  status,
  replaces: false,
  badBlocks: 0,
});

/** A rebuild or a check runs. */
export const isSyncing = ({ recovery, check }: ArrayState): boolean => Boolean(recovery || check?.running);
/** Slots that hold the same bytes. near=2: roles 2i and 2i+1 (md(4)). */
export const setOfSlot = ({ level }: Pick<ArrayState, 'level'>, slot: number): number => (level === 'raid1' ? 0 : slot >> 1);
export const inSyncSlots = ({ members }: Pick<ArrayState, 'members'>): Set<number | null> =>
  new Set(members.filter((member) => member.status === 'in_sync').map((member) => member.slot));
export const bytesPerLeg = ({ level, sizeBytes, raidDisks }: ArrayState): number =>
  level === 'raid1' ? sizeBytes : sizeBytes / (raidDisks / 2);
export const sizeOfArray = ({ level, raidDisks, componentBytes }: Pick<Superblock, 'level' | 'raidDisks' | 'componentBytes'>): number =>
  level === 'raid10' ? componentBytes * (raidDisks / 2) : componentBytes;

/** Whether every mirror has at least one leg: raid1 is one mirror, raid10 has one per pair (2i, 2i+1). */
export function hasEverySide({ level, raidDisks }: { level: string; raidDisks: number }, slots: ReadonlySet<number | null>): boolean {
  if (level === 'raid1') return slots.size > 0;
  return Array.from({ length: raidDisks / 2 }, (_, pair) => slots.has(2 * pair) || slots.has(2 * pair + 1)).every(Boolean);
}

/** Bitmap chunk of a byte in a set; `offset` counts on a leg, from the data offset. */
export const chunkOf = ({ bitmapChunkBytes }: Pick<ArrayState, 'bitmapChunkBytes'>, set: number, offset: number): string =>
  `${set}:${Math.floor(offset / bitmapChunkBytes)}`;

/** Copies bytes of one leg to another: those of the chunks, or all behind the data offset. Counts them as written there. */
export function copyLeg(host: SimulatedHost, array: ArrayState, from: string, to: string, { chunks, bytes }: Recovery): void {
  const [source, sink] = [host.initiator.access(from), host.initiator.access(to)];
  if (source.state !== 'ok' || sink.state !== 'ok') return;
  const set = setOfSlot(array, array.members.find((member) => member.device === to)?.slot ?? 0);
  for (const [offset, block] of source.found.drive.blocksOf(source.found.volume)) {
    const within = offset - array.dataOffsetBytes;
    if (within < 0 || (chunks !== null && !chunks.includes(chunkOf(array, set, within)))) continue;
    sink.found.drive.content.write(sink.found.drive.physical(sink.found.volume, offset), block);
  }
  sink.target.storage.countWrite(sink.found.path, bytes);
}

/** What a member holds, by address in the array; undefined: it cannot be read now (md(4): raid10 with near=2 lays its chunks over the sets in turn). */
export function contentOf(host: SimulatedHost, array: ArrayState, member: Member): Half | undefined {
  const access = host.initiator.access(member.device);
  if (access.state !== 'ok') return undefined;
  const { drive, volume } = access.found;
  const blocks = drive.blocksOf(volume).filter(([offset]) => offset >= array.dataOffsetBytes);
  return new Map(blocks.map(([offset, { mark = '' }]) => [addressOf(array, member, offset - array.dataOffsetBytes), mark]));
}

export function addressOf(array: ArrayState, member: Member, within: number): number {
  if (array.level === 'raid1') return within;
  const row = Math.floor(within / array.chunkBytes);
  return (row * (array.raidDisks / 2) + setOfSlot(array, member.slot ?? 0)) * array.chunkBytes + (within % array.chunkBytes);
}

/** In-sync members of each mirror set, the first slot first. md does not compare what a member records as bad. */
export function mirrorSets(array: ArrayState): Member[][] {
  const sets = new Map<number, Member[]>();
  for (const member of array.members) {
    if (member.status !== 'in_sync' || member.slot === null || member.badBlocks > 0) continue;
    const set = setOfSlot(array, member.slot);
    sets.set(set, [...(sets.get(set) ?? []), member]);
  }
  return [...sets.values()].map((set) => set.sort((a, b) => (a.slot ?? 0) - (b.slot ?? 0)));
}
