import { LATENCY_BOUNDS_NS, LATENCY_BUCKETS } from '@weft/shared/stats/histogram';
import { emptyHistogram } from '@weft/shared/stats/histograms';

/*
 * The bpftrace program that counts reads and writes of each dm device into the buckets of dm-stats (docs/decisions/latency-by-direction.md).
 * It runs where the kernel calls dm_stats_account_io (drivers/md/dm-stats.c) at the end of an I/O, and only for devices with dm-stats: both count the same
 * I/O, each within a microsecond of the same time. The kernel counts; nothing of Weft runs for an I/O.
 */

/** Counts by key: `diskseq` of the device, direction (bi_rw: 0 reads, 1 writes), bucket. */
export type DirectionCounts = ReadonlyMap<number, number>;

export interface ByDirection {
  reads: number[];
  writes: number[];
}

/** Keys of one device and of one direction. Each exceeds the number of buckets. */
const PER_DEVICE = 256;
const PER_DIRECTION = 128;

/** Most keys of the map: the kernel allocates all of them, 8 bytes each per core. A device in use has about 50. */
export const MAX_KEYS = 32_768;

/** Sets `$bucket` by binary search, as dm-stats searches: the bucket is the number of bounds that the time has reached. */
function searched(lowest: number, highest: number): string {
  if (lowest === highest) return `$bucket = ${lowest};`;
  const middle = Math.ceil((lowest + highest) / 2);
  return `if ($ns >= ${LATENCY_BOUNDS_NS[middle - 1]}) { ${searched(middle, highest)} } else { ${searched(lowest, middle - 1)} }`;
}

/** dm_stats_account_io(stats, bi_rw, bi_sector, bi_sectors, end, start_time, stats_aux): x86-64 passes the seventh argument on the stack. */
const STATS_AUX = process.arch === 'x64' ? '*(uint64 *)(reg("sp") + 8)' : 'arg6';

/**
 * It prints the whole map and a line `end` on SIGUSR1. bpftrace prints no line for an empty map. Until the end of the I/O, `duration_ns` is the time when it began. An I/O without sectors (an empty flush) counts in
 * dm-stats neither.
 */
export const DIRECTION_PROGRAM = `
kprobe:dm_mod:dm_stats_account_io /(arg4 & 1) && (arg3 & 0xffffffff)/ {
  $md = (struct mapped_device *)(arg0 - offsetof(struct mapped_device, stats));
  $aux = (struct dm_stats_aux *)${STATS_AUX};
  $ns = (uint64)nsecs(monotonic) - (uint64)$aux->duration_ns;
  $bucket = (uint64)0;
  ${searched(0, LATENCY_BUCKETS - 1)}
  @io[(uint64)$md->disk->diskseq * ${PER_DEVICE} + (arg1 & 1) * ${PER_DIRECTION} + $bucket] = count();
}
self:signal:SIGUSR1 { print(@io); printf("end"); }
`;

/** Histograms of one device; zeros when it had no I/O. */
export function directionsOf(counts: DirectionCounts, diskseq: number): ByDirection {
  const of = (direction: number) =>
    emptyHistogram().map((_, bucket) => counts.get(diskseq * PER_DEVICE + direction * PER_DIRECTION + bucket) ?? 0);
  return { reads: of(0), writes: of(1) };
}
