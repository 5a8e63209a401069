import { HostError } from '../../host.js';
import type { Action } from '../run/action.js';
import type { RunCommand } from '../run/command.js';
import { canonicalUuid } from './observe-md.js';

/* The bitmap of an array on one of its members: struct mdp_superblock_1 and bitmap_super_t (drivers/md/md-bitmap.h), little-endian. */
const SECTOR = 512;
const PAGE = 4096;
/** Of metadata 1.2. */
const SUPERBLOCK_AT = PAGE;
const MD_MAGIC = 0xa92b4efc;
const BITMAP_MAGIC = 0x6d746962;
/** Before the first bit. */
const BITMAP_HEAD = 256;
/** sysfs takes one page at a time. */
const MOST_CHARACTERS = 4000;

type KeepMarks = Extract<Action, { do: 'keep-marks' }>;

/** @returns texts for `bitmap_set_bits`, a page each at most. @throws HostError when the member has no bitmap of this array, or cannot be read. */
export async function markedBits({ uuid, device, seconds }: KeepMarks, run: RunCommand, signal?: AbortSignal): Promise<string[]> {
  // Direct: md writes past the cache of its members.
  const read = async (at: number, bytes: number): Promise<Buffer> => {
    const [from, to] = [Math.floor(at / PAGE) * PAGE, Math.ceil((at + bytes) / PAGE) * PAGE];
    const place = [`bs=${PAGE}`, `skip=${from / PAGE}`, `count=${(to - from) / PAGE}`];
    const argv = ['dd', `if=${device}`, 'iflag=direct,fullblock', 'status=none', ...place];
    const { stdout } = await run(argv, { seconds, encoding: 'latin1', ...(signal && { signal }) });
    return Buffer.from(stdout, 'latin1').subarray(at - from, at - from + bytes);
  };
  const at = bitmapAt(await read(SUPERBLOCK_AT, PAGE), uuid);
  if (at === null) throw new HostError(`${device} carries no bitmap of array ${uuid}`, ['dd'], null, '');
  const bits = bitsOf(await read(at, BITMAP_HEAD));
  if (bits === null) throw new HostError(`the bitmap on ${device} cannot be read`, ['dd'], null, '');
  const marked = await read(at + BITMAP_HEAD, Math.ceil(bits / 8));
  return lines(ranges(marked, bits));
}

/** Where the bitmap begins, in bytes; null: this is no superblock of the array, or one without a bitmap. */
export function bitmapAt(superblock: Buffer, uuid: string): number | null {
  const isOurs = superblock.readUInt32LE(0) === MD_MAGIC && canonicalUuid(superblock.toString('hex', 16, 32)) === uuid;
  const hasBitmap = (superblock.readUInt32LE(8) & 1) === 1;
  return isOurs && hasBitmap ? SUPERBLOCK_AT + superblock.readInt32LE(96) * SECTOR : null;
}

/** Number of bits; null: this is no bitmap. */
export function bitsOf(head: Buffer): number | null {
  if (head.readUInt32LE(0) !== BITMAP_MAGIC) return null;
  const [sectors, chunkBytes] = [head.readBigUInt64LE(40), head.readUInt32LE(52)];
  return chunkBytes === 0 ? null : Math.ceil((Number(sectors) * SECTOR) / chunkBytes);
}

/** Runs of bits that are set: first and last. */
export function ranges(marked: Buffer, bits: number): [first: number, last: number][] {
  const found: [number, number][] = [];
  for (let bit = 0; bit < bits; bit++) {
    if (((marked[bit >> 3] ?? 0) & (1 << (bit & 7))) === 0) continue;
    const last = found.at(-1);
    if (last?.[1] === bit - 1) last[1] = bit;
    else found.push([bit, bit]);
  }
  return found;
}

function lines(all: readonly [number, number][]): string[] {
  const texts: string[] = [];
  for (const [first, last] of all) {
    const text = `${first}-${last}`;
    const before = texts.at(-1);
    if (before !== undefined && before.length + text.length < MOST_CHARACTERS) texts[texts.length - 1] = `${before} ${text}`;
    else texts.push(text);
  }
  return texts;
}
