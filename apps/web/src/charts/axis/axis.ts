import type { Unit } from '@weft/shared/stats/metrics';

const two = (value: number): string => String(value).padStart(2, '0');

/** A tick of the time axis in the viewer's time zone: seconds only where ticks are that close, the date where a day begins. */
export function tickText(at: number, apartMs: number): string {
  const date = new Date(at);
  const day = `${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  const time = `${two(date.getHours())}:${two(date.getMinutes())}`;
  if (apartMs < 60_000) return `${time}:${two(date.getSeconds())}`;
  if (apartMs >= 86_400_000 || (date.getHours() === 0 && date.getMinutes() === 0)) return day;
  return time;
}

/** Distances between ticks: 1, 2, 5 and so on; powers of two for bytes, so that ticks read as whole KiB, MiB, GiB. */
export function tickDistances(unit: Unit): number[] {
  if (unit === 'B' || unit === 'B/s') return Array.from({ length: 60 }, (_, power) => 2 ** power);
  const smallest = unit === 'count' ? 0 : -9;
  return Array.from({ length: 15 - smallest }, (_, power) => [1, 2, 5].map((digit) => digit * 10 ** (power + smallest))).flat();
}

const ladder = (least: number, most: number, digits: readonly number[]): number[] => {
  const powers = Array.from({ length: Math.ceil(Math.log10(most)) - Math.floor(Math.log10(least)) + 1 }, (_, index) => index);
  const all = powers.flatMap((power) =>
    digits.map((digit) => Number((digit * 10 ** (Math.floor(Math.log10(least)) + power)).toPrecision(1))),
  );
  return all.filter((tick) => tick >= least * 0.999 && tick <= most * 1.001);
};

/** Ticks of a logarithmic scale: each power of ten, and 2 and 5 times it where there are few. */
export const logarithmicTicks = (least: number, most: number): number[] =>
  ladder(least, most, Math.log10(most / least) > 3 ? [1] : [1, 2, 5]);

/** Range of the axis with some room around the values: down to zero, or on a logarithmic scale to the next 1, 2 or 5. */
export function valueRange(least: number | null, most: number | null, scale: 'linear' | 'logarithmic'): [number, number] {
  if (least === null || most === null) return scale === 'linear' ? [0, 1] : [1e-5, 1e-2];
  if (scale === 'linear') return [Math.min(0, least), most > 0 ? most * 1.08 : 1];
  const around = ladder(least / 10, most * 10, [1, 2, 5]);
  return [around.findLast((tick) => tick <= least) ?? least, around.find((tick) => tick >= most) ?? most];
}
