import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { damaged } from './backup-errors.js';
import type { BackupHeader } from './backup-header.js';
import { decrypted, MOST_HEADER_BYTES, readHeader } from './encryption.js';
import { type Frame, framesOf } from './frames.js';
import type { Open } from './open.js';

/** @throws BackupError, and what `open` throws */
export async function headerOf(open: Open): Promise<BackupHeader> {
  const stream = await open(MOST_HEADER_BYTES);
  try {
    return await readHeader(stream);
  } finally {
    stream.destroy();
  }
}

/** Reads a whole file: `consume` gets its frames in order. @throws BackupError, AbortError of `signal`, and what `open` throws */
export async function readBackup<T>(
  open: Open,
  key: Buffer,
  consume: (frames: AsyncIterable<Frame>) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  signal?.throwIfAborted();
  const file = await open();
  try {
    return await pipeline(
      file,
      (source: AsyncIterable<Buffer>) => decrypted(source, key),
      createGunzip(),
      (source: AsyncIterable<Buffer>) => consume(framesOf(source)),
      signal ? { signal } : {},
    );
  } catch (error) {
    // Z_DATA_ERROR, Z_BUF_ERROR: authentic chunks whose content does not decompress.
    if (String((error as NodeJS.ErrnoException).code).startsWith('Z_')) throw damaged('compression', error);
    throw error;
  }
}

/** Checks every byte of a file. @returns the number of documents of each collection. @throws as `readBackup` */
export const verifyBackup = (open: Open, key: Buffer, signal?: AbortSignal): Promise<Record<string, number>> =>
  readBackup(open, key, lastCounts, signal);

async function lastCounts(frames: AsyncIterable<Frame>): Promise<Record<string, number>> {
  let counts: Record<string, number> = {};
  for await (const frame of frames) if (frame.type === 'end') counts = frame.counts;
  return counts;
}
