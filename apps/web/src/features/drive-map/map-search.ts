/** What the map can be coloured by. Here, because the router has no need of more. */
export const measureNames = ['wear', 'latency', 'load', 'free'] as const;
export type MeasureName = (typeof measureNames)[number];

/** What the address of the map holds: by what it is coloured, which part of it is brushed, how that is sorted. */
export interface MapSearch {
  by?: MeasureName;
  /** Levels that are brushed, from and to. */
  from?: number;
  to?: number;
  /** Ids of the first and the last drive that are brushed, in the order of the map. */
  first?: string;
  last?: string;
  sort?: string;
}

const isLevel = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0 && (value as number) < 100;

/** Reads an address: what it cannot mean is left out, never an error. */
export function mapSearch(raw: Record<string, unknown>): MapSearch {
  const { by, from, to, first, last, sort } = raw;
  return {
    ...(measureNames.includes(by as MeasureName) ? { by: by as MeasureName } : {}),
    ...(isLevel(from) && isLevel(to) && from <= to ? { from, to } : {}),
    ...(typeof first === 'string' && typeof last === 'string' ? { first, last } : {}),
    ...(typeof sort === 'string' ? { sort } : {}),
  };
}
