import type { Unit } from '@weft/shared/stats/metrics';

/** Display units of each unit's values, for captions. */
export const unitWords: Record<Unit, string> = {
  '1/s': 'per second',
  'B/s': 'bytes per second (KiB/s, MiB/s, GiB/s)',
  s: 'seconds (µs, ms, s)',
  ratio: '%',
  B: 'bytes (MiB, GiB)',
  '°C': '°C',
  count: 'count',
};

const three = (value: number): string => String(Number(value.toPrecision(3)));

/** A share below 1 % has two decimals, below 0.01 % one digit: more is noise. */
const percent = (value: number): string => {
  const size = Math.abs(value);
  if (size >= 1) return three(value);
  return String(size >= 0.01 ? Number(value.toFixed(2)) : Number(value.toPrecision(1)));
};

function scaled(value: number, base: number, prefixes: readonly string[]): string {
  const size = Math.abs(value);
  // 999.6 is 1,000 in three digits, and so 1 with the next prefix.
  const index = Math.max(
    0,
    prefixes.findLastIndex((_, power) => Number((size / base ** power).toPrecision(3)) >= 1),
  );
  const text = size / base ** index >= 1000 ? String(Math.round(value / base ** index)) : three(value / base ** index);
  return `${text} ${prefixes[index] ?? ''}`;
}

const IEC = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi'];
const SI = ['', 'k', 'M', 'G', 'T'];

function seconds(value: number): string {
  const size = Math.abs(value);
  // Kernels count nanoseconds: a smaller value is a rounding error of a difference.
  if (size < 1e-9) return '0 s';
  if (Number(size.toPrecision(3)) >= 1) return `${three(value)} s`;
  if (Number((size * 1e3).toPrecision(3)) >= 1) return `${three(value * 1e3)} ms`;
  if (Number((size * 1e6).toPrecision(3)) >= 1) return `${three(value * 1e6)} µs`;
  return `${three(value * 1e9)} ns`;
}

/** A value with its unit to three digits: IEC prefixes for bytes, SI for the rest. */
export function valueText(value: number, unit: Unit): string {
  switch (unit) {
    case 's':
      return seconds(value);
    case 'B':
    case 'B/s':
      return `${scaled(value, 1024, IEC)}${unit}`;
    case '1/s':
      return `${scaled(value, 1000, SI).trim()}/s`;
    case 'ratio':
      return `${percent(value * 100)} %`;
    case '°C':
      return `${three(value)} °C`;
    case 'count':
      return String(Math.round(value));
  }
}

/** `181 µs to 215 µs`: range that contains the exact value of a percentile. An open bucket has no end. */
export const boundsText = (lower: number, upper: number | null): string =>
  upper === null ? `over ${seconds(lower)}` : `${seconds(lower)} to ${seconds(upper)}`;
