import type { Sanitize } from '@weft/shared/messages/sanitize';
import { DriveUse } from '../load/flow.js';
import { type Block, Content, type Place } from './content.js';
import { DriveSanitize, type SanitizeState } from './sanitize.js';

export interface DriveSpec {
  serial: string;
  /** Missing: 1. */
  nsid?: number;
  model: string;
  sizeBytes: number;
  numaNode: number | null;
  firmware?: string;
  /** Contents as text, if the drive is not blank. */
  contents?: string[];
  /** New logical volumes show the data of an earlier user in their extents until they are zeroed. */
  leftovers?: boolean;
  /** Missing: its controller has no Sanitize. */
  sanitize?: Pick<Sanitize, 'actions' | 'besides'> | undefined;
}

export interface Cached {
  isRunning: boolean;
  places: Place[];
  /** Of these places, the ones that the origin lacks. */
  dirty: number[];
}

export interface LogicalVolumeState {
  lv: string;
  /** Missing: saved by an earlier version. */
  madeAtMs?: number;
  sizeBytes: number;
  tags: string[];
  /**
   * Data of a cache: what it holds of its origin's drive, clean or dirty. While clients use it, the drive's simulated content is what they see, and
   * `places` are what the origin has there; else the content is the origin's, and `places` are the cache's.
   */
  cached?: Cached;
  /** It was formatted for dm-integrity. */
  integrity?: IntegrityState;
  /** Data of a thin pool: which blocks its thin devices map. */
  pool?: PoolState;
  /** In extents of the group. */
  segments: { start: number; count: number }[];
}
export interface IntegrityState {
  /** Of the leg that it was formatted for. */
  lengthBytes: number;
  /** Blocks whose checksum does not fit what they hold. */
  wrong: number[];
}
export interface PoolState {
  blockBytes: number;
  totalBlocks: number;
  /** A write found no free block. */
  isFull: boolean;
  /** Its metadata is damaged. */
  isBroken?: boolean;
  /** Blocks with one token are one block of the pool, which several thin devices share. */
  nextToken: number;
  thins: { thinId: number; blocks: [block: number, token: number][] }[];
}
/** LVM's metadata: stored on the drive, so it moves with the drive. */
export interface GroupState {
  vg: string;
  extents: number;
  volumes: LogicalVolumeState[];
}

/** State that a drive keeps without power. */
export interface DriveState {
  serial: string;
  contents: string[];
  group: GroupState | null;
  /** Plugged in. */
  present: boolean;
  /** 1: normal speed; 20: answers twenty times slower. */
  slowFactor: number;
  /** Bytes written in its life. Missing: saved by an earlier version. */
  writtenBytes?: number;
  /** Missing: saved by an earlier version. */
  sanitize?: SanitizeState;
  blocks: [number, Block][];
}

export const EXTENT_BYTES = 4 * 2 ** 20;
/** Label and 8 MiB of metadata, rounded up to whole MiB. */
export const DATA_START_BYTES = 9 * 2 ** 20;

export class SimulatedDrive {
  contents: string[];
  group: GroupState | null = null;
  present = true;
  slowFactor = 1;
  /** Writes to it fail; md then marks bad blocks. */
  failsWrites = false;
  readonly content: Content;
  readonly use: DriveUse;
  readonly sanitize: DriveSanitize;
  /** Called when something changes that a real drive keeps without power. */
  onChange: () => void = () => undefined;
  /** /dev name since it was last plugged in: nvme0n1. */
  device = '';
  controller = '';

  constructor(
    readonly spec: DriveSpec,
    saved?: DriveState,
  ) {
    this.contents = [...(saved?.contents ?? spec.contents ?? [])];
    this.group = saved?.group ?? null;
    this.present = saved?.present ?? true;
    this.slowFactor = saved?.slowFactor ?? 1;
    this.use = new DriveUse(saved?.writtenBytes);
    this.sanitize = new DriveSanitize(spec.sanitize ?? { actions: [], besides: 'nothing' }, saved?.sanitize);
    this.content = new Content(saved?.blocks, () => this.onChange());
  }

  /** Offset on the drive of a byte in one of its volumes. */
  physical(volume: LogicalVolumeState, offset: number): number {
    let left = offset;
    for (const { start, count } of volume.segments) {
      if (left < count * EXTENT_BYTES) return DATA_START_BYTES + start * EXTENT_BYTES + left;
      left -= count * EXTENT_BYTES;
    }
    throw new Error(`offset ${offset} is beyond ${volume.lv}`);
  }

  contains({ segments }: LogicalVolumeState, physical: number): boolean {
    const extent = Math.floor((physical - DATA_START_BYTES) / EXTENT_BYTES);
    return segments.some(({ start, count }) => extent >= start && extent < start + count);
  }
  readonly #watchers = new Map<string, NonNullable<Content['seen']>>();
  /** Calls `seen` at each write. Null ends it. */
  watch(name: string, seen: Content['seen']): void {
    if (seen) this.#watchers.set(name, seen);
    else this.#watchers.delete(name);
    const all: Content['seen'] = (...written) => {
      for (const each of this.#watchers.values()) each(...written);
    };
    this.content.seen = this.#watchers.size > 0 ? all : null;
  }

  /** Blocks in a volume, by offset in the volume. */
  blocksOf(volume: LogicalVolumeState): [number, Block][] {
    let before = 0;
    return volume.segments.flatMap(({ start, count }) => {
      const [from, length, at] = [DATA_START_BYTES + start * EXTENT_BYTES, count * EXTENT_BYTES, before];
      before += length;
      const inside = [...this.content.blocks].filter(([offset]) => offset >= from && offset < from + length);
      return inside.map(([offset, block]): [number, Block] => [at + offset - from, block]);
    });
  }
  zeroVolume(volume: LogicalVolumeState): void {
    for (const { start, count } of volume.segments) this.content.zero(DATA_START_BYTES + start * EXTENT_BYTES, count * EXTENT_BYTES);
  }

  save(nowMs: number): DriveState {
    const { contents, group, present, slowFactor } = this;
    const writtenBytes = this.use.writtenBytesAt(nowMs);
    const sanitize = this.sanitize.save(nowMs);
    return { serial: this.spec.serial, contents, group, present, slowFactor, writtenBytes, sanitize, blocks: [...this.content.blocks] };
  }
}

/** Free runs of extents, in order. */
export function freeRuns({ extents, volumes }: GroupState): { start: number; count: number }[] {
  const used = volumes.flatMap((volume) => volume.segments).sort((a, b) => a.start - b.start);
  const runs: { start: number; count: number }[] = [];
  let next = 0;
  for (const { start, count } of used) {
    if (start > next) runs.push({ start: next, count: start - next });
    next = start + count;
  }
  if (next < extents) runs.push({ start: next, count: extents - next });
  return runs;
}
