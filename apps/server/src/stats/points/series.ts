/**
 * What one stored series is of. What observed it is stored, not what it belongs to: a volume is all of its attachments, a drive all of its legs, and
 * both merge when they are read, whichever servers took them in. Classes and the cluster are too many to merge then, and are stored.
 */
export const seriesKinds = ['attachment', 'leg', 'drive', 'node', 'drive-class', 'cluster'] as const;
export type SeriesKind = (typeof seriesKinds)[number];

export interface Series {
  kind: SeriesKind;
  id: string;
  /** What it belongs to, by id; absent: nothing of the kind. */
  volume?: string;
  node?: string;
  drive?: string;
}

export const seriesKey = ({ kind, id }: Series): string => `${kind}:${id}`;
export const clusterSeries: Series = { kind: 'cluster', id: '' };

/** Resolutions that are kept, finest first; each is made of the one before. Only points of the finest come in parts, one from each server. */
export const tiers = [
  { name: 'tenSeconds', collection: 'statisticsTenSeconds', stepMs: 10_000, points: 'parts' },
  { name: 'minutes', collection: 'statisticsMinutes', stepMs: 60_000, points: 'whole' },
  { name: 'hours', collection: 'statisticsHours', stepMs: 3_600_000, points: 'whole' },
] as const;
export type Tier = (typeof tiers)[number];
export type TierName = Tier['name'];
export const finest = tiers[0];
