/** How far back charts look. Live ones follow what is observed; the others are read again now and then. */
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

/** Reads an address: what it cannot mean is left out, never an error. */
export const rangeSearch = ({ range }: Record<string, unknown>): RangeSearch =>
  isRange(range) && range !== DEFAULT_RANGE ? { range } : {};

/** History is read again so often, milliseconds: what was lost or not yet stored when it was read is there then. */
export const rereadAfterMs = (range: Range): number => (ranges[range].live ? 20_000 : ranges[range].seconds * 5);
