import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { HostContext } from '../lookup/host-context.js';
import { bitmapAt, bitsOf, ranges } from '../md/bitmap.js';
import type { RunCommand } from '../run/command.js';
import { Tree } from '../run/host-fs.js';
import { performActions } from './perform.js';

const UUID = '00112233-4455-6677-8899-aabbccddeeff';
const PAGE = 4096;
const BITMAP_AT = 8192;
let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'weft-bitmap-'));
  await mkdir(join(root, 'sys/block/md127/md'), { recursive: true });
  await writeFile(join(root, 'sys/block/md127/md/bitmap_set_bits'), '');
});
afterEach(() => rm(root, { recursive: true }));

/** Metadata 1.2 at 4 KiB, with a bitmap 8 sectors behind it: 20 bits of 64 KiB. */
function member({ uuid = UUID, hasBitmap = true } = {}): Buffer {
  const all = Buffer.alloc(3 * PAGE);
  all.writeUInt32LE(0xa92b4efc, PAGE);
  all.writeUInt32LE(hasBitmap ? 1 : 0, PAGE + 8);
  Buffer.from(uuid.replaceAll('-', ''), 'hex').copy(all, PAGE + 16);
  all.writeInt32LE(8, PAGE + 96);
  all.write('bitm', BITMAP_AT, 'latin1');
  all.writeBigUInt64LE(2432n, BITMAP_AT + 40);
  all.writeUInt32LE(65_536, BITMAP_AT + 52);
  // Bits 0, 9, 10 and 18; one beyond the end.
  all.set([0b1, 0b110, 0b1100], BITMAP_AT + 256);
  return all;
}

async function kept(bytes: Buffer): Promise<string> {
  const run: RunCommand = (argv) => {
    const [skip, count] = ['skip', 'count'].map((name) => Number(argv.find((each) => each.startsWith(`${name}=`))?.split('=')[1]));
    expect(argv).toContain('iflag=direct,fullblock');
    const stdout = bytes.toString('latin1', (skip ?? 0) * PAGE, ((skip ?? 0) + (count ?? 0)) * PAGE);
    return Promise.resolve({ stdout, stderr: '', exitCode: 0 });
  };
  const context = { run, tree: new Tree(root) } as unknown as HostContext;
  await performActions([{ do: 'keep-marks', array: 'md127', uuid: UUID, device: '/dev/nvme1n1', seconds: 1 }], context);
  return readFile(join(root, 'sys/block/md127/md/bitmap_set_bits'), 'utf8');
}

test('the marked bits of the member are set again, as runs, and none beyond the last bit', async () => {
  expect(await kept(member())).toBe('0-0 9-10 18-18');
});

test('nothing is set from a member of another array or without a bitmap', async () => {
  await expect(kept(member({ uuid: '99999999-4455-6677-8899-aabbccddeeff' }))).rejects.toThrow(`no bitmap of array ${UUID}`);
  await expect(kept(member({ hasBitmap: false }))).rejects.toThrow('no bitmap');
  const damaged = member();
  damaged.fill(0, BITMAP_AT, BITMAP_AT + 4);
  await expect(kept(damaged)).rejects.toThrow('cannot be read');
});

test('a bitmap before the superblock is found too; many runs are written a page at a time', async () => {
  const bytes = member();
  bytes.writeInt32LE(-8, PAGE + 96);
  expect(bitmapAt(bytes.subarray(PAGE), UUID)).toBe(0);
  expect(bitsOf(bytes.subarray(BITMAP_AT))).toBe(19);
  const many = Buffer.alloc(4096, 0b01010101);
  expect(ranges(many, 4096 * 8)).toHaveLength(16_384);
});
