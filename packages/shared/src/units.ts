/** Sizes: bytes in the API, `3.2TiB` in console and CLI (IEC 80000-13). */
const UNITS: Record<string, number> = {
  '': 1,
  B: 1,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
  TiB: 2 ** 40,
  PiB: 2 ** 50,
  KB: 1e3,
  kB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
  PB: 1e15,
};

export const KiB = 2 ** 10;
export const MiB = 2 ** 20;
export const GiB = 2 ** 30;
export const TiB = 2 ** 40;

/**
 * Reads a size as people write it. Fractions are rounded down to whole bytes.
 * @throws RangeError naming the accepted forms.
 */
export function parseBytes(text: string): number {
  const match = /^\s*(\d+(?:\.\d+)?)\s*([A-Za-z]*)\s*$/.exec(text);
  const factor = match ? UNITS[match[2] ?? ''] : undefined;
  if (!match || factor === undefined)
    throw new RangeError(`"${text}" is not a size: write bytes or a number with KiB, MiB, GiB, TiB, PiB, kB, MB, GB, TB or PB.`);
  const bytes = Math.floor(Number(match[1]) * factor);
  if (!Number.isSafeInteger(bytes)) throw new RangeError(`"${text}" is more than ${Number.MAX_SAFE_INTEGER} bytes.`);
  return bytes;
}

/** Writes bytes with the largest IEC unit that leaves at least 1. At most two decimals, rounded down: free space must not be overstated. */
export const formatBytes = (bytes: number): string => written(bytes, Math.trunc);

/** As `formatBytes`, for needed or missing bytes: rounded up, so that providing the shown amount is enough. */
export const formatNeeded = (bytes: number): string => written(bytes, Math.ceil);

function written(bytes: number, whole: (value: number) => number): string {
  for (const unit of ['PiB', 'TiB', 'GiB', 'MiB', 'KiB']) {
    const factor = UNITS[unit] ?? 1;
    if (Math.abs(bytes) >= factor) return `${whole((bytes / factor) * 100) / 100} ${unit}`;
  }
  return `${bytes} B`;
}

export const roundUp = (value: number, multiple: number): number => Math.ceil(value / multiple) * multiple;
