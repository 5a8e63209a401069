import { fromSparse } from '@weft/shared/stats/histograms';
import { expect, test } from 'vitest';
import { metricFacts } from './metric-facts.js';
import { roleCpuFacts } from './role-cpu-facts.js';

const of = { object: 'volume:v', label: 'orders', source: 'Volume orders, seen by c1', at: Date.parse('2026-01-01T00:01:03Z') };

test('states how exact a rate, an average and a percentile are, and names SMART as a source', () => {
  expect(metricFacts({ ...of, metric: 'read-iops' }).error).toContain('Exact: difference of a counter');
  expect(metricFacts({ ...of, metric: 'latency-average' }).error).toContain('Exact: total time divided by the number of I/Os');
  expect(metricFacts({ ...of, metric: 'read-latency-average' }).error).toContain('Exact: total time of this direction');
  expect(metricFacts({ ...of, metric: 'latency-p99', bounds: '90 µs to 107 µs' }).error).toContain('in 90 µs to 107 µs: within its bucket');
  expect(metricFacts({ ...of, metric: 'latency-p50', counts: fromSparse([[4, 10]]) }).error).toContain('in 26.9 µs to 32 µs');
  expect(metricFacts({ ...of, object: 'drive:d', metric: 'wear' })).toMatchObject({ source: expect.stringContaining('SMART') });
});

test('names the observer by kind of object, and requests data up to the end of the step', () => {
  expect(metricFacts({ ...of, metric: 'iops' }).source).toContain('on its client');
  const leg = metricFacts({ ...of, object: 'leg:l', metric: 'iops' });
  expect(leg.source).toContain('on its target');
  expect(leg.request.init).toMatchObject({ params: { query: { objects: ['leg:l'], to: '2026-01-01T00:01:10.000Z' } } });
});

test('gives no query when it would cover only some of the nodes', () => {
  const node = { id: 'a', name: 't1' };
  const cpu = { nodes: 1, busyRatio: 0.1, exportRatio: 0, busiest: [{ node, busyRatio: 0.1 }] };
  expect(roleCpuFacts({ role: 'Targets', cpu, at: of.source }).promql).toContain('node=~"t1"');
  expect(roleCpuFacts({ role: 'Targets', cpu: { ...cpu, nodes: 2 }, at: of.source }).promql).toBeNull();
});
