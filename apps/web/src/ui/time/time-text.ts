const two = (value: number) => String(value).padStart(2, '0');

/** `2026-11-21 14:05:09` in the viewer's time zone: text order is time order. */
export function localText(iso: string): string {
  const at = new Date(iso);
  const date = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${date} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}

/** `10:42` for today in the viewer's time zone; otherwise with the date before it. */
export function clockText(iso: string, now: number): string {
  const [date = '', time = ''] = localText(iso).split(' ');
  const [today] = localText(new Date(now).toISOString()).split(' ');
  const clock = time.slice(0, 5);
  return date === today ? clock : `${date} ${clock}`;
}

export const utcText = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;

const UNITS: readonly [seconds: number, name: string][] = [
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'min'],
];

/** `3 min`: whole units, rounded down; null: less than a minute. */
function lengthText(ms: number): string | null {
  const seconds = Math.floor(ms / 1000);
  const unit = UNITS.find(([length]) => seconds >= length);
  return unit ? `${Math.floor(seconds / unit[0])} ${unit[1]}` : null;
}

/** `3 min ago`. Clocks of browser and server may differ, so a future time counts as now. */
export function agoText(iso: string, now: number): string {
  const length = lengthText(now - Date.parse(iso));
  return length === null ? 'just now' : `${length} ago`;
}

/** `in 23 h`, for a time that may be in the future. */
export function fromNowText(iso: string, now: number): string {
  const ahead = Date.parse(iso) - now;
  if (ahead <= 0) return agoText(iso, now);
  const length = lengthText(ahead);
  return length === null ? 'within 1 min' : `in ${length}`;
}

/** `12.4 s`, `3 min 20 s`: the length of an operation. */
export function durationText(from: string, to: string): string {
  const seconds = Math.max(0, (Date.parse(to) - Date.parse(from)) / 1000);
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
}
