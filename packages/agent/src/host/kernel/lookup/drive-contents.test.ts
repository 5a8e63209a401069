import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Tree } from '../run/host-fs.js';
import { driveContents } from './drive-contents.js';

const DRIVE_BYTES = 4 * 2 ** 20;
const noSignatures = async () => ({ stdout: '', stderr: '', exitCode: 0 });

describe('contents of a drive without signatures', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'weft-contents-'));
    await mkdir(join(root, 'dev'));
  });
  afterEach(() => rm(root, { recursive: true }));

  const contents = async (...written: number[]) => {
    const bytes = Buffer.alloc(DRIVE_BYTES);
    for (const offset of written) bytes[offset] = 1;
    await writeFile(join(root, 'dev/nvme0n1'), bytes);
    return driveContents(new Tree(root), noSignatures, '/dev/nvme0n1');
  };

  it('is empty when the first and the last MiB are zero (S1)', async () => {
    expect(await contents(2 ** 21)).toEqual([]);
  });

  it('names the end where a single byte is not zero (S1)', async () => {
    expect(await contents(2 ** 20 - 1)).toEqual(['unknown data in the first MiB']);
    expect(await contents(DRIVE_BYTES - 2 ** 20)).toEqual(['unknown data in the last MiB']);
    expect(await contents(DRIVE_BYTES - 1)).toEqual(['unknown data in the last MiB']);
  });
});
