import { type FileHandle, open } from 'node:fs/promises';
import { HostError } from '../../host.js';
import type { Tree } from '../run/host-fs.js';
import { sizeOf } from './drive-contents.js';

const MIB = 2 ** 20;
/** Blocks read between the ends, and the bytes of each: the largest logical block in use. */
const SAMPLES = 1024;
const SAMPLE_BYTES = 4096;

/**
 * Where a sample of a drive holds something: the offset of the first such place; null: nowhere. Reads the first and the last MiB and blocks at even distances.
 * A deallocated block reads as zeros or as ones (NVM Express NVM Command Set 1.0, field DLFEAT).
 */
export async function writtenPlace(tree: Tree, device: string): Promise<number | null> {
  const file = await open(tree.path(device), 'r');
  try {
    const size = await sizeOf(file);
    const step = Math.floor(size / SAMPLES / SAMPLE_BYTES) * SAMPLE_BYTES;
    const inside = step === 0 ? [] : Array.from({ length: SAMPLES }, (_, at) => ({ offset: at * step, length: SAMPLE_BYTES }));
    for (const { offset, length } of [{ offset: 0, length: MIB }, { offset: Math.max(0, size - MIB), length: MIB }, ...inside])
      if (!(await isErased(file, offset, length, device))) return offset;
    return null;
  } finally {
    await file.close();
  }
}

async function isErased(file: FileHandle, offset: number, length: number, device: string): Promise<boolean> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, offset).catch((error: NodeJS.ErrnoException) => {
    throw new HostError(`${device} cannot be read at byte ${offset} (${error.code})`, ['read', device], null, error.message, {
      cause: error,
    });
  });
  const [first = 0] = buffer;
  // Compared as a whole: byte by byte the agent computes for milliseconds.
  return (first === 0 || first === 0xff) && buffer.subarray(0, bytesRead).equals(Buffer.alloc(bytesRead, first));
}
