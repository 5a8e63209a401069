import { type CacheMode, cacheModes } from '@weft/shared/cache/cache-modes';
import { formatBytes } from '@weft/shared/units';
import type { Leg, Volume } from '../../../api/types.js';
import type { Tone } from '../../../ui/marks/mark.js';

type Policy = NonNullable<Volume['cache']>;

/** What each mode does with a write, for people who choose one. */
export const MODE_TEXTS: Record<CacheMode, string> = {
  'write-through': 'A write ends when cache and drive have it. Reads of cached blocks come from the cache.',
  'write-back': 'A write ends when the cache has it; the drive follows. A lost cache drive loses its leg.',
  'pass-through': 'Reads and writes go to the drive; cached blocks are only kept up to date.',
};
export const modeChoices = ['off', ...cacheModes] as const;

export const sizeOfPolicy = ({ bytesPerLeg, percentOfLeg }: Pick<Policy, 'bytesPerLeg' | 'percentOfLeg'>): string =>
  bytesPerLeg === null ? `${percentOfLeg} % of each leg` : `${formatBytes(bytesPerLeg)} for each leg`;

export const policyText = (cache: Volume['cache']): string => (cache ? `${cache.mode}, ${sizeOfPolicy(cache)}` : 'off');

/** State of a leg's cache in words. */
export function cacheState({ cache }: Pick<Leg, 'cache'>, policy: Volume['cache']): { tone: Tone; what: string } {
  if (!cache) return policy ? { tone: 'warn', what: 'no room' } : { tone: 'idle', what: 'none' };
  const { observed, isEnding } = cache;
  if (isEnding) return { tone: 'busy', what: 'being removed' };
  if (!observed) return { tone: 'busy', what: 'not reported' };
  if (observed.failed) return { tone: 'bad', what: 'lost its drive' };
  if (observed.inUse) return { tone: 'good', what: observed.mode ?? 'in use' };
  return { tone: 'idle', what: 'not in use' };
}

/** A share of the leg's cache in bytes. Empty: there is none, or the share is not known. */
export const shareText = ({ cache }: Pick<Leg, 'cache'>, ratio: number | null | undefined): string =>
  cache && typeof ratio === 'number' ? `${formatBytes(Math.round(ratio * cache.dataBytes))}` : '';

/** Values of the last hour. Null: not known. */
export interface CacheFigures {
  readHitRatio: number | null;
  usedRatio: number | null;
  demotionsPerSecond: number | null;
}
const FULL = 0.95;
const HALF = 0.5;
const GOOD = 0.9;
const POOR = 0.5;

/**
 * What the last hour says about the size of a cache: a full cache that drops blocks and misses reads is smaller than the working set; one that is not half full
 * and answers most reads is larger than it.
 */
export function sizeAdvice({ readHitRatio, usedRatio, demotionsPerSecond }: CacheFigures): string {
  if (readHitRatio === null || usedRatio === null) return 'Too little I/O in the last hour to judge its size.';
  if (usedRatio < HALF && readHitRatio >= GOOD) return 'Larger than the working set of the last hour: a smaller cache would do.';
  if (usedRatio < FULL) return 'It still fills: judge its size when it is full, or when its use no longer grows.';
  if (readHitRatio < POOR && (demotionsPerSecond ?? 0) > 0)
    return 'Smaller than the working set of the last hour: it is full, drops blocks, and finds less than half of the reads. A larger cache may help.';
  return 'Its size fits the working set of the last hour.';
}
