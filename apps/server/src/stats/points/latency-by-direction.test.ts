import { LATENCY_BUCKETS } from '@weft/shared/stats/histogram';
import { expect, test } from 'vitest';
import { fromDocument, toDocument } from '../history/point.document.js';
import { metricValue } from './metric-value.js';
import { merge, nothing, type Observed } from './observed.js';

const counts = (...pairs: [number, number][]): number[] =>
  pairs.reduce((all, [bucket, count]) => all.with(bucket, count), new Array<number>(LATENCY_BUCKETS).fill(0));
const observed = (more: Partial<Observed>): Observed => ({ coveredMs: 10_000, numbers: { reads: 4, writes: 4 }, ...more });

test('takes percentiles by direction from the I/O of agents that collect it, through storage and merging', () => {
  const collected = observed({ histogram: counts([10, 4], [40, 4]), readHistogram: counts([10, 4]), writeHistogram: counts([40, 4]) });
  const older = observed({ histogram: counts([70, 8]) });
  const series = { kind: 'cluster', id: 'cluster' } as const;
  const stored = [collected, older].map((each) => fromDocument(toDocument({ series, at: 0, observed: each })).observed);
  const both = nothing();
  for (const each of stored) {
    merge(both, each);
    both.coveredMs = each.coveredMs;
  }
  const [reads, writes, all] = (['read-latency-p99', 'write-latency-p99', 'latency-p99'] as const).map((metric) =>
    metricValue(metric, both),
  );
  expect(reads).toBeCloseTo(0.0000984, 4);
  expect(writes).toBeGreaterThan(0.01);
  expect(writes).toBeLessThan(0.02);
  expect(all).toBeGreaterThan(2);
  expect(metricValue('read-latency-p50', stored[1] ?? nothing())).toBeNull();
});
