import { expect, test } from 'vitest';
import { minuteOf, oldWorld } from '../../../../test-support/minutes-of-old.js';
import { fieldNames, histogramNames } from '../../points/observed.js';
import type { Point } from '../../points/point.js';
import { samplesOf } from '../export/point-samples.js';
import type { ExportedSample } from '../export/write-request.js';
import { metricName, QUANTILE } from '../exported-series.js';
import { pointsOf } from './answered-points.js';
import { exportedOf, expression, type LongMemoryRead, PART_LABEL, type Part } from './long-memory-query.js';

const at = Date.parse('2026-11-21T12:00:00Z');
const STEP = 60_000;
const names = {
  volumes: new Map<string, string>(),
  nodes: new Map<string, string>(),
  drives: new Map<string, string>(),
  driveClasses: new Map<string, string>(),
};
const parts: Part[] = [...fieldNames, ...histogramNames, 'cores', 'coveredMs'];

/** What a Prometheus answers to `expression`, of these samples. */
function answered(samples: readonly ExportedSample[], { kind }: Point['series']) {
  return samples.flatMap((sample) => {
    const labels = Object.fromEntries(sample.labels);
    const part = parts.find((each) => {
      const field = exportedOf(each);
      return (
        labels['__name__'] === metricName(kind, field) &&
        Object.entries(field.labels ?? {}).every(([name, value]) => labels[name] === value)
      );
    });
    if (part === undefined) {
      expect(labels['__name__']).toBe(metricName(kind, QUANTILE));
      return [];
    }
    const { __name__: _, ...metric } = labels;
    return [{ metric: { ...metric, [PART_LABEL]: part }, values: [[sample.at / 1000, String(sample.value)]] as [number, string][] }];
  });
}

test.each(minuteOf(oldWorld(), at, 3).map((point, n) => [point.series.kind, n, point] as const))(
  'reads every field of a point back unchanged: %s (%i)',
  (kind, _, point) => {
    const read: LongMemoryRead = { clusterId: 'c', kind, by: 'id', ids: [], parts, from: at, to: at + STEP, stepMs: STEP };
    const samples = samplesOf(point, STEP, { weft_cluster: 'c', simulated: 'false' }, names);
    expect(samples.every((sample) => sample.at === at + STEP)).toBe(true);
    const [found, ...more] = pointsOf(answered(samples, point.series), read);
    expect(more).toEqual([]);
    const { histogram: read0, ...foundRest } = found?.observed ?? { coveredMs: 0, numbers: {} };
    const { histogram, ...rest } = point.observed;
    expect([found?.at, foundRest]).toEqual([at, rest]);
    if (histogram) expect(read0).toEqual(histogram);
    for (const field of ['id', 'volume', 'drive'] as const) expect(found?.series[field]).toBe(point.series[field]);
  },
);

test('labels are sorted, with ids and the names that are known', () => {
  const world = oldWorld();
  const [point] = minuteOf(world, at, 1);
  if (!point) throw new Error('no point');
  const known = { ...names, volumes: new Map([[world.volume, 'db']]), nodes: new Map([[world.clients[0], 'c1']]) };
  for (const { labels } of samplesOf(point, STEP, { weft_cluster: 'c', simulated: 'false' }, known)) {
    const own = labels.map(([name]) => name);
    expect(own).toEqual([...own].sort());
    expect(Object.fromEntries(labels)).toMatchObject({
      volume: 'db',
      client: 'c1',
      volume_id: world.volume,
      attachment_id: point.series.id,
    });
  }
});

test('asks for sums of counts, averages of gauges, and the worst of health, in windows of one step', () => {
  const query = expression({
    clusterId: 'c',
    kind: 'node',
    by: 'id',
    ids: ['n1', 'n2'],
    parts: ['user', 'agentMemoryBytes'],
    from: 0,
    to: 0,
    stepMs: 3_600_000,
  });
  expect(query).toBe(
    [
      'label_replace(sum_over_time(weft_history_node_observed_seconds{weft_cluster="c",node_id=~"n1|n2"}[3599s]),"weft_part","coveredMs","","")',
      'label_replace(sum_over_time(weft_history_node_cpu_seconds{weft_cluster="c",node_id=~"n1|n2",mode="user"}[3599s]),"weft_part","user","","")',
      'label_replace(avg_over_time(weft_history_node_agent_memory_bytes{weft_cluster="c",node_id=~"n1|n2"}[3599s]),"weft_part","agentMemoryBytes","","")',
    ].join(' or '),
  );
});
