import { expect, test } from 'vitest';
import { LiveObjects } from './live-statistics.js';
import type { Observed } from './observed.js';
import { clusterSeries, type Series } from './series.js';

const now = 1_000_000;
const attachment = (id: string, node: string): Series => ({ kind: 'attachment', id, volume: 'v', node });
const io = (reads: number): Observed => ({ coveredMs: 0, numbers: { reads, writes: 0 }, histogram: [reads] });

test('given two clients with intervals of their own, then a volume shows the sum of their rates, and of nothing that nobody watches', () => {
  const live = new LiveObjects();
  live.watch('viewer', ['volume:v']);
  live.take('n', [{ series: attachment('a', 'n'), observed: io(1000) }], now - 1000, now);
  live.take('m', [{ series: attachment('b', 'm'), observed: io(10_000) }], now - 5000, now);
  live.take('m', [{ series: { kind: 'node', id: 'm' }, observed: { coveredMs: 0, numbers: {} } }], now - 5000, now);
  const news = live.news(now);
  expect(news.map(({ message }) => [message.object, message.values['iops'], message.values['latency-heat-map']])).toEqual([
    ['volume:v', 3000, [11_000, ...new Array<number>(81).fill(0)]],
  ]);
  expect(live.news(now)).toEqual([]);
});

test('given many attachments in one sample, then the cluster adds them up, and a newer sample of the node takes their place', () => {
  const live = new LiveObjects();
  live.watch('viewer', ['cluster']);
  const both = [io(1000), io(500)].map((observed) => ({ series: clusterSeries, observed }));
  for (const at of [now, now + 1000]) live.take('n', both, at - 1000, at);
  expect(live.news(now + 1000)[0]?.message.values['iops']).toBe(1500);
});

test('given a client that fell silent, then it counts no more; alone, nothing is told instead of a zero', () => {
  const live = new LiveObjects();
  live.watch('viewer', ['volume:v']);
  live.take('n', [{ series: attachment('a', 'n'), observed: io(1000) }], now - 1000, now);
  live.take('m', [{ series: attachment('b', 'm'), observed: io(2000) }], now + 59_000, now + 60_000);
  expect(live.news(now + 60_000)[0]?.message.values['iops']).toBe(2000);
  live.take('m', [{ series: attachment('b', 'm'), observed: io(2000) }], now + 59_000, now + 60_000);
  expect(live.news(now + 120_000)[0]?.message.values['iops']).toBeNull();
});

test('given a viewer that watches something else, then what it watched before is forgotten', () => {
  const live = new LiveObjects();
  live.watch('viewer', ['volume:v', 'cluster']);
  live.watch('other', ['cluster']);
  live.watch('viewer', []);
  expect(live.objects).toEqual(['cluster']);
});

test('given nodes that sample all the time, then the object is told of at once, and again when about a second has passed', () => {
  const live = new LiveObjects();
  live.watch('viewer', ['cluster']);
  const told: number[] = [];
  for (let ms = 0; ms < 2500; ms += 100) {
    live.take(`n${ms % 500}`, [{ series: clusterSeries, observed: io(1000) }], now + ms - 1000, now + ms);
    if (live.news(now + ms).length > 0) told.push(ms);
  }
  expect(told).toEqual([0, 800, 1600, 2400]);
});
