import { randomUUID } from 'node:crypto';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../test-support/app.js';
import { driveInventory, FakeAgent } from '../../../test-support/fake-agent.js';
import { StatsRepository } from '../../stats/history/stats.repository.js';
import { finest } from '../../stats/points/series.js';

let server: TestServer;
const agents: FakeAgent[] = [];

beforeAll(async () => {
  server = await startTestServer({ mongoUri: testDatabase().uri });
  // Enrolled in another order than that of their places.
  for (const name of ['t10', 't2']) {
    const agent = await FakeAgent.enroll(server, name);
    await agent.connect(server.url);
    await agent.inventory([driveInventory(`${name}-B`), driveInventory(`${name}-A`)]);
    agents.push(agent);
  }
});
afterAll(async () => {
  for (const agent of agents) agent.disconnect();
  await server?.stop();
});

/** Waits until the cached answer has expired. */
const mapWith = (check: (map: Awaited<ReturnType<typeof read>>) => void) =>
  vi.waitFor(async () => check(await read()), { timeout: 60_000, interval: 100 });
const read = () => server.adminClient.call(endpoints.driveMap);

test('lists each drive once, ordered by node and serial', async () => {
  await mapWith(({ nodes, drives, simulated }) => {
    expect(nodes.map(({ name }) => name)).toEqual(['t2', 't10']);
    expect(drives.map(({ serial }) => serial)).toEqual(['t2-A', 't2-B', 't10-A', 't10-B']);
    expect(simulated).toBe(false);
    expect(drives[0]).toMatchObject({ state: 'available', freeBytes: null, freeRatio: null, iops: null, latencySeconds: null });
  });
});

test('adds the rates of two legs of a drive, and averages latency over all I/O', async () => {
  const { items } = await server.adminClient.call(endpoints.listDrives, { query: { serial: 't2-A' } });
  const drive = items[0]?.id ?? '';
  const at = Date.now() - 12_000;
  const point = (reads: number, timeNs: number, coveredMs: number) => ({
    series: { kind: 'leg' as const, id: randomUUID(), drive },
    at,
    observed: { coveredMs, numbers: { reads, writes: 0, readBytes: reads * 4096, writtenBytes: 0, timeNs } },
  });
  // The second was observed for only half of the time.
  await server.app.get(StatsRepository).insert(finest, [point(1000, 1000 * 100_000, 10_000), point(500, 500 * 400_000, 5000)]);
  await mapWith(({ drives }) => {
    const found = drives.find(({ id }) => id === drive);
    expect(found).toMatchObject({ iops: 200, throughputBytesPerSecond: 200 * 4096 });
    expect(found?.latencySeconds).toBeCloseTo(250e-6, 9);
  });
});

test('refuses anonymous callers', async () => {
  expect(await server.anonymous.refused(endpoints.driveMap)).toMatchObject({ status: 401 });
});
