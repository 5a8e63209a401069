import { formatBytes, parseBytes, roundUp } from '@weft/shared/units';

export type ParsedSize = { ok: true; bytes: number } | { ok: false; why: string };

/** Reads a size as people write it (`3.2TiB`); a part of a block counts as one, so that a device has at least what was asked and reads so. */
export function parseSize(text: string, blockBytes = 1): ParsedSize {
  try {
    return { ok: true, bytes: roundUp(parseBytes(text), blockBytes) };
  } catch (error) {
    if (error instanceof RangeError) return { ok: false, why: error.message };
    throw error;
  }
}

/** As `parseSize` reads it, to the byte: what is shown cut to two decimals would come back smaller. */
export function exactSize(bytes: number): string {
  const short = formatBytes(bytes);
  return parseBytes(short) === bytes ? short : `${bytes} B`;
}
