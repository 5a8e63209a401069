import type { StatisticsAnswer } from '@weft/shared/kinds/statistics';
import type { RoleCpu } from '@weft/shared/kinds/views/overview';

const MOST = 5;

interface NodeCpu {
  id: string;
  busyRatio: number;
}

/** The newest value of each node of a role that has one. */
export function roleCpu(total: StatisticsAnswer, perNode: StatisticsAnswer, names: ReadonlyMap<string, string>): RoleCpu | null {
  const newest = (answer: StatisticsAnswer, metric: string) =>
    answer.series
      .filter((each) => each.metric === metric)
      .map(({ objects, values = [] }) => ({ objects, value: values.findLast((value) => value !== null) }));
  const [busy] = newest(total, 'cpu-busy');
  const [exporting] = newest(total, 'target-tax');
  const nodes = newest(perNode, 'cpu-busy').flatMap(({ objects, value }): NodeCpu[] =>
    typeof value === 'number' ? [{ id: (objects[0] ?? '').replace('node:', ''), busyRatio: value }] : [],
  );
  if (typeof busy?.value !== 'number') return null;
  return {
    nodes: nodes.length,
    busyRatio: busy.value,
    exportRatio: exporting?.value ?? 0,
    busiest: nodes
      .sort((a, b) => b.busyRatio - a.busyRatio)
      .slice(0, MOST)
      .map(({ id, busyRatio }) => ({ node: { id, name: names.get(id) ?? id }, busyRatio })),
  };
}
