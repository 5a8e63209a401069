import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { DriveClass } from '@weft/shared/kinds/drive-class';
import { GiB, TiB } from '@weft/shared/units';
import { metricDifferences } from '@weft/test-support/exposition';
import { beforeAll, expect, test, vi } from 'vitest';
import type { TestServer } from '../../test-support/app.js';
import { driveInventory, FakeAgent } from '../../test-support/fake-agent.js';
import { startBeside, useTwoServers } from '../../test-support/two-servers.js';
import type { DriveDocument } from '../domain/documents/drive.document.js';
import { CapacityHistory } from '../stats/capacity/capacity-history.service.js';
import { CapacityRecorder } from './capacity-recorder.js';

const HOUR_MS = 3_600_000;
let server: TestServer;
let other: TestServer;
let classes: { fast: DriveClass; young: DriveClass };
useTwoServers((servers) => {
  ({ server, other } = servers);
});

interface Stored {
  at: Date;
  series: { kind: string; id: string; driveClass: string };
  capacityBytes: number;
  allocatedBytes: number;
  freeBytes: number;
}
const samplesSince = (from: number) =>
  server.mongo.db
    .collection<Stored>('statisticsHours')
    .find({ 'series.kind': 'capacity', at: { $gte: new Date(from) } })
    .toArray();

beforeAll(async () => {
  const agent = await FakeAgent.enroll(server, 'n1');
  await agent.connect(server.url);
  await agent.inventory([driveInventory('A1'), driveInventory('A2', { model: 'Young' })]);
  agent.disconnect();
  const drives = server.mongo.db.collection<DriveDocument>('drives');
  await drives.updateOne({ serial: 'A1' }, { $set: { 'status.capacityBytes': 10 * TiB, 'status.allocatedBytes': 4 * TiB } });
  await drives.updateOne({ serial: 'A2' }, { $set: { 'status.capacityBytes': TiB, 'status.allocatedBytes': 0 } });
  const create = (name: string, models: string[]) =>
    server.adminClient.call(endpoints.createDriveClass, { body: { name, members: { by: 'selector', selector: { models } } } });
  classes = { fast: await create('fast', [driveInventory('A1').model]), young: await create('young', ['Young']) };
});

test('has no forecast before the first sample', () => {
  expect(classes.fast.forecast).toEqual({ samples: 0, spanHours: 0, trend: null });
});

test('records each class and the cluster once an hour, whichever server asks', async () => {
  // Both servers wait for the lease since they started; the first has recorded the present hour.
  await vi.waitFor(async () => expect((await samplesSince(0)).length).toBeGreaterThan(0), { timeout: 60_000, interval: 200 });
  const later = Date.now() + 2 * HOUR_MS;
  const { signal } = new AbortController();
  for (const each of [server, other, server]) await each.app.get(CapacityRecorder, { strict: false }).record({ signal }, later);
  const expected = ['', classes.fast.id, classes.young.id].sort();
  // The samples are written without waiting for the journal, and these reads are of the majority.
  const stored = await vi.waitFor(async () => {
    const found = await samplesSince(later);
    expect(found.map(({ series }) => series.driveClass).sort()).toEqual(expected);
    return found;
  });
  const { freeBytes } = classes.fast;
  expect(stored.find(({ series }) => series.driveClass === classes.fast.id)).toMatchObject({
    ...{ capacityBytes: 10 * TiB, allocatedBytes: 4 * TiB, freeBytes },
  });
  expect(stored.find(({ series }) => series.driveClass === '')).toMatchObject({ capacityBytes: 11 * TiB, allocatedBytes: 4 * TiB });
});

test('records nothing once the lease is lost', async () => {
  const later = Date.now() + 4 * HOUR_MS;
  await server.app.get(CapacityRecorder, { strict: false }).record({ signal: AbortSignal.abort() }, later);
  expect(await samplesSince(later)).toEqual([]);
});

test('forecasts from stored history in list, object, overview and metrics, and leaves unknown out of the metrics', async () => {
  const at = (hoursAgo: number) => Date.now() - hoursAgo * HOUR_MS;
  const grown = Array.from({ length: 400 }, (_, n) => 400 - n).map((hoursAgo) => ({
    ...{ driveClassId: classes.fast.id, at: at(hoursAgo), capacityBytes: 10 * TiB, allocatedBytes: 4 * TiB - hoursAgo * 4 * GiB },
    freeBytes: 0,
  }));
  const few = [3, 2, 1].map((hoursAgo) => ({
    ...{ driveClassId: classes.young.id, at: at(hoursAgo), capacityBytes: TiB, allocatedBytes: 0, freeBytes: TiB },
  }));
  await server.app.get(CapacityHistory, { strict: false }).record([...grown, ...few]);
  // A server that has not read the history yet.
  const fresh = await startBeside(server);
  try {
    const { items } = await fresh.adminClient.call(endpoints.listDriveClasses, { query: {} });
    const [fast, young] = ['fast', 'young'].map((name) => items.find((each) => each.name === name));
    expect(fast?.forecast.samples).toBeGreaterThanOrEqual(400);
    const trend = fast?.forecast.trend;
    expect((trend?.usedBytesPerDay ?? 0) / GiB).toBeCloseTo(96, 0);
    expect((trend?.usedIn30DaysBytes ?? 0) / TiB).toBeCloseTo(4 + (30 * 96) / 1024, 1);
    expect(trend?.daysUntilFull).toBeCloseTo((fast?.freeBytes ?? 0) / (96 * GiB), 0);
    expect(young?.forecast).toMatchObject({ trend: null });
    expect(young?.forecast.samples).toBeLessThan(12);

    const one = await fresh.adminClient.call(endpoints.getDriveClass, { params: { id: classes.fast.id } });
    expect(one.forecast).toEqual(fast?.forecast);
    const { classes: capacities } = await fresh.adminClient.call(endpoints.overview);
    expect(capacities.map(({ forecast }) => forecast)).toEqual([fast?.forecast, young?.forecast]);

    const text = String((await fresh.adminClient.request('GET', '/metrics')).body);
    const seconds = Number(/weft_server_drive_class_until_full_seconds\{drive_class="fast"\} (\S+)/.exec(text)?.[1]);
    expect(seconds / 86_400).toBeCloseTo(trend?.daysUntilFull ?? Number.NaN, 6);
    expect(text).not.toContain('until_full_seconds{drive_class="young"}');
    expect(metricDifferences('server', [text])).toEqual([]);
  } finally {
    await fresh.stop();
  }
});
