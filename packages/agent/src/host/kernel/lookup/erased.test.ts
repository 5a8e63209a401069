import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Tree } from '../run/host-fs.js';
import { writtenPlace } from './erased.js';

const DRIVE_BYTES = 16 * 2 ** 20;

describe('the sample of a sanitized drive', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'weft-erased-'));
    await mkdir(join(root, 'dev'));
  });
  afterEach(() => rm(root, { recursive: true }));

  const place = async (fill: number, ...written: number[]) => {
    const bytes = Buffer.alloc(DRIVE_BYTES, fill);
    for (const offset of written) bytes[offset] = 0x41;
    await writeFile(join(root, 'dev/nvme0n1'), bytes);
    return writtenPlace(new Tree(root), '/dev/nvme0n1');
  };

  it('accepts the two values of deallocated blocks', async () => {
    expect(await place(0)).toBeNull();
    expect(await place(0xff)).toBeNull();
  });

  it('accepts no other value, even if all bytes are the same', async () => {
    expect(await place(0x5a)).toBe(0);
  });

  it('finds a byte in the first and last MiB and in sampled blocks', async () => {
    expect(await place(0, 2 ** 20 - 1)).toBe(0);
    expect(await place(0xff, DRIVE_BYTES - 1)).toBe(DRIVE_BYTES - 2 ** 20);
    expect(await place(0, DRIVE_BYTES / 2 + 17)).toBe(DRIVE_BYTES / 2);
  });
});
