import type { RoleCpu } from '@weft/shared/kinds/views/overview';
import { metricValue } from '../../stats/points/metric-value.js';
import { merge, nothing, type Observed } from '../../stats/points/observed.js';
import type { NodeCpu } from '../../stats/query/stats-query.service.js';

const MOST = 5;

const observedOf = (numbers: Observed['numbers']): Observed => ({ coveredMs: 1, numbers });
const ratioOf = (metric: 'cpu-busy' | 'target-tax', of: Observed): number | null => {
  const value = metricValue(metric, of);
  return typeof value === 'number' ? value : null;
};

/** The CPU of the nodes of a role that reported; null: none did. Shares are of the CPU time of all their cores. */
export function roleCpu(reported: readonly NodeCpu[], role: ReadonlySet<string>, names: ReadonlyMap<string, string>): RoleCpu | null {
  const all = nothing();
  const nodes: { id: string; busyRatio: number }[] = [];
  for (const { _id: id, ...numbers } of reported) {
    const observed = observedOf(numbers);
    const busyRatio = role.has(id) ? ratioOf('cpu-busy', observed) : null;
    if (busyRatio === null) continue;
    nodes.push({ id, busyRatio });
    merge(all, observed);
  }
  const total = { ...all, coveredMs: 1 };
  const busyRatio = ratioOf('cpu-busy', total);
  if (busyRatio === null) return null;
  return {
    nodes: nodes.length,
    busyRatio,
    exportRatio: ratioOf('target-tax', total) ?? 0,
    busiest: nodes
      .sort((a, b) => b.busyRatio - a.busyRatio)
      .slice(0, MOST)
      .map(({ id, busyRatio }) => ({ node: { id, name: names.get(id) ?? id }, busyRatio })),
  };
}
