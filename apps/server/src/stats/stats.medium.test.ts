import { randomUUID } from 'node:crypto';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import {
  CONSOLE_NAMESPACE,
  type ConsoleToServerEvents,
  type LiveStatistics,
  type ServerToConsoleEvents,
} from '@weft/shared/links/console-link';
import { io, type Socket } from 'socket.io-client';
import { beforeEach, expect, test, vi } from 'vitest';
import type { TestServer } from '../../test-support/app.js';
import { driveInventory, FakeAgent } from '../../test-support/fake-agent.js';
import { ioSample, nodeSample, sample, timesOf } from '../../test-support/samples.js';
import { storedAttachment } from '../../test-support/stored-attachment.js';
import { storedVolume } from '../../test-support/stored-volume.js';
import { startBeside, useTwoServers } from '../../test-support/two-servers.js';
import type { LeaseDocument } from '../core/leases/lease-documents.js';
import { RollUp } from './history/roll-up.js';
import { StatsRepository } from './history/stats.repository.js';
import type { Point } from './points/point.js';
import { finest, type Series, tiers } from './points/series.js';

let server: TestServer;
let other: TestServer;
useTwoServers((servers) => {
  ({ server, other } = servers);
});

const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 100 });
const query = (text: Record<string, string | number>) => server.adminClient.call(endpoints.queryStatistics, { query: text });
const metric = async (of: TestServer, line: string): Promise<number> => {
  const { body } = await of.adminClient.request('GET', '/metrics');
  const found = String(body)
    .split('\n')
    .find((each) => each.startsWith(`${line} `));
  return Number(found?.split(' ').at(-1) ?? Number.NaN);
};
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();

/** Stores a volume with one leg on the target's drive, attached to each of the clients: the objects that the samples name. */
async function attachedVolume(target: FakeAgent, driveId: string, clients: readonly FakeAgent[]) {
  const legId = randomUUID();
  const driveClassId = randomUUID();
  const stored = storedVolume(`v${randomUUID().slice(0, 8)}`, [{ driveId, nodeId: target.nodeId }], driveClassId);
  const volume = { ...stored, _id: randomUUID(), legs: stored.legs.map((leg) => ({ ...leg, id: legId })) };
  await server.mongo.db.collection<typeof volume>('volumes').insertOne(volume);
  const attachments = clients.map((client) => ({
    ...storedAttachment(volume, { _id: client.nodeId, name: 'c' }),
    _id: randomUUID(),
    spec: { ...storedAttachment(volume, { _id: client.nodeId, name: 'c' }).spec, mode: 'shared' as const },
  }));
  await server.mongo.db.collection<(typeof attachments)[number]>('attachments').insertMany(attachments);
  return { volumeId: volume._id, driveClassId, legId, attachmentIds: attachments.map(({ _id }) => _id) };
}

let names = 0;
async function connectedAgent(to: TestServer, drives: string[] = []): Promise<FakeAgent> {
  const agent = await FakeAgent.enroll(server, `s${++names}`);
  await agent.connect(to.url);
  await agent.inventory(drives.map((serial) => driveInventory(serial)));
  return agent;
}

let world: Awaited<ReturnType<typeof attachedVolume>> & { target: FakeAgent; clients: [FakeAgent, FakeAgent]; driveId: string };
beforeEach(async () => {
  const serial = `S${randomUUID().slice(0, 8)}`;
  const target = await connectedAgent(server, [serial]);
  // One client on each server: their observations of one volume meet in the database.
  const clients: [FakeAgent, FakeAgent] = [await connectedAgent(server), await connectedAgent(other)];
  const [drive] = (await server.adminClient.call(endpoints.listDrives, { query: { nodeId: target.nodeId } })).items;
  const driveId = drive?.id ?? '';
  world = { ...(await attachedVolume(target, driveId, clients)), target, clients, driveId };
  return () => {
    for (const agent of [target, ...clients]) agent.disconnect();
  };
});

/** Sends until the server knows every object in the sample; the server follows the change stream. */
async function sendKnown(agent: FakeAgent, to: TestServer, more: Parameters<typeof sample>[1]): Promise<void> {
  let sequence = 0;
  await until(async () => {
    const before = await metric(to, 'weft_server_sample_objects_unknown_total');
    expect(await agent.send('sample', sample(++sequence, { ...more, durationMs: 50 }))).toEqual({ ok: true });
    expect(await metric(to, 'weft_server_sample_objects_unknown_total')).toBe(before);
  });
}

test('merges I/O of clients on two servers for volume, client, drive and drive class', async () => {
  const { target, clients, volumeId, legId, driveId, attachmentIds, driveClassId } = world;
  const fast = ioSample({ reads: 900, writes: 0, histogram: [[4, 900]], ...timesOf(900 * 30_000, 0) });
  const slow = ioSample({ reads: 0, writes: 100, histogram: [[40, 100]], ...timesOf(0, 100 * 15_000_000) });
  const driveSerial = target.newest?.content.drives[0]?.serial ?? 'S';
  await Promise.all([
    sendKnown(target, server, { legs: [{ legId, volumeId, driveSerial, io: fast }], node: nodeSample(0.05) }),
    sendKnown(clients[0], server, { attachments: [{ attachmentId: attachmentIds[0] ?? '', volumeId, io: fast }] }),
    sendKnown(clients[1], other, { attachments: [{ attachmentId: attachmentIds[1] ?? '', volumeId, io: slow }] }),
  ]);
  const objects = [
    `volume:${volumeId}`,
    `client:${clients[0].nodeId}`,
    `drive-class:${driveClassId}`,
    `drive:${driveId}`,
    `target:${target.nodeId}`,
  ];
  const first = async () => {
    const answer = await query({
      objects: objects.join(','),
      metrics: 'latency-p50,latency-p99,latency-heat-map,read-latency-average,write-latency-average',
      from: ago(60),
    });
    return (object: string, name: string) => {
      const series = answer.series.find((each) => each.objects[0] === object && each.metric === name);
      const at = (series?.values ?? series?.lists)?.findIndex((value) => value !== null) ?? -1;
      return { value: series?.values?.[at], list: series?.lists?.[at], lower: series?.lower?.[at], upper: series?.upper?.[at] };
    };
  };
  await until(async () => {
    const value = await first();
    const heat = value(`volume:${volumeId}`, 'latency-heat-map').list ?? [];
    expect([heat[4], heat[40]].every((count) => (count ?? 0) > 0)).toBe(true);
  });
  const value = await first();
  const p99 = value(`volume:${volumeId}`, 'latency-p99');
  expect(p99.lower).toBeCloseTo(16e-6 * 2 ** (39 / 4), 6);
  expect(p99.upper).toBeCloseTo(16e-6 * 2 ** (40 / 4), 6);
  // One client only reads, the other only writes.
  expect(value(`volume:${volumeId}`, 'read-latency-average').value).toBeCloseTo(30e-6, 9);
  expect(value(`drive-class:${driveClassId}`, 'write-latency-average').value).toBeCloseTo(15e-3, 6);
  expect(value(`client:${clients[0].nodeId}`, 'write-latency-average').value).toBeUndefined();
  expect(value(`client:${clients[0].nodeId}`, 'latency-p99').upper).toBeCloseTo(16e-6 * 2, 7);
  expect(value(`drive:${driveId}`, 'latency-p50').upper).toBeCloseTo(16e-6 * 2, 7);
  expect(value(`drive-class:${driveClassId}`, 'latency-p99').upper).toBeGreaterThan(1e-3);
  const node = await query({ objects: `node:${target.nodeId}`, metrics: 'cpu-busy,target-tax,core-busy,memory-total', from: ago(60) });
  const said = node.series.map(({ values, lists }) => (values ?? lists)?.find((each) => each !== null));
  expect(said[0]).toBeCloseTo(0.125, 3);
  expect(said[1]).toBeCloseTo(0.005, 4);
  expect(said[2]).toEqual([expect.closeTo(0.25, 2), 0]);
  expect(said[3]).toBe(2 ** 34);
});

test('refuses a bad sample with a reason, counts it, and keeps the connection', async () => {
  const { clients } = world;
  const line = 'weft_server_samples_refused_total{reason="replayed"}';
  const before = await metric(server, line);
  await clients[0].send('sample', sample(5));
  for (let n = 0; n < 3; n++) expect(await clients[0].send('sample', sample(5))).toMatchObject({ ok: false, code: 'replayed' });
  expect(await clients[0].send('sample', { nonsense: -1 })).toMatchObject({ ok: false, code: 'malformed' });
  expect(await metric(server, line)).toBe(before + 3);
  expect(clients[0].isConnected).toBe(true);
});

test('counts objects of another node in a sample as unknown', async () => {
  const { target, attachmentIds, volumeId } = world;
  const before = await metric(server, 'weft_server_sample_objects_unknown_total');
  await target.send('sample', sample(1, { attachments: [{ attachmentId: attachmentIds[0] ?? '', volumeId, io: ioSample() }] }));
  expect(await metric(server, 'weft_server_sample_objects_unknown_total')).toBe(before + 1);
});

/** Points of one series as a server would have stored them. */
const points = (series: Series, at: number, count: number, reads = 1000): Point[] =>
  Array.from({ length: count }, (_, n) => ({
    series,
    at: at + n * finest.stepMs,
    observed: {
      coveredMs: finest.stepMs,
      numbers: { reads, writes: 0, readBytes: 0, writtenBytes: 0, timeNs: reads * 1e5 },
      histogram: [reads],
    },
  }));
const forever = {
  signal: new AbortController().signal,
  transaction: (work: (session: never) => unknown) => server.mongo.transaction(work as never),
};

/**
 * Rolls up from the beginning, like a server that lost its lease between storing points and progress. The test holds the lease meanwhile: without that,
 * a server that is rolling up would store its own progress after the deletion, and the steps before it would be skipped.
 */
async function rollUpAgain(): Promise<void> {
  const hold = (holder: string | null, expiresAt: Date) =>
    server.mongo.db
      .collection<LeaseDocument>('leases')
      .updateOne({ _id: 'statistics' }, { $set: { holder, expiresAt }, $inc: { term: 1, writes: 1 } }, { upsert: true });
  await hold('test', new Date(Date.now() + 600_000));
  await server.mongo.db.collection('statisticsProgress').deleteMany({});
  await server.app.get(RollUp).rollUp(forever as never, Date.now());
  await hold(null, new Date(0));
}

test('rolls points up once although it ran before, with equal rates and gaps in every tier', async () => {
  const repository = server.app.get(StatsRepository);
  const volume = randomUUID();
  const series: Series = { kind: 'attachment', id: randomUUID(), volume, node: randomUUID() };
  const begin = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 2 * 3_600_000;
  const all = points(series, begin, 720).filter(({ at }) => at < begin + 120_000 || at >= begin + 180_000);
  await repository.insert(finest, all);
  await repository.insert(tiers[1], [
    { series, at: begin, observed: { coveredMs: 60_000, numbers: { reads: 6000, writes: 0 }, histogram: [6000] } },
  ]);
  await rollUpAgain();
  const ask = async (step: number, seconds: number) => {
    const to = new Date(begin + seconds * 1000).toISOString();
    return query({ objects: `volume:${volume}`, metrics: 'iops,latency-heat-map', from: new Date(begin).toISOString(), to, step });
  };
  const fine = await ask(10, 300);
  expect([fine.tierSeconds, fine.series[0]?.values?.slice(10, 20)]).toEqual([10, [100, 100, null, null, null, null, null, null, 100, 100]]);
  const minutes = await ask(60, 300);
  expect([minutes.tierSeconds, minutes.series[0]?.values]).toEqual([60, [100, 100, null, 100, 100]]);
  const hours = await ask(3600, 3600);
  expect([hours.tierSeconds, hours.series[0]?.values]).toEqual([3600, [100]]);
  expect(hours.series[1]?.lists?.[0]?.[0]).toBe(1000 * 354);
});

test('keeps averages by direction right through every tier, with points of older agents and servers among them', async () => {
  const repository = server.app.get(StatsRepository);
  const volume = randomUUID();
  const series: Series = { kind: 'attachment', id: randomUUID(), volume, node: randomUUID() };
  const begin = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 4 * 3_600_000;
  // An hour: 20 min without times by direction, then reads of 100 µs and writes of 50 µs, then a quarter of the I/O, four times as slow.
  const timed = (point: Point, [reads, writes, factor]: [number, number, number]): Point => ({
    ...point,
    observed: {
      coveredMs: finest.stepMs,
      numbers: { ...point.observed.numbers, reads, writes, ...timesOf(reads * 1e5 * factor, writes * 5e4 * factor) },
    },
  });
  const all = points(series, begin, 360).map((point, at) => (at < 120 ? point : timed(point, at < 240 ? [400, 800, 1] : [100, 200, 4])));
  await repository.insert(finest, all);
  await rollUpAgain();
  const ask = async (step: number, from: number, to: number) => {
    const period = { from: new Date(begin + from * 60_000).toISOString(), to: new Date(begin + to * 60_000).toISOString() };
    const metrics = 'read-latency-average,write-latency-average,latency-average';
    const { tierSeconds, series: found } = await query({ objects: `volume:${volume}`, metrics, step, ...period });
    return [tierSeconds, ...found.map(({ values }) => values)];
  };
  // (400 · 100 µs + 100 · 400 µs) / 500 reads; the mean of both averages would be 250 µs.
  const reads = expect.closeTo(160e-6, 12);
  expect(await ask(600, 0, 60)).toEqual([
    60,
    [null, null, ...[1, 1, 4, 4].map((factor) => expect.closeTo(factor * 1e-4, 12))],
    [null, null, ...[1, 1, 4, 4].map((factor) => expect.closeTo(factor * 5e-5, 12))],
    expect.not.arrayContaining([null]),
  ]);
  expect((await ask(10, 0, 60)).slice(1, 3)).toEqual([
    [...Array<null>(120).fill(null), ...Array<number>(120).fill(1e-4), ...Array<number>(120).fill(4e-4)],
    [...Array<null>(120).fill(null), ...Array<number>(120).fill(5e-5), ...Array<number>(120).fill(2e-4)],
  ]);
  expect(await ask(3600, 0, 60)).toEqual([3600, [reads], [expect.closeTo(80e-6, 12)], [expect.any(Number)]]);
  // Half an hour with older agents in its first 20 min is the average of the other 10 min.
  expect((await ask(1800, 0, 60)).slice(1, 3)).toEqual([
    [expect.closeTo(1e-4, 12), expect.closeTo(2e-4, 12)],
    [expect.closeTo(5e-5, 12), expect.closeTo(1e-4, 12)],
  ]);
});

test('refuses more values than the limit, and names a step that fits', async () => {
  const problem = await server.adminClient.refused(endpoints.queryStatistics, {
    query: { objects: 'cluster', metrics: 'iops', from: ago(3 * 86_400), step: 10 },
  });
  expect(problem).toMatchObject({ status: 422, code: 'too-many-points', fittingStepSeconds: 30 });
});

test('merges many volumes over more steps than memory holds, and stops counts at their limit', async () => {
  const repository = server.app.get(StatsRepository);
  const volumes = Array.from({ length: 200 }, () => randomUUID());
  const begin = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 12 * 3_600_000;
  const at = (step: number) => begin + step * finest.stepMs;
  const seriesOf = (volume: string): Series => ({ kind: 'attachment', id: randomUUID(), volume, node: randomUUID() });
  // Around the ends of pieces of 100 steps, and at the very end.
  for (const volume of volumes.slice(0, 2))
    await repository.insert(finest, [...points(seriesOf(volume), at(99), 3), ...points(seriesOf(volume), at(3599), 1)]);
  const answer = await query({
    objects: volumes.map((id) => `volume:${id}`).join(','),
    metrics: 'iops',
    groupBy: 'all',
    from: new Date(begin).toISOString(),
    to: new Date(at(3600)).toISOString(),
    step: 10,
  });
  const values = answer.series[0]?.values?.flatMap((value, step) => (value === null ? [] : [[step, value]]));
  expect(values).toEqual([
    [99, 200],
    [100, 200],
    [101, 200],
    [3599, 200],
  ]);
  const filter = { 'series.kind': 'attachment', 'series.volume': { $in: volumes } } as const;
  const count = (most: number) => repository.count(finest, new Date(begin), new Date(at(3600)), filter, most);
  expect([await count(100), await count(5)]).toEqual([8, 5]);
});

type Browser = Socket<ServerToConsoleEvents, ConsoleToServerEvents>;

test('has nodes of a watched volume sample every second, and updates its viewer once a second', async () => {
  const { clients, attachmentIds, volumeId } = world;
  const browser: Browser = io(server.url + CONSOLE_NAMESPACE, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    extraHeaders: { cookie: server.adminClient.sessionCookie ?? '' },
  });
  const heard: (LiveStatistics & { heardAt: number })[] = [];
  browser.on('statistics', (message) => heard.push({ ...message, heardAt: performance.now() }));
  await new Promise<void>((resolve) => browser.once('connect', resolve));
  expect(await browser.emitWithAck('watch', { objects: Array.from({ length: 65 }, () => `volume:${volumeId}`) })).toMatchObject({
    ok: false,
  });
  expect(await browser.emitWithAck('watch', { objects: [`volume:${volumeId}`] })).toEqual({ ok: true });
  // The other client is connected to the other server, which gets the watch too.
  for (const client of clients) await until(() => expect(client.samplings).toEqual([5, 1]));

  const attachments = [{ attachmentId: attachmentIds[0] ?? '', volumeId, io: ioSample() }];
  let sequence = 0;
  await until(async () => {
    await clients[0].send('sample', sample(++sequence, { durationMs: 100, attachments }));
    expect(heard.length).toBeGreaterThan(4);
  });
  const last = heard.at(-1);
  expect(last?.object).toBe(`volume:${volumeId}`);
  expect(last?.values['iops']).toBeCloseTo(10_000, -2);
  expect(last?.values['latency-p99']).toBeCloseTo(128e-6, 5);
  // The first update may be late and the next may follow it closely; on average there is one per second.
  expect(heard.length - 2).toBeLessThanOrEqual(Math.ceil(((last?.heardAt ?? 0) - (heard[0]?.heardAt ?? 0)) / 1000));

  browser.disconnect();
  for (const client of clients) await until(() => expect(client.samplings).toEqual([5, 1, 5]));
});

test('stores an unfinished point at shutdown, to which the next server adds', async () => {
  const third = await startBeside(server);
  const client = await connectedAgent(third);
  const { attachmentIds, volumeId } = await attachedVolume(world.target, world.driveId, [client]);
  const attachments = [{ attachmentId: attachmentIds[0] ?? '', volumeId, io: ioSample() }];
  await sendKnown(client, third, { attachments });
  await third.stop();
  const heat = async () => {
    const { series } = await query({ objects: `volume:${volumeId}`, metrics: 'latency-heat-map', from: ago(120) });
    return series[0]?.lists?.reduce((sum, list) => sum + (list?.[12] ?? 0), 0) ?? 0;
  };
  const before = await heat();
  expect(before).toBeGreaterThan(0);
  await client.connect(server.url);
  await sendKnown(client, server, { attachments });
  await until(async () => expect(await heat()).toBeGreaterThan(before));
});
