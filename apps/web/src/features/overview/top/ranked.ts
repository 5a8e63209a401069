export interface Load {
  id: string;
  name: string;
  /** I/O per second; null: no observation. */
  iops: number | null;
  /** Seconds; null: no I/O, or no observation. */
  p99: number | null;
}

export type RankedBy = 'iops' | 'p99';

/** The objects with the largest values, largest first; objects without a value are left out. */
export const ranked = (loads: readonly Load[], by: RankedBy, most: number): Load[] =>
  loads
    .filter((load) => (load[by] ?? 0) > 0)
    .sort((a, b) => (b[by] ?? 0) - (a[by] ?? 0) || a.name.localeCompare(b.name))
    .slice(0, most);
