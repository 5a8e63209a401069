/** Time ranges of charts. Live ranges follow the observations; the others are read again periodically. */
export const ranges = {
  '5m': { seconds: 300, words: 'last 5 min', short: '5 min', live: true },
  '15m': { seconds: 900, words: 'last 15 min', short: '15 min', live: true },
  '1h': { seconds: 3600, words: 'last hour', short: '1 h', live: true },
  '6h': { seconds: 6 * 3600, words: 'last 6 h', short: '6 h', live: false },
  '24h': { seconds: 86_400, words: 'last 24 h', short: '24 h', live: false },
  '7d': { seconds: 7 * 86_400, words: 'last 7 days', short: '7 d', live: false },
  '30d': { seconds: 30 * 86_400, words: 'last 30 days', short: '30 d', live: false },
} as const;
export type Range = keyof typeof ranges;
export const rangeNames = Object.keys(ranges) as Range[];
export const DEFAULT_RANGE: Range = '15m';

/** A period that the user zoomed to, milliseconds. */
export interface Span {
  from: number;
  to: number;
}

/** Absent fields: the default range, no zoom, no comparison. */
export interface RangeSearch {
  range?: Range;
  /** With `to`: a zoomed period, which takes the place of the range. */
  from?: number;
  to?: number;
  /** Draw the period before as well. */
  compare?: true;
}

const isRange = (value: unknown): value is Range => typeof value === 'string' && Object.hasOwn(ranges, value);
const isMoment = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

/** Finest step of stored statistics is 10 s: a shorter period has too few values for a line. */
export const SHORTEST_MS = 30_000;

/** Reads the range from the address. Ignores an invalid value instead of failing. */
export function rangeSearch({ range, from, to, compare }: Record<string, unknown>): RangeSearch {
  const isSpan = isMoment(from) && isMoment(to) && to - from >= SHORTEST_MS;
  return {
    ...(isRange(range) && range !== DEFAULT_RANGE ? { range } : {}),
    ...(isSpan ? { from, to } : {}),
    ...(compare === true ? { compare } : {}),
  };
}

export const spanOf = ({ from, to }: RangeSearch): Span | null => (from === undefined || to === undefined ? null : { from, to });

/** The search parameters with another period; the comparison stays. */
export const withRange = ({ compare }: RangeSearch, range: Range): RangeSearch => ({
  ...(range === DEFAULT_RANGE ? {} : { range }),
  ...(compare ? { compare } : {}),
});

/** At least the shortest period, around the middle of the drawn one. */
export function zoomed(search: RangeSearch, { from, to }: Span): RangeSearch {
  const [middle, half] = [(from + to) / 2, Math.max(to - from, SHORTEST_MS) / 2];
  return { ...search, from: Math.round(middle - half), to: Math.round(middle + half) };
}

export const withCompare = ({ compare: _, ...search }: RangeSearch, isOn: boolean): RangeSearch => ({
  ...search,
  ...(isOn ? { compare: true } : {}),
});

/** The neighbouring period of a drawn one: half of it further. @param direction -1: earlier, 1: later */
export const moved = ({ from, to }: Span, direction: -1 | 1): Span => {
  const distance = ((to - from) / 2) * direction;
  return { from: from + distance, to: to + distance };
};

/** A part of a drawn period around its middle. @param factor below 1: closer */
export const scaled = ({ from, to }: Span, factor: number): Span => {
  const [middle, half] = [(from + to) / 2, ((to - from) / 2) * factor];
  return { from: middle - half, to: middle + half };
};

/** The same period, moved so far back that it does not end after `now`. */
export const notAfter = ({ from, to }: Span, now: number): Span => (to <= now ? { from, to } : { from: from - (to - now), to: now });

/** Interval between reads of the history, milliseconds: a later read also returns values that were lost or not yet stored. */
export const rereadAfterMs = (range: Range): number => (ranges[range].live ? 20_000 : ranges[range].seconds * 5);
