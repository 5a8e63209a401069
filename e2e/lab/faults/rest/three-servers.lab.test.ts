/** Management on three places, as the reference architecture has it, and volumes on real kernels: a place ends, is paused, is upgraded and rolled back during I/O. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Volume } from '@weft/shared/kinds/volume';
import { MiB } from '@weft/shared/units';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ProblemError, until } from '../../../support/api-client.js';
import { LoadBalancer } from '../../../support/load-balancer.js';
import { OLDER, olderTree } from '../../../support/older-tree.js';
import { builtServer, type ServerProcess } from '../../../support/server-process.js';
import { agentBundle } from '../../fabric/managed-cluster.js';
import { attach, createClass, createVolume, detach, takeAllDrives } from '../../fabric/provision.js';
import { startThreeServers, type ThreeServerFabric } from '../../fabric/three-servers.js';
import { mismatches } from '../client.js';
import { Load } from '../load.js';
import type { Mirror } from '../mirror.js';

const older = await olderTree(OLDER);

/** Emulated machines need a multiple of the 5 s that agents have on hardware. */
const MOVED_SECONDS = 60;
const PAUSE_MS = 60_000;

let directory: string;
let fabric: ThreeServerFabric;
let mirror: Mirror;
let spare: Volume;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'weft-lab-'));
  fabric = await startThreeServers({ directory, programs: older });
  await takeAllDrives(fabric);
  const all = await createClass(fabric, 'all');
  const make = (name: string) =>
    createVolume(fabric, { name, driveClassId: all.id, sizeBytes: 64 * MiB, protection: 'raid1', bitmapChunkBytes: 65_536 });
  const volume = await make('db');
  spare = await make('spare');
  mirror = { volume, attachment: await attach(fabric, volume, 'c1'), client: fabric.machine('c1'), device: '/dev/weft/db' };
}, 1_200_000);
afterAll(async () => {
  await fabric?.close();
  if (directory && !process.env.WEFT_KEEP_LAB) await rm(directory, { recursive: true, force: true });
}, 120_000);

/** Attaches on the other client, writes, detaches, attaches again and compares: management and both agents have to work for that. */
async function works(): Promise<void> {
  const c2 = fabric.machine('c2');
  const sum = async () =>
    (await c2.run('dd if=/dev/weft/spare bs=1M count=8 iflag=direct status=none | sha256sum', { timeoutSeconds: 120 })).trim();
  const first = await attach(fabric, spare, 'c2');
  await c2.run('dd if=/dev/urandom of=/dev/weft/spare bs=1M count=8 oflag=direct status=none', { timeoutSeconds: 120 });
  const written = await sum();
  await detach(fabric, first);
  const second = await attach(fabric, spare, 'c2');
  expect(await sum()).toBe(written);
  await detach(fabric, second);
}

/** Every node is online. @returns seconds since the call */
async function allOnline(): Promise<number> {
  const began = performance.now();
  await until('every node online', MOVED_SECONDS, async () => {
    const { items } = await fabric.api.call(endpoints.listNodes, { query: { limit: 50 } });
    return items.every(({ connection }) => connection.state === 'online') ? true : undefined;
  });
  return (performance.now() - began) / 1000;
}

const legs = async () => {
  const { legs: all } = await fabric.api.call(endpoints.getVolume, { params: { id: mirror.volume.id } });
  return all.map(({ id, drive, role }) => [id, drive.id, role]);
};

const placesBut = (...lost: number[]) => [0, 1, 2].filter((place) => !lost.includes(place));
const readyz = async ({ url }: ServerProcess) => {
  const answer = await fetch(`${url}/readyz`);
  return { status: answer.status, body: (await answer.json()) as object };
};
const ready = (place: number) =>
  until(`server ${place} ready`, MOVED_SECONDS, async () => ((await readyz(fabric.server(place))).status === 200 ? true : undefined));

/** Database and hosts agree. */
async function agrees(): Promise<void> {
  const checked = await fabric.server(fabric.asked).command(['check']);
  expect(checked, checked.output).toMatchObject({ code: 0 });
  expect((await fabric.api.call(endpoints.listOrphans, { query: { limit: 200 } })).items).toEqual([]);
}

/** Runs `meanwhile` during verified I/O on the mirror, and prints the longest completion. Then the legs are the same, with the same bytes. */
async function underLoad(meanwhile: (load: Load) => Promise<void>): Promise<void> {
  const before = await legs();
  const load = await Load.start(mirror.client, mirror.device);
  await meanwhile(load);
  await load.carriesIo(mirror.device);
  console.log(`${expect.getState().currentTestName}: longest completion ${(await load.stop()).longestMs.toFixed(0)} ms`);
  expect(await legs()).toEqual(before);
  expect(await mismatches(mirror)).toBe(0);
}

/** Replaces one server after the other, while none of the requests through a load balancer may fail. */
async function replaced(program: string, meanwhile: () => Promise<void> = () => Promise.resolve()): Promise<void> {
  const balancer = await LoadBalancer.of(fabric.servers.map(({ port }) => port));
  onTestFinished(() => balancer.close());
  const everyServer = () =>
    until('all servers ready at the load balancer', MOVED_SECONDS, async () => (balancer.readyPorts.length === 3 ? true : undefined));
  await everyServer();
  const api = fabric.api.at(balancer.url);
  const failures: string[] = [];
  let [requests, stopped] = [0, false];
  const reader = (async () => {
    while (!stopped) {
      requests += 1;
      await api.call(endpoints.listVolumes, { query: { limit: 50 } }).catch((error: Error) => failures.push(error.message));
      await sleep(100);
    }
  })();
  await underLoad(async (load) => {
    for (const place of [0, 1, 2]) {
      fabric.asked = placesBut(place)[0] as number;
      const server = fabric.server(place);
      expect(await server.stop()).toBe(0);
      server.program = program;
      await server.start();
      await everyServer();
      await load.carriesIo(mirror.device);
    }
    await allOnline();
    await works();
    await meanwhile();
  }).finally(() => {
    stopped = true;
  });
  await reader;
  console.log(`${requests} requests while servers were replaced, ${failures.length} failed`);
  expect(failures).toEqual([]);
  expect(requests).toBeGreaterThan(50);
}

describe.sequential('three servers', () => {
  test('row: three servers upgraded under load, one after the other, then the agents: no failed request, no I/O error', {
    timeout: 900_000,
  }, async () => {
    await replaced(builtServer, async () => {
      const bundle = await readFile(agentBundle);
      for (const machine of fabric.nodes) await fabric.replaceAgent(machine, bundle);
      await works();
    });
    await agrees();
  });

  test("row: server and MongoDB's primary of one place end at once: agents and work move to the others, and the place joins again", {
    timeout: 900_000,
  }, async () => {
    const lost = await fabric.mongo.primary();
    await underLoad(async (load) => {
      const began = performance.now();
      await fabric.lose(lost);
      fabric.asked = placesBut(lost)[0] as number;
      for (const place of placesBut(lost)) await ready(place);
      console.log(`place ${lost} lost: the others are ready after ${((performance.now() - began) / 1000).toFixed(1)} s`);
      console.log(`every node online ${(await allOnline()).toFixed(1)} s later`);
      await load.carriesIo(mirror.device);
      await works();
      await fabric.restore(lost);
      await ready(lost);
    });
    fabric.asked = lost;
    await allOnline();
    await works();
    await agrees();
  });

  test('row: each server in turn is stopped for 60 s and goes on (SIGSTOP, SIGCONT): the others do its work, and all agree afterwards (S3)', {
    timeout: 900_000,
  }, async () => {
    for (const place of [0, 1, 2]) {
      const { pid } = fabric.server(place);
      onTestFinished(() => void process.kill(pid, 'SIGCONT'));
      await underLoad(async () => {
        const began = performance.now();
        process.kill(pid, 'SIGSTOP');
        fabric.asked = placesBut(place)[0] as number;
        await allOnline();
        await works();
        await sleep(Math.max(0, PAUSE_MS - (performance.now() - began))); // the pause that the row is named after
        process.kill(pid, 'SIGCONT');
        await ready(place);
        await allOnline();
        await works();
      });
      await agrees();
    }
  });

  test('row: two of three places end, then the third: reads have their age, changes are refused, I/O goes on; all return', {
    timeout: 900_000,
  }, async () => {
    const left = 2;
    fabric.asked = left;
    const api = fabric.apiOf(left);
    await underLoad(async (load) => {
      await Promise.all(placesBut(left).map((place) => fabric.lose(place)));
      const headers = { cookie: api.sessionCookie ?? '' };
      const age = await until('an answer with its age', MOVED_SECONDS, async () => {
        const answer = await fetch(`${api.url}/api/v1/volumes`, { headers });
        return answer.status === 200 ? (answer.headers.get('age') ?? undefined) : undefined;
      });
      expect(Number(age)).toBeGreaterThan(0);
      expect(await readyz(fabric.server(left))).toMatchObject({ status: 503, body: { reason: { code: 'database-without-primary' } } });
      const refused = await api
        .call(endpoints.createDriveClass, { body: { name: 'refused', members: { by: 'selector', selector: {} } } })
        .catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(ProblemError);
      expect((refused as ProblemError).problem).toMatchObject({ status: 503, reason: { code: 'database-without-primary' } });
      await load.carriesIo(mirror.device);
      await fabric.lose(left);
      await sleep(20_000); // longer than agents need to notice that no server is left
      await load.carriesIo(mirror.device);
      await fabric.restore(0, 1, 2);
      for (const place of [0, 1, 2]) await ready(place);
      await allOnline();
    });
    await works();
    await agrees();
  });

  test('row: three servers rolled back under load, one after the other: no failed request, no I/O error', {
    timeout: 900_000,
  }, async () => {
    await replaced(older.server);
  });
});
