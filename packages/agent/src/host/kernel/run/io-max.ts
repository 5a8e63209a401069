import { type IoLimits, ioLimitKeys, ioLimitNames, NO_LIMITS } from '@weft/shared/limits/io-limits';
import type { IoWait } from '../../host.js';

/*
 * Lines of `io.max` (Documentation/admin-guide/cgroup-v2.rst, "IO Interface Files"): `253:0 rbps=1048576 wbps=max riops=max wiops=max`. The kernel lists
 * only devices with a limit, and takes a line with any of the four values.
 */

/** The line to write for a device number. */
export const limitLine = (number: string, limits: IoLimits): string =>
  [number, ...ioLimitNames.map((name) => `${ioLimitKeys[name]}=${limits[name] ?? 'max'}`)].join(' ');

/** Limits by device number. Keys of later kernels are left out. */
export function parseIoMax(text: string): Map<string, IoLimits> {
  const found = new Map<string, IoLimits>();
  for (const line of text.split('\n')) {
    const [number = '', ...words] = line.trim().split(/\s+/);
    if (!/^\d+:\d+$/.test(number)) continue;
    const values = new Map(words.map((word) => word.split('=') as [string, string]));
    const limits = { ...NO_LIMITS };
    for (const name of ioLimitNames) {
      const value = Number(values.get(ioLimitKeys[name]) ?? Number.NaN);
      if (Number.isFinite(value)) limits[name] = value;
    }
    found.set(number, limits);
  }
  return found;
}

/** `some avg10=5.70 avg60=3.91 avg300=1.54 total=6280146`, and the same for `full`, in microseconds. Undefined: another text. */
export function parsePressure(text: string): IoWait | undefined {
  const secondsOf = (kind: string): number => Number(new RegExp(`^${kind} .*total=(\\d+)$`, 'm').exec(text)?.[1] ?? Number.NaN) / 1e6;
  const [someSeconds, fullSeconds] = [secondsOf('some'), secondsOf('full')];
  return Number.isFinite(someSeconds) && Number.isFinite(fullSeconds) ? { someSeconds, fullSeconds } : undefined;
}
