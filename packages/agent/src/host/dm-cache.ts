import type { CacheMode } from '@weft/shared/cache/cache-modes';
import { WRITE_BACK_TAG } from '@weft/shared/identity';

/** A dm-cache device, as its status tells (Documentation/admin-guide/device-mapper/cache.rst). */
export interface DmCache {
  name: string;
  /** It lost its metadata: flushes, and I/O of blocks that it holds, end with errors. All numbers are 0 then. */
  failed: boolean;
  mode: CacheMode | null;
  policy: string;
  blockBytes: number;
  /** Blocks. */
  used: number;
  total: number;
  dirty: number;
  metadataUsedRatio: number;
  /** Counters since its table was loaded. */
  readHits: number;
  readMisses: number;
  writeHits: number;
  writeMisses: number;
  promotions: number;
  demotions: number;
}

/** Counters of a dm-cache since its `origin`, and its state. */
export interface CacheCounters {
  /** Changes when counting restarts from zero: its table was loaded again. */
  origin: string;
  readHits: number;
  readMisses: number;
  writeHits: number;
  writeMisses: number;
  promotions: number;
  demotions: number;
  usedBytes: number;
  totalBytes: number;
  dirtyBytes: number;
}

/** A clean cache that writes through, or passes through, cannot become dirty. */
const staysClean = ({ failed, mode, dirty }: DmCache): boolean => !failed && dirty === 0 && mode !== 'write-back' && mode !== null;

/** Whether the leg's LV, which has these tags, has everything, and this cache can take nothing more. What is not there (undefined) is unknown: it may not. */
export const mayBeLeft = (cache: DmCache | undefined, tags: readonly string[] | undefined): boolean =>
  cache !== undefined && (staysClean(cache) || (cache.failed && tags?.includes(WRITE_BACK_TAG) === false));

/**
 * Counters of running caches, by name. A table that is loaded again counts from zero; that changes its mode, its policy or its size, or makes counters fall.
 * @param names the caches that are asked for
 */
export function cacheCounters(caches: readonly DmCache[], names: readonly string[]): Record<string, CacheCounters> {
  const running = caches.filter(({ name, failed }) => !failed && names.includes(name));
  return Object.fromEntries(
    running.map(({ name, mode, policy, blockBytes, used, total, dirty, failed, metadataUsedRatio, ...counts }) => [
      name,
      {
        origin: `${mode} ${policy} ${total * blockBytes}`,
        ...counts,
        ...{ usedBytes: used * blockBytes, totalBytes: total * blockBytes, dirtyBytes: dirty * blockBytes },
      },
    ]),
  );
}
