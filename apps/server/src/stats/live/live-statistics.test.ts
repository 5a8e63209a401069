import { expect, test } from 'vitest';
import { metricValue } from '../points/metric-value.js';
import type { Observed } from '../points/observed.js';
import { clusterSeries, type Series } from '../points/series.js';
import { LiveObjects } from './live-statistics.js';
import { fromPeer, toPeer } from './peer-observations.js';

const now = 1_000_000;
const attachment = (id: string, node: string): Series => ({ kind: 'attachment', id, volume: 'v', node });
const io = (reads: number): Observed => ({ coveredMs: 0, numbers: { reads, writes: 0 }, histogram: [reads] });
const nodes: Record<string, string[]> = { 'volume:v': ['n', 'm'], cluster: ['n', 'm', 'o'] };
const watching = (object: string, since = now - 60_000): LiveObjects => {
  const live = new LiveObjects((of) => nodes[of] ?? []);
  live.watch('viewer', [object], since);
  return live;
};
const iops = (live: LiveObjects, at: number) => live.news(at).map(({ second }) => metricValue('iops', second));
const said = (live: LiveObjects, at: number) =>
  live.news(at).map(({ second, nodes: heard, expected }) => [metricValue('iops', second), heard.length, expected]);
const takeIo = (live: LiveObjects, node: string, reads: number, to: number) =>
  live.take(node, [{ series: attachment(`of ${node}`, node), observed: io(reads) }], to - 1000, to);

test('sums the rates of clients with different intervals, and ignores unwatched objects', () => {
  const live = watching('volume:v');
  takeIo(live, 'n', 1000, now);
  live.take('m', [{ series: attachment('b', 'm'), observed: io(10_000) }], now - 5000, now);
  live.take('m', [{ series: { kind: 'node', id: 'm' }, observed: { coveredMs: 0, numbers: {} } }], now - 5000, now);
  const news = live.news(now);
  expect(news.map(({ object, second }) => [object, metricValue('iops', second), metricValue('latency-heat-map', second)])).toEqual([
    ['volume:v', 3000, [11_000, ...new Array<number>(81).fill(0)]],
  ]);
  expect(live.news(now)).toEqual([]);
});

test('sums the attachments of one sample, and replaces them by a newer sample of the node', () => {
  const live = watching('cluster');
  const both = [io(1000), io(500)].map((observed) => ({ series: clusterSeries, observed }));
  for (const at of [now, now + 1000]) live.take('n', both, at - 1000, at);
  expect(iops(live, now + 1000)).toEqual([1500]);
});

test('excludes an unresponsive client, and reports null instead of zero when none is left', () => {
  const live = watching('volume:v');
  takeIo(live, 'n', 1000, now);
  takeIo(live, 'm', 2000, now + 60_000);
  expect(said(live, now + 60_000)).toEqual([[2000, 1, 2]]);
  takeIo(live, 'm', 2000, now + 60_000);
  expect(said(live, now + 120_000)).toEqual([[null, 0, 2]]);
});

test('forgets an object once no viewer watches it', () => {
  const live = watching('volume:v');
  live.watch('viewer', ['volume:v', 'cluster'], now);
  live.watch('other', ['cluster'], now);
  live.watch('viewer', [], now);
  expect(live.objects).toEqual(['cluster']);
});

test('keeps observations when a viewer watches one more object', () => {
  const live = watching('volume:v');
  takeIo(live, 'n', 1000, now);
  live.watch('viewer', ['volume:v', 'cluster'], now);
  expect(iops(live, now)).toEqual([1000]);
});

test('reports an object at once, and then about once a second', () => {
  const live = watching('cluster');
  const told: number[] = [];
  for (let ms = 0; ms < 2500; ms += 100) {
    live.take(`n${ms % 500}`, [{ series: clusterSeries, observed: io(1000) }], now + ms - 1000, now + ms);
    if (live.news(now + ms).length > 0) told.push(ms);
  }
  expect(told).toEqual([0, 800, 1600, 2400]);
});

test('ignores a sample from before the first watch', () => {
  const live = watching('cluster');
  takeIo(live, 'n', 1000, now);
  live.watch('viewer', ['volume:v'], now + 500);
  takeIo(live, 'm', 2000, now + 1000);
  expect(said(live, now + 1000)).toEqual([[2000, 1, 2]]);
  takeIo(live, 'n', 1000, now + 1000);
  expect(said(live, now + 2000)).toEqual([[3000, 2, 2]]);
});

test('delays a partial value until the missing nodes would have reported', () => {
  const live = new LiveObjects((of) => nodes[of] ?? [], { partAfterMs: 7000 });
  live.watch('viewer', ['volume:v'], now);
  takeIo(live, 'n', 1000, now + 1000);
  expect(said(live, now + 1000)).toEqual([]);
  takeIo(live, 'm', 2000, now + 2000);
  expect(said(live, now + 2000)).toEqual([[3000, 2, 2]]);

  const halved = new LiveObjects((of) => nodes[of] ?? [], { partAfterMs: 7000 });
  halved.watch('viewer', ['volume:v'], now);
  for (let second = 1; second <= 6; second++) {
    takeIo(halved, 'n', 1000, now + second * 1000);
    expect(said(halved, now + second * 1000)).toEqual([]);
  }
  takeIo(halved, 'n', 1000, now + 7000);
  expect(said(halved, now + 7000)).toEqual([[1000, 1, 2]]);
});

test('counts a client without I/O on the volume as reporting', () => {
  const live = watching('volume:v');
  takeIo(live, 'n', 1000, now);
  live.take('m', [], now - 1000, now);
  expect(said(live, now)).toEqual([[1000, 2, 2]]);
});

test('drops the values of a disconnected node, and reports the change', () => {
  const live = watching('volume:v');
  takeIo(live, 'n', 1000, now);
  takeIo(live, 'm', 2000, now);
  live.news(now);
  live.gone('n');
  expect(said(live, now + 1000)).toEqual([[2000, 1, 2]]);
});

/** Sends one server's observations to another server, whose clock is an hour off. */
function tell(from: LiveObjects, to: LiveObjects, at: number, hour = 3_600_000): void {
  for (const news of from.news(at)) {
    const message = JSON.parse(JSON.stringify(toPeer(news, at)));
    to.takeOfServer('peer', message.object, fromPeer(message, at + hour), at + hour + 4000, message.nodes, message.isNew);
  }
}

test('sums clients on two servers, with merged histogram counts', () => {
  const [here, there] = [watching('volume:v'), watching('volume:v')];
  const later = now + 3_600_000;
  takeIo(there, 'n', 1000, now);
  takeIo(here, 'm', 2000, later);
  tell(there, here, now);
  const [news] = here.news(later);
  expect([metricValue('iops', news?.second ?? io(0)), news?.second.histogram?.[0], news?.nodes, news?.at]).toEqual([
    3000,
    3000,
    ['n', 'm'],
    later,
  ]);
});

test('excludes the nodes of an unresponsive or lost server, and continues with the rest', () => {
  for (const end of ['silent', 'gone'] as const) {
    const [here, there] = [watching('volume:v'), watching('volume:v')];
    const later = now + 3_600_000;
    takeIo(there, 'n', 1000, now);
    tell(there, here, now);
    expect(said(here, later)).toEqual([[1000, 1, 2]]);
    if (end === 'gone') here.gone('peer');
    const then = end === 'gone' ? later + 1000 : later + 5000;
    takeIo(here, 'm', 2000, then);
    expect(said(here, then)).toEqual([[2000, 1, 2]]);
  }
});

test('repeats an unchanged value to a peer, which reports nothing new', () => {
  const there = new LiveObjects((of) => nodes[of] ?? [], { repeatMs: 1500 });
  there.watch('peer', ['volume:v'], now - 60_000);
  const here = watching('volume:v');
  there.take('n', [{ series: attachment('a', 'n'), observed: io(60_000) }], now - 60_000, now);
  tell(there, here, now, 0);
  expect(iops(here, now)).toEqual([1000]);
  tell(there, here, now + 1500, 0);
  expect(here.news(now + 1500)).toEqual([]);
  tell(there, here, now + 4500, 0);
  takeIo(here, 'm', 500, now + 5000);
  expect(said(here, now + 5000)).toEqual([[1500, 2, 2]]);
});
