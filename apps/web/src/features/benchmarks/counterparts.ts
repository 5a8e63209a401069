import type { Benchmark } from '../../api/types.js';
import { placementOf, transportOf } from './benchmark-words.js';

export interface Counterpart {
  benchmark: Benchmark;
  /** Example: `RDMA against TCP`. */
  what: string;
}

/**
 * Ready comparisons: ended benchmarks of the same profile that differ in the placement of the volumes (local drives against remote volumes) or in the
 * transport (RDMA against TCP), and then the earlier ones of the same kind. The newest first within each.
 */
export function counterparts(of: Benchmark, others: readonly Benchmark[]): Counterpart[] {
  const usable = others.filter(({ id, profile, state }) => id !== of.id && profile === of.profile && state === 'done');
  const found = usable.flatMap((benchmark) => {
    const what = difference(of, benchmark);
    return what === null ? [] : [{ benchmark, what }];
  });
  const order = ['local against remote', 'RDMA against TCP', 'same kind'];
  return found.sort((one, other) => order.indexOf(one.what) - order.indexOf(other.what));
}

function difference(of: Benchmark, other: Benchmark): string | null {
  const placements = new Set([placementOf(of), placementOf(other)]);
  const transports = new Set([transportOf(of), transportOf(other)]);
  const isSamePlace = placements.size === 1;
  const isSameTransport = transports.size === 1;
  if (isSamePlace && isSameTransport) return 'same kind';
  if (isSameTransport && placements.has('local') && placements.has('remote')) return 'local against remote';
  if (isSamePlace && transports.has('rdma') && transports.has('tcp')) return 'RDMA against TCP';
  return null;
}
