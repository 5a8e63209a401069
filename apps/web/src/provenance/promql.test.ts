import { EXPORTED_METRICS } from '@weft/shared/stats/exported/exported-metrics';
import { metricsOf, type StatisticsObjectKind, statisticsObjectKinds } from '@weft/shared/stats/metrics';
import { expect, test } from 'vitest';
import { inCluster, promqlOf } from './promql.js';

/** Labels that service discovery adds to every series. */
const OF_DISCOVERY = ['node'];
const exported = new Map(EXPORTED_METRICS.map(({ name, labels, type }) => [name, { labels, type }]));

test('queries only exported metrics, with their labels, for every metric of every kind', () => {
  const queries = statisticsObjectKinds.flatMap((kind: StatisticsObjectKind) =>
    metricsOf(kind).flatMap((metric) => promqlOf(metric, kind, 'orders') ?? []),
  );
  expect(queries.length).toBeGreaterThan(60);
  for (const query of queries) {
    expect(query).not.toContain('}{');
    const names = [...query.matchAll(/(weft_\w+)(?:\{([^}]*)\})?/g)];
    expect(names.length, query).toBeGreaterThan(0);
    for (const [, name = '', matchers = ''] of names) {
      const metric = exported.get(name) ?? exported.get(name.replace(/_bucket$/, ''));
      expect(metric, `${name} in ${query}`).toBeDefined();
      for (const [, label = ''] of matchers.matchAll(/(\w+)=/g))
        expect([...(metric?.labels ?? []), ...OF_DISCOVERY], query).toContain(label);
    }
  }
});

test('sums buckets for a percentile of a volume, and divides time by count for an average', () => {
  expect(promqlOf('latency-p99', 'volume', 'orders')).toBe(
    'histogram_quantile(0.99, sum by (le) (rate(weft_volume_io_latency_seconds_bucket{volume="orders"}[1m])))',
  );
  expect(promqlOf('read-latency-p99', 'volume', 'orders')).toBe(
    'histogram_quantile(0.99, sum by (le) (rate(weft_volume_io_latency_by_direction_seconds_bucket{volume="orders",direction="read"}[1m])))',
  );
  expect(promqlOf('latency-average', 'leg', 'abc')).toBe(
    'sum(rate(weft_leg_io_seconds_total{leg="abc"}[1m])) / (sum(rate(weft_leg_reads_total{leg="abc"}[1m])) + sum(rate(weft_leg_writes_total{leg="abc"}[1m])))',
  );
  expect(promqlOf('write-latency-average', 'client', 'c1')).toBe(
    'sum(rate(weft_volume_write_seconds_total{client="c1"}[1m])) / sum(rate(weft_volume_writes_total{client="c1"}[1m]))',
  );
  expect(promqlOf('read-iops', 'cluster', '')).toBe('sum(rate(weft_volume_reads_total[1m]))');
  expect(promqlOf('cpu-system', 'node', 't1')).toContain('weft_node_cpu_seconds_total{node="t1",mode="system"}');
  expect(promqlOf('iops', 'drive-class', 'fast')).toBeNull();
});

test('limits every series of a query to one cluster', () => {
  expect(inCluster('sum(rate(weft_a_total[1m])) / sum(rate(weft_b_total{node="weft_x"}[1m]))', 'c')).toBe(
    'sum(rate(weft_a_total{weft_cluster="c"}[1m])) / sum(rate(weft_b_total{weft_cluster="c",node="weft_x"}[1m]))',
  );
});
