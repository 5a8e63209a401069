import { formatBytes, GiB, MiB, parseBytes } from '@weft/shared/units';

/** A position of the size slider: the text that it writes into the field, and the bytes that the text means. */
export interface SizeStop {
  text: string;
  sizeBytes: number;
}

const stopOf = (bytes: number): SizeStop => {
  const text = formatBytes(bytes);
  return { text, sizeBytes: parseBytes(text) };
};

/** Four stops for each doubling: sizes that two decimals state exactly. */
const STEPS = [1, 1.25, 1.5, 1.75];

/**
 * Stops up to the largest size that fits, which is the last one. They begin at 1 GiB, or at 1 MiB if little fits.
 * @param largestBytes at least 1 MiB. The last stop is cut to two decimals, so it never exceeds it.
 */
export function sizeStops(largestBytes: number): readonly SizeStop[] {
  const last = stopOf(largestBytes);
  const stops: SizeStop[] = [];
  for (let bytes = largestBytes > GiB ? GiB : MiB; bytes < last.sizeBytes; bytes *= 2)
    stops.push(...STEPS.map((step) => stopOf(bytes * step)).filter(({ sizeBytes }) => sizeBytes < last.sizeBytes));
  return [...stops, last];
}

/** The last stop that is not above the size; the first for a smaller size or none. */
export const stopAt = (stops: readonly SizeStop[], sizeBytes: number | null): number =>
  Math.max(
    0,
    stops.findLastIndex((stop) => sizeBytes !== null && stop.sizeBytes <= sizeBytes),
  );

/** The value of the slider in words: the size as it was typed, which may lie between stops or beyond them. */
export function sizeWords(largestBytes: number, sizeBytes: number | null): string {
  const largest = formatBytes(largestBytes);
  if (sizeBytes === null) return `no size entered, at most ${largest} fits`;
  return sizeBytes > largestBytes
    ? `${formatBytes(sizeBytes)}, more than the ${largest} that fits`
    : `${formatBytes(sizeBytes)} of at most ${largest}`;
}
