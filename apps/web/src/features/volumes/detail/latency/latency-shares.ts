import { mirrorCopies, type Protection } from '@weft/shared/kinds/volume';
import { mirrorSetOf } from '@weft/shared/mirror-sets';

/*
 * Splits the time of an I/O into time in drives and time between the client's device and them (client, NICs, network, target's CPU).
 *
 * Both ends count: the client counts each I/O of the volume and its time, the target each I/O of a leg and its time (dm-stats, exact sums).
 * In one second the volume's I/Os take N · L in total; those of a leg take T = iops · latency.
 *  - Reads: Σ T of all legs is the time in drives, because a read has one leg.
 *  - Upper bound of the time in drives of writes: Σ T of all legs, because a write waits at most as long as all of its parts together.
 *  - Their lower bound: Σ over mirror sets of their larger T, because a write waits for all legs of its mirror set at once, so at least for the busier one.
 *    Without mirrors every part is waited for in turn: both bounds are the same.
 * The rest is client and fabric. This holds while an I/O lies within one stripe and nothing else uses the legs: a rebuild adds to T.
 */

/** Mean over the observed time. `seconds` null: no I/O, so no latency. */
export interface Mean {
  iops: number;
  seconds: number | null;
}

/** @returns null: no step has an observation. */
export function meanOf(iops: readonly (number | null)[], seconds: readonly (number | null)[]): Mean | null {
  let [steps, count, time] = [0, 0, 0];
  iops.forEach((rate, step) => {
    if (rate === null) return;
    steps += 1;
    const each = seconds[step];
    if (rate === 0 || each === null || each === undefined) return;
    count += rate;
    time += rate * each;
  });
  if (steps === 0) return null;
  return { iops: count / steps, seconds: count === 0 ? null : time / count };
}

/** Bounds in seconds per I/O. */
export interface Between {
  least: number;
  most: number;
}
export type Shares = { total: number; drives: Between; fabric: Between } | { total: number | null; why: string };

/** I/O that the means are of. */
export type IoKind = 'all' | 'reads' | 'writes';

export interface LegMean {
  index: number;
  /** Observing node. */
  node: string;
  mean: Mean | null;
}

/** @param kind I/O that `volume` and `legs` are means of */
export function latencyShares(
  { protection, copies = mirrorCopies({ protection }), kind = 'all' }: { protection: Protection; copies?: number; kind?: IoKind },
  volume: Mean | null,
  clients: string,
  legs: readonly LegMean[],
): Shares {
  if (volume === null) return { total: null, why: `no data: ${clients} sent no values for the volume` };
  const total = volume.seconds;
  if (total === null) return { total, why: NO_IO[kind] };
  const missing = legs.filter(({ mean }) => mean === null);
  if (missing.length > 0)
    return {
      total,
      why: `no values for ${missing.map(({ index, node }) => `leg ${index} from ${node}`).join(', ')}: the share of the drives is unknown`,
    };
  const busy = (leg: LegMean): number => (leg.mean?.iops ?? 0) * (leg.mean?.seconds ?? 0);
  const most = legs.reduce((sum, leg) => sum + busy(leg), 0) / volume.iops;
  const sets = new Map<number, number>();
  for (const leg of legs) {
    const set = mirrorSetOf(leg.index, kind === 'reads' ? 1 : copies);
    sets.set(set, Math.max(sets.get(set) ?? 0, busy(leg)));
  }
  const least = [...sets.values()].reduce((sum, each) => sum + each, 0) / volume.iops;
  if (least > total)
    return {
      total,
      why: 'the drives were busy longer than the volume’s I/O: something else also uses the legs, such as a rebuild',
    };
  const drives = { least, most: Math.min(most, total) };
  return { total, drives, fabric: { least: total - drives.most, most: total - drives.least } };
}

const NO_IO: Record<IoKind, string> = {
  all: 'the volume had no I/O',
  reads: 'the volume had no reads',
  writes: 'the volume had no writes',
};

/** Reads and writes separately, if the agents of the client and of all legs report them; otherwise both together. */
export const kindsToShow = (means: Record<'reads' | 'writes', readonly (Mean | null | undefined)[]>): IoKind[] =>
  [...means.reads, ...means.writes].every((mean) => mean && (mean.seconds !== null || mean.iops === 0)) ? ['reads', 'writes'] : ['all'];
