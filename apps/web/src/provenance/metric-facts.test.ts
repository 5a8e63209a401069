import { fromSparse } from '@weft/shared/stats/histograms';
import { expect, test } from 'vitest';
import { metricFacts } from './metric-facts.js';
import { roleCpuFacts } from './role-cpu-facts.js';

const of = { object: 'volume:v', label: 'orders', source: 'Volume orders, seen by c1', at: Date.parse('2026-01-01T00:01:03Z') };

test('given a rate, an average, a percentile and a value of SMART, then each says how exact it is', () => {
  expect(metricFacts({ ...of, metric: 'read-iops' }).error).toContain('Exact: the difference of a counter');
  expect(metricFacts({ ...of, metric: 'latency-average' }).error).toContain('Exact: the sum of all times');
  expect(metricFacts({ ...of, metric: 'latency-p99', bounds: '90 µs to 107 µs' }).error).toContain('in 90 µs to 107 µs: within its bucket');
  expect(metricFacts({ ...of, metric: 'latency-p50', counts: fromSparse([[4, 10]]) }).error).toContain('in 26.9 µs to 32 µs');
  expect(metricFacts({ ...of, object: 'drive:d', metric: 'wear' })).toMatchObject({ source: expect.stringContaining('SMART') });
});

test('given where it was observed, then the witness is the one of that kind of object, and the request ends with that step', () => {
  expect(metricFacts({ ...of, metric: 'iops' }).source).toContain('on its client');
  const leg = metricFacts({ ...of, object: 'leg:l', metric: 'iops' });
  expect(leg.source).toContain('on its target');
  expect(leg.request.init).toMatchObject({ params: { query: { objects: ['leg:l'], to: '2026-01-01T00:01:10.000Z' } } });
});

test('given more nodes than are named, then there is no query that would be of a part of them', () => {
  const node = { id: 'a', name: 't1' };
  const cpu = { nodes: 1, busyRatio: 0.1, exportRatio: 0, busiest: [{ node, busyRatio: 0.1 }] };
  expect(roleCpuFacts({ role: 'Targets', cpu, at: of.source }).promql).toContain('node=~"t1"');
  expect(roleCpuFacts({ role: 'Targets', cpu: { ...cpu, nodes: 2 }, at: of.source }).promql).toBeNull();
});
