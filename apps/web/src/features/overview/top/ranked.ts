export interface VolumeLoad {
  id: string;
  name: string;
  /** I/O per second; null: no observation. */
  iops: number | null;
  /** Seconds; null: no I/O, or no observation. */
  p99: number | null;
}

export type RankedBy = 'iops' | 'p99';

/** The volumes with the largest values, largest first; those without a value are not among them. */
export const ranked = (volumes: readonly VolumeLoad[], by: RankedBy, most: number): VolumeLoad[] =>
  volumes
    .filter((volume) => (volume[by] ?? 0) > 0)
    .sort((a, b) => (b[by] ?? 0) - (a[by] ?? 0) || a.name.localeCompare(b.name))
    .slice(0, most);
