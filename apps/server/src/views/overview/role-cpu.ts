import type { RoleCpu } from '@weft/shared/kinds/views/overview';
import type { NodeCpu } from '../../stats/query/stats-query.service.js';

const MOST = 5;

/** The CPU of the nodes of a role that reported; null: none did. Shares are of the CPU time of all their cores. */
export function roleCpu(reported: readonly NodeCpu[], role: ReadonlySet<string>, names: ReadonlyMap<string, string>): RoleCpu | null {
  const nodes = reported.filter(({ id, seconds }) => role.has(id) && seconds > 0);
  if (nodes.length === 0) return null;
  const sum = (field: 'seconds' | 'busySeconds' | 'exportSeconds') => nodes.reduce((total, node) => total + node[field], 0);
  const seconds = sum('seconds');
  return {
    nodes: nodes.length,
    busyRatio: sum('busySeconds') / seconds,
    exportRatio: sum('exportSeconds') / seconds,
    busiest: nodes
      .map(({ id, ...cpu }) => ({ node: { id, name: names.get(id) ?? id }, busyRatio: cpu.busySeconds / cpu.seconds }))
      .sort((a, b) => b.busyRatio - a.busyRatio)
      .slice(0, MOST),
  };
}
