const SECONDS: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };

/**
 * Reads `90s`, `10m`, `1h30m`, `7d` or a plain number of the unit that the caller names.
 * @returns seconds @throws RangeError naming the accepted forms
 */
export function parseSeconds(text: string, plainUnit: 's' | 'h' | 'd' = 's'): number {
  const plain = /^\d+(\.\d+)?$/.exec(text);
  if (plain) return Number(text) * (SECONDS[plainUnit] ?? 1);
  if (!/^(\d+(\.\d+)?[smhdw])+$/.test(text)) throw new RangeError(`"${text}" is not a duration: write 90s, 10m, 1h30m, 7d or 2w.`);
  return [...text.matchAll(/(\d+(?:\.\d+)?)([smhdw])/g)].reduce(
    (sum, [, number, unit]) => sum + Number(number) * (SECONDS[unit ?? ''] ?? 0),
    0,
  );
}

const STEPS: readonly [number, string][] = [
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'm'],
];

/** The largest whole unit, for people: `3d`, `5m`, `12s`. */
export function shortDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const step = STEPS.find(([size]) => whole >= size);
  return step ? `${Math.floor(whole / step[0])}${step[1]}` : `${whole}s`;
}

/** The same length in the largest unit that divides it, as `parseSeconds` reads it: `1d`, `90s`. */
export function wholeDuration(seconds: number): string {
  const step = STEPS.find(([size]) => seconds >= size && seconds % size === 0);
  return step ? `${seconds / step[0]}${step[1]}` : `${seconds}s`;
}

/** A latency: `482us`, `1.8ms`, `2.5s`. */
export function latencyText(seconds: number): string {
  if (seconds < 0.001) return `${Math.round(seconds * 1e6)}us`;
  return seconds < 1 ? `${(seconds * 1000).toFixed(1)}ms` : `${seconds.toFixed(1)}s`;
}

/** Reads a time (RFC 3339), or how long before `now` it was. @throws RangeError */
export function parseMoment(text: string, now: number): string {
  if (/^\d{4}-\d\d-\d\d/.test(text)) {
    const time = Date.parse(text);
    if (!Number.isNaN(time)) return new Date(time).toISOString();
  }
  if (/^\d+(\.\d+)?[smhdw]/.test(text)) return new Date(now - parseSeconds(text) * 1000).toISOString();
  throw new RangeError(`"${text}" is not a time: write 2026-11-29T10:00:00Z, or how long ago: 1h, 7d.`);
}
