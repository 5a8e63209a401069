/** Measures that can colour the map. They are in this file because the router needs only the names. */
export const measureNames = ['wear', 'latency', 'load', 'free'] as const;
export type MeasureName = (typeof measureNames)[number];

/** Search parameters of the map: measure of the colours, brush, and sort order. */
export interface MapSearch {
  by?: MeasureName;
  /** First and last brushed level. */
  from?: number;
  to?: number;
  /** Ids of the first and last brushed drive, in the order of the map. */
  first?: string;
  last?: string;
  sort?: string;
}

const isLevel = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0 && (value as number) < 100;

/** Reads the search parameters. Ignores an invalid value instead of failing. */
export function mapSearch(raw: Record<string, unknown>): MapSearch {
  const { by, from, to, first, last, sort } = raw;
  return {
    ...(measureNames.includes(by as MeasureName) ? { by: by as MeasureName } : {}),
    ...(isLevel(from) && isLevel(to) && from <= to ? { from, to } : {}),
    ...(typeof first === 'string' && typeof last === 'string' ? { first, last } : {}),
    ...(typeof sort === 'string' ? { sort } : {}),
  };
}
