import { EXPORTED_METRICS } from '@weft/shared/stats/exported/exported-metrics';
import type { ExportedMetric } from '@weft/shared/stats/exported/metric';

/*
 * Compares what an agent or a server answers to Prometheus (exposition format 0.0.4) with the table of exported metrics.
 */

/** A sample line: name, labels, value. */
const SAMPLE = /^([a-z_0-9:]+)(?:\{(.*)\})? \S+$/i;
const LABEL = /([a-z_][a-z_0-9]*)="(?:[^"\\]|\\.)*"/gi;

interface Found {
  types: Map<string, string>;
  /** Sets of labels by series name. */
  labels: Map<string, Set<string>>;
}

function read(texts: readonly string[]): Found {
  const found: Found = { types: new Map(), labels: new Map() };
  for (const line of texts.flatMap((text) => text.split('\n'))) {
    const type = /^# TYPE (\S+) (\S+)$/.exec(line);
    if (type?.[1] && type[2]) found.types.set(type[1], type[2]);
    const sample = line.startsWith('#') ? null : SAMPLE.exec(line);
    if (!sample?.[1]) continue;
    const names = [...(sample[2] ?? '').matchAll(LABEL)].map(([, name]) => name).filter((name) => name !== 'le');
    found.labels.set(sample[1], (found.labels.get(sample[1]) ?? new Set()).add(names.sort().join(',')));
  }
  return found;
}

const seriesOf = ({ name, type }: ExportedMetric): string[] =>
  type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name];

/**
 * Differences from the table, as sentences; empty when there are none. `texts`: of several agents, because not each has every metric.
 * Names that do not start with `weft_` may be missing in the table: they are the runtime's own.
 */
export function metricDifferences(by: ExportedMetric['by'], texts: readonly string[]): string[] {
  const { types, labels } = read(texts);
  const table = EXPORTED_METRICS.filter((metric) => metric.by === by);
  const known = new Set(table.map(({ name }) => name));
  const unknown = [...types.keys()].filter((name) => name.startsWith('weft_') && !known.has(name));
  return [
    ...unknown.map((name) => `${name} is exported and not in the table`),
    ...table.flatMap((metric) => {
      const type = types.get(metric.name);
      if (type === undefined) return [`${metric.name} is in the table and not exported`];
      const wanted = [...metric.labels].sort().join(',');
      const others = seriesOf(metric).flatMap((series) => [...(labels.get(series) ?? [])].filter((names) => names !== wanted));
      return [
        ...(type === metric.type ? [] : [`${metric.name} is exported as a ${type} and is a ${metric.type} in the table`]),
        ...[...new Set(others)].map(
          (names) => `${metric.name} is exported with the labels ${names || 'none'}; in the table: ${wanted || 'none'}`,
        ),
      ];
    }),
  ];
}
