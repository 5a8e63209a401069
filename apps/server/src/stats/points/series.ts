import type { timeSeries } from '../../core/mongo/collections.js';

/**
 * Kinds of stored series (cache: the cache of a leg, named by the leg; its drive is the cache drive). A series belongs to what observed it, not to its whole object: a volume is all of its attachments, a drive all of its legs. Both
 * merge when they are read, whichever servers received them. Classes and the cluster have too many parts to merge then, so they are stored.
 */
export const seriesKinds = ['attachment', 'leg', 'cache', 'drive', 'node', 'drive-class', 'cluster'] as const;
export type SeriesKind = (typeof seriesKinds)[number];

export interface Series {
  kind: SeriesKind;
  id: string;
  /** Ids of the objects that it belongs to; absent: none of the kind. */
  volume?: string;
  node?: string;
  drive?: string;
}

export const seriesKey = ({ kind, id }: Series): string => `${kind}:${id}`;
export const clusterSeries: Series = { kind: 'cluster', id: '' };

/** Stored resolutions, finest first; each is made from the one before. Only points of the finest come in parts, one from each server. */
export const tiers = [
  { name: 'tenSeconds', collection: 'statisticsTenSeconds', stepMs: 10_000, points: 'parts' },
  { name: 'minutes', collection: 'statisticsMinutes', stepMs: 60_000, points: 'whole' },
  { name: 'hours', collection: 'statisticsHours', stepMs: 3_600_000, points: 'whole' },
] as const satisfies { collection: (typeof timeSeries)[number]; [more: string]: unknown }[];
export type Tier = (typeof tiers)[number];
export type TierName = Tier['name'];
export const finest = tiers[0];
