import type { CacheMode } from '@weft/shared/messages/assignment';

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
