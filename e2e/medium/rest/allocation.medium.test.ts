/** S6 with real server processes: two of them, 200 creates at once, not enough space for all. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { GiB } from '@weft/shared/units';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiClient, ProblemError, until } from '../../support/api-client.js';
import { ScriptedAgent } from '../../support/scripted-agent.js';
import { ServerProcess } from '../../support/server-process.js';

let directory: string;
let servers: ServerProcess[] = [];
const agents: ScriptedAgent[] = [];
let clients: ApiClient[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'weft-allocation-'));
  const { uri, name: database } = testDatabase();
  const first = await ServerProcess.start({
    directory: join(directory, 'one'),
    mongoUri: uri,
    database,
    environment: { WEFT_LOG_LEVEL: 'warn' },
  });
  const second = await ServerProcess.start({
    directory: join(directory, 'two'),
    mongoUri: uri,
    database,
    environment: { WEFT_LOG_LEVEL: 'warn' },
  });
  servers = [first, second];
  const admin = await first.administrator();
  await admin.call(endpoints.createUser, { body: { name: 'provisioner', role: 'operator', password: 'correct horse battery' } });
  clients = await Promise.all(
    servers.map(async (server) => {
      const client = new ApiClient(server.url, 200);
      await client.login('provisioner', 'correct horse battery');
      return client;
    }),
  );
  for (const name of ['t1', 't2', 't3', 't4']) {
    const drives = [1, 2, 3].map((n) => ({ serial: `${name}-d${n}`, sizeBytes: 100 * GiB }));
    agents.push(await ScriptedAgent.enroll(admin, name, drives));
  }
  const { items } = await admin.call(endpoints.listDrives, { query: { limit: 200 } });
  const jobs = await Promise.all(
    items.map((drive) => admin.call(endpoints.takeDrive, { params: { id: drive.id }, ifMatch: drive.version })),
  );
  for (const { job } of jobs) await admin.done(job.id);
}, 240_000);

afterAll(async () => {
  const closed = await Promise.allSettled(agents.map((agent) => agent.close()));
  await Promise.all(servers.map((server) => server.stop()));
  await rm(directory, { recursive: true, force: true });
  expect(closed.map((each) => each.status)).toEqual(agents.map(() => 'fulfilled'));
});

test('allocates no byte twice in 200 concurrent creates on two servers without enough space (S6)', { timeout: 240_000 }, async () => {
  const [one] = clients;
  if (!one) throw new Error('no client');
  const driveClass = await one.call(endpoints.createDriveClass, {
    body: { name: 'all', members: { by: 'selector', selector: { models: ['scripted'] } } },
  });
  // 1200 GiB raw in all; each volume takes about 10 GiB on 2 drives (raid1) or 4 (raid10): about 110 of 200 fit.
  const create = async (n: number) => {
    const client = clients[n % 2] ?? one;
    const body = {
      name: `v${n}`,
      sizeBytes: 5 * GiB,
      protection: n % 3 === 0 ? ('raid10' as const) : ('raid1' as const),
      driveClassId: driveClass.id,
    };
    try {
      return { created: await client.call(endpoints.createVolume, { body, headers: { 'idempotency-key': `key-${n}` } }) };
    } catch (error) {
      if (error instanceof ProblemError) return { refused: error.problem };
      throw error;
    }
  };
  const results = await Promise.all(Array.from({ length: 200 }, (_, n) => create(n)));
  const created = results.flatMap(({ created: each }) => (each ? [each] : []));
  const refused = results.flatMap(({ refused: each }) => (each ? [each] : []));
  console.log(`200 concurrent creates: ${created.length} created, ${refused.length} refused`);
  expect(created.length).toBeGreaterThan(90);
  expect(refused.length).toBeGreaterThan(20);
  // Each refusal names the shortage: none is a conflict of the servers' transactions, however busy the machine is.
  expect(refused.filter(({ status, code, shortages }) => !(status === 422 && /^insufficient-/.test(code) && shortages?.length))).toEqual(
    [],
  );

  for (const { job } of created) await one.done(job.id, 120);
  const volumes = [];
  for (let cursor: string | null = null; ; ) {
    const page: {
      items: { legs: { drive: { id: string; serial: string }; sizeBytes: number }[]; state: string }[];
      nextCursor: string | null;
    } = await one.call(endpoints.listVolumes, { query: { limit: 200, ...(cursor ? { cursor } : {}) } });
    volumes.push(...page.items);
    cursor = page.nextCursor;
    if (!cursor) break;
  }
  expect(volumes).toHaveLength(created.length);
  expect(new Set(volumes.map((volume) => volume.state))).toEqual(new Set(['available']));
  const booked = new Map<string, number>();
  for (const { legs } of volumes) {
    expect(new Set(legs.map((leg) => leg.drive.id)).size).toBe(legs.length);
    for (const leg of legs) booked.set(leg.drive.id, (booked.get(leg.drive.id) ?? 0) + leg.sizeBytes);
  }
  const { items: drives } = await one.call(endpoints.listDrives, { query: { limit: 200 } });
  for (const drive of drives) {
    expect(drive.allocatedBytes, drive.serial).toBe(booked.get(drive.id) ?? 0);
    expect(drive.allocatedBytes).toBeLessThanOrEqual(drive.capacityBytes);
  }

  const volumeIds = created.map(({ volume }) => volume.id);
  for (const [n, id] of volumeIds.entries()) {
    const client = clients[n % 2] ?? one;
    const { version } = await client.call(endpoints.getVolume, { params: { id } });
    await client.call(endpoints.deleteVolume, { params: { id }, ifMatch: version });
  }
  await until('all space free again', 120, async () => {
    const { items } = await one.call(endpoints.listDrives, { query: { limit: 200 } });
    return items.every((drive) => drive.allocatedBytes === 0) ? true : undefined;
  });
});
