import { formatBytes, parseBytes } from '@weft/shared/units';

/** Formats a size so that reading it gives the same bytes: a size cut to two decimals would come back smaller. */
export function exactSize(bytes: number): string {
  const short = formatBytes(bytes);
  return parseBytes(short) === bytes ? short : `${bytes} B`;
}
