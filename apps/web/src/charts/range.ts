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

export interface RangeSearch {
  range?: Range;
}

const isRange = (value: unknown): value is Range => typeof value === 'string' && Object.hasOwn(ranges, value);

/** Reads the range from the address. Ignores an invalid value instead of failing. */
export const rangeSearch = ({ range }: Record<string, unknown>): RangeSearch =>
  isRange(range) && range !== DEFAULT_RANGE ? { range } : {};

/** Interval between reads of the history, milliseconds: a later read also returns values that were lost or not yet stored. */
export const rereadAfterMs = (range: Range): number => (ranges[range].live ? 20_000 : ranges[range].seconds * 5);
