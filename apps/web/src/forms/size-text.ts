import { parseBytes } from '@weft/shared/units';

export type ParsedSize = { ok: true; bytes: number } | { ok: false; why: string };

/** Reads a size as people write it (`3.2TiB`); fractions of a block are cut off, because devices are made of whole ones. */
export function parseSize(text: string, blockBytes = 1): ParsedSize {
  try {
    return { ok: true, bytes: Math.floor(parseBytes(text) / blockBytes) * blockBytes };
  } catch (error) {
    if (error instanceof RangeError) return { ok: false, why: error.message };
    throw error;
  }
}
