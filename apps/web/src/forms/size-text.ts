import { formatBytes, parseBytes, roundUp } from '@weft/shared/units';

export type ParsedSize = { ok: true; bytes: number } | { ok: false; why: string };

/** Parses a size as users write it (`3.2TiB`). Rounds up to whole blocks, so that the device has and shows at least the requested size. */
export function parseSize(text: string, blockBytes = 1): ParsedSize {
  try {
    return { ok: true, bytes: roundUp(parseBytes(text), blockBytes) };
  } catch (error) {
    if (error instanceof RangeError) return { ok: false, why: error.message };
    throw error;
  }
}

/** Formats a size for `parseSize`, exact to the byte: a size cut to two decimals would come back smaller. */
export function exactSize(bytes: number): string {
  const short = formatBytes(bytes);
  return parseBytes(short) === bytes ? short : `${bytes} B`;
}
