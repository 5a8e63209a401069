import { dmName } from '@weft/shared/identity';
import { NO_LIMITS } from '@weft/shared/limits/io-limits';
import { type IoSample, sampleSchema } from '@weft/shared/messages/sample';
import { fromSparse, histogramDifference, mergeHistograms, totalOf } from '@weft/shared/stats/histograms';
import { percentile } from '@weft/shared/stats/percentile';
import { metricDifferences } from '@weft/test-support/exposition';
import { expect, test } from 'vitest';
import type { LoadProfile } from '../host/simulated/load/flow.js';
import { assignAll, type ExampleAgent, exampleCluster, id, turns } from '../testing/example-cluster.js';
import { UP } from '../testing/example-world.js';
import { agentSeries } from './agent-series.js';
import { Collector, type Reading } from './collector.js';
import { exposition } from './exposition.js';
import { sampleBetween } from './sample.js';
import { NOTHING_ASSIGNED } from './subjects.js';

const LOAD: LoadProfile = { readIops: 7000, writeIops: 3000, blockBytes: 4096, medianLatencyNs: 100_000, spread: 0.5 };
const MINUTE_MS = 60_000;
const top = dmName(id('volume', 1));

async function attached() {
  const cluster = await exampleCluster();
  await assignAll(cluster.agents, UP);
  await turns(cluster.agents);
  const collectors = new Map(cluster.agents.map((agent) => [agent, collectorOf(agent)]));
  const readings = new Map<ExampleAgent, Awaited<ReturnType<Collector['read']>>>();
  /** The sample that the agent would send now. */
  const sampled = async (agent: ExampleAgent) => {
    const [now, before] = [await collectors.get(agent)?.read(), readings.get(agent)];
    if (!now) throw new Error('not an agent of this cluster');
    readings.set(agent, now);
    const sample = before && sampleBetween(before, now, agent.state?.inventory ?? null);
    return sample ? sampleSchema.parse({ sequence: 1, endedAgoMs: 0, ...sample }) : undefined;
  };
  return { ...cluster, sampled };
}
const collectorOf = (agent: ExampleAgent): Collector => new Collector(agent.host, agent.ledger, () => agent.host.fabric.clock.now());

const merged = (samples: readonly (IoSample | undefined)[]) => mergeHistograms(samples.map((io) => fromSparse(io?.histogram ?? [])));

test('reports exactly what the host counted, per minute and over two hours', async () => {
  const { client, fabric, sampled } = await attached();
  client.host.mappings.setLoad(top, LOAD);
  await sampled(client);
  const start = client.host.mappings.counters(top);
  let before = start;
  const samples: IoSample[] = [];
  for (let minute = 0; minute < 120; minute++) {
    fabric.clock.advance(MINUTE_MS);
    const [io, now] = [(await sampled(client))?.attachments[0]?.io, client.host.mappings.counters(top)];
    if (!io) throw new Error('no sample');
    expect(merged([io])).toEqual(histogramDifference(now.histogram, before.histogram));
    expect(io.readTimeNs).toBe(now.readTimeNs - before.readTimeNs);
    expect(io.writeTimeNs).toBe(now.writeTimeNs - before.writeTimeNs);
    expect(io.timeNs).toBe((io.readTimeNs ?? 0) + (io.writeTimeNs ?? 0));
    // Drives cache writes.
    expect((io.readTimeNs ?? 0) / io.reads).toBeGreaterThan((1.3 * (io.writeTimeNs ?? 0)) / io.writes);
    before = now;
    samples.push(io);
  }
  expect(merged(samples)).toEqual(histogramDifference(before.histogram, start.histogram));
  const [p50, p99] = [percentile(merged(samples), 0.5)?.ns ?? 0, percentile(merged(samples), 0.99)?.ns ?? 0];
  expect(p50).toBeGreaterThan(LOAD.medianLatencyNs / 2);
  expect(p50).toBeLessThan(LOAD.medianLatencyNs);
  expect(p99).toBeGreaterThan(2 * p50);
});

test('merges histograms of two volumes into the percentiles of the mixture', async () => {
  const [one, other] = [await attached(), await attached()];
  const slow = { ...LOAD, medianLatencyNs: 2_000_000 };
  one.client.host.mappings.setLoad(top, LOAD);
  other.client.host.mappings.setLoad(top, slow);
  const histograms = [];
  for (const { client, fabric, sampled } of [one, other]) {
    await sampled(client);
    fabric.clock.advance(10 * MINUTE_MS);
    histograms.push(merged([(await sampled(client))?.attachments[0]?.io]));
  }
  const both = mergeHistograms(histograms);
  // Nearly all of the fast half is faster than all of the slow one: the 95th percentile of both is the 90th of the slow one.
  const found = percentile(both, 0.95);
  const exact = slow.medianLatencyNs * Math.exp(LOAD.spread * 1.2815515655);
  expect(found?.lowerNs).toBeLessThanOrEqual(exact);
  expect(found?.upperNs).toBeGreaterThanOrEqual(exact);
});

test('shows one slow drive only on its leg, and leg I/O adds up to the mirror', async () => {
  const { client, targets, fabric, sampled } = await attached();
  client.host.mappings.setLoad(top, LOAD);
  fabric.slowDrive('t2', 'S2', 20);
  for (const agent of [client, ...targets]) await sampled(agent);
  fabric.clock.advance(10 * MINUTE_MS);
  const [volume, fast, slow] = await Promise.all([client, ...targets].map(sampled));
  const [fastIo, slowIo] = [fast, slow].map((sample) => sample?.legs[0]?.io);
  const median = (io: IoSample | undefined) => percentile(merged([io]), 0.5)?.ns ?? Number.NaN;
  expect(median(fastIo)).toBeLessThan(LOAD.medianLatencyNs);
  // Twenty times slower, and therefore busier too.
  expect(median(slowIo) / median(fastIo)).toBeGreaterThan(15);
  expect(median(slowIo) / median(fastIo)).toBeLessThan(45);
  const client1 = volume?.attachments[0]?.io;
  expect((fastIo?.writes ?? 0) + (slowIo?.writes ?? 0)).toBeCloseTo(2 * (client1?.writes ?? 0), -2);
  expect((fastIo?.reads ?? 0) + (slowIo?.reads ?? 0)).toBeCloseTo(client1?.reads ?? 0, -2);
});

test('samples histograms of each direction from the second reading of a host that collects them', async () => {
  const { client, fabric, sampled } = await attached();
  client.host.mappings.setLoad(top, LOAD);
  await sampled(client);
  fabric.clock.advance(MINUTE_MS);
  expect((await sampled(client))?.attachments[0]?.io).not.toHaveProperty('readHistogram');
  client.host.latencyByDirection = true;
  fabric.clock.advance(MINUTE_MS);
  expect((await sampled(client))?.attachments[0]?.io).not.toHaveProperty('readHistogram');
  fabric.clock.advance(MINUTE_MS);
  const io = (await sampled(client))?.attachments[0]?.io;
  expect(totalOf(fromSparse(io?.readHistogram ?? []))).toBe(io?.reads);
  expect(totalOf(fromSparse(io?.writeHistogram ?? []))).toBe(io?.writes);
});

test('omits the interval of a reboot, and reports the next one correctly', async () => {
  const { client, fabric, sampled } = await attached();
  client.host.mappings.setLoad(top, LOAD);
  await sampled(client);
  fabric.clock.advance(MINUTE_MS);
  expect((await sampled(client))?.attachments).toHaveLength(1);
  client.host.reboot();
  await client.live(20);
  client.host.mappings.setLoad(top, { ...LOAD, readIops: 200_000 });
  fabric.clock.advance(MINUTE_MS);
  const across = await sampled(client);
  expect(across?.attachments).toEqual([]);
  expect(across?.node).toBeNull();
  fabric.clock.advance(MINUTE_MS);
  const after = await sampled(client);
  expect((after?.attachments[0]?.io.reads ?? 0) / 60 / 200_000).toBeGreaterThan(0.5);
  expect((after?.attachments[0]?.io.reads ?? 0) / 60 / 200_000).toBeLessThan(1.6);
  expect(after?.node?.cores).toHaveLength(2);
});

/** As with a cache of each leg: none of this machine is a cache drive. */
const withCaches = ({ subjects, counters, ...reading }: Reading): Reading => ({
  ...reading,
  subjects: { ...subjects, legs: subjects.legs.map((leg) => ({ ...leg, cache: { driveSerial: 'C1', key: 'cache' } })) },
  counters: { ...counters, caches: { cache: CACHE } },
});
const CACHE = {
  ...{ origin: '', readHits: 4, readMisses: 3, writeHits: 2, writeMisses: 1, promotions: 2, demotions: 1 },
  ...{ usedBytes: 65_536, totalBytes: 131_072, dirtyBytes: 0 },
};

test('exports the documented metrics with cumulative values', async () => {
  const { client, agents, fabric } = await attached();
  for (const { host } of agents) host.latencyByDirection = true;
  client.host.mappings.setLoad(top, LOAD);
  fabric.clock.advance(MINUTE_MS);
  const texts = await Promise.all(
    agents.map(async (agent) => {
      const content = agent.ledger.assignment?.content ?? NOTHING_ASSIGNED;
      // The simulated kernel has no pressure of I/O.
      const slices = [{ name: 'system.slice', limits: [], ioWait: { someSeconds: 2.5, fullSeconds: 1.5 } }];
      const state = agent.state ? { ...agent.state, slices } : null;
      const series = agentSeries({ name: agent.host.name, simulated: true }, withCaches(await collectorOf(agent).read()), state, content);
      return exposition(series);
    }),
  );
  expect(metricDifferences('agent', texts)).toEqual([]);
  const io = client.host.mappings.counters(top);
  const lines = texts.join('').split('\n');
  const of = (metric: string) =>
    lines
      .find((line) => line.startsWith(metric))
      ?.split(' ')
      .at(-1);
  expect(Number(of('weft_volume_reads_total'))).toBe(io.reads);
  expect(Number(of('weft_volume_io_latency_seconds_count'))).toBe(totalOf(io.histogram));
  expect(Number(of('weft_volume_io_latency_seconds_sum'))).toBeCloseTo((io.readTimeNs + io.writeTimeNs) / 1e9, 6);
  expect(Number(of('weft_volume_read_seconds_total'))).toBeCloseTo(io.readTimeNs / 1e9, 6);
  expect(Number(of('weft_volume_write_seconds_total'))).toBeCloseTo(io.writeTimeNs / 1e9, 6);
  const bound = io.histogram.slice(0, 13).reduce((sum, count) => sum + count, 0);
  expect(
    Number(
      lines
        .find((line) => line.startsWith('weft_volume_io_latency_seconds_bucket') && line.includes('le="0.000128"'))
        ?.split(' ')
        .at(-1),
    ),
  ).toBe(bound);
  expect(of('weft_path_live')).toBe('1');
  expect(of('weft_slice_io_waiting_seconds_total{slice="system.slice"}')).toBe('2.5');
  expect(of('weft_slice_io_stalled_seconds_total{slice="system.slice"}')).toBe('1.5');
});

test('offers no more I/O than the limits of its slice allow, and all of it again without limits', async () => {
  const { client, fabric } = await attached();
  const { mappings, cgroups } = client.host;
  mappings.setLoad(top, LOAD);
  const { uuid } = mappings.find(top) ?? { uuid: '' };
  const iopsOfMinute = () => {
    const before = mappings.counters(top);
    fabric.clock.advance(MINUTE_MS);
    const now = mappings.counters(top);
    return { reads: (now.reads - before.reads) / 60, writes: (now.writes - before.writes) / 60 };
  };
  const free = iopsOfMinute();
  expect(free.reads).toBeGreaterThan(1000);
  const limit = (slice: string, limits: typeof NO_LIMITS) =>
    cgroups.limit({ op: 'set-io-limits', name: top, uuid, slices: [slice], limits });
  limit('user.slice', { ...NO_LIMITS, readIops: 100 });
  expect(iopsOfMinute().reads).toBeGreaterThan(1000);
  limit('system.slice', { ...NO_LIMITS, readBytesPerSecond: 500 * LOAD.blockBytes });
  const held = iopsOfMinute();
  expect(held.reads).toBeLessThanOrEqual(501);
  expect(held.reads).toBeGreaterThan(400);
  expect(held.writes).toBeLessThan(free.writes / 2);
  limit('system.slice', NO_LIMITS);
  expect(iopsOfMinute().reads).toBeGreaterThan(1000);
});
