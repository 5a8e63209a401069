/** The database's primary fails repeatedly while people provision. Hosts are simulated: the test is about the server and its MongoDB. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Response as Answer, Endpoint } from '@weft/shared/endpoints/definition/endpoint';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { GiB } from '@weft/shared/units';
import { type MongoReplicaSet, startMongo } from '@weft/test-support/mongo';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiClient, type CallOptions, ProblemError, until } from '../../../support/api-client.js';
import { ServerProcess } from '../../../support/server-process.js';
import { type SimulatedNode, SimulationProcess } from '../../../support/simulation-process.js';

const ELECTIONS = 20;
/** Half of them are created and deleted; the other half are created, attached and detached. */
const VOLUMES = 120;

let directory: string;
let mongo: MongoReplicaSet;
let server: ServerProcess;
let simulation: SimulationProcess;
let api: ApiClient;

const nics = (host: number) => [{ name: 'eth1', address: `10.10.1.${host}/24`, storageNetwork: 'storage-1' }];
const nodes: SimulatedNode[] = [
  ...[1, 2, 3].map((at) => ({
    name: `t${at}`,
    nics: nics(at),
    drives: [1, 2].map((drive) => ({ serial: `SIM-${at}-${drive}`, model: 'Simulated NVMe', sizeBytes: 200 * GiB })),
  })),
  { name: 'c1', nics: nics(101), drives: [] },
];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'weft-primaries-'));
  mongo = await startMongo({ members: 3 });
  server = await ServerProcess.start({
    directory: join(directory, 'server'),
    mongoUri: mongo.uri,
    environment: { WEFT_LOG_LEVEL: 'warn' },
  });
  api = await server.administrator();
  const settings = await api.call(endpoints.getSettings);
  await api.call(endpoints.updateSettings, {
    body: { storageNetworks: [{ name: 'storage-1', cidrs: ['10.10.1.0/24'] }] },
    ifMatch: settings.version,
  });
  simulation = await SimulationProcess.enroll(api, join(directory, 'simulation'), nodes);
  await simulation.start();
  const drives = await until('six drives', 60, async () => {
    const { items } = await api.call(endpoints.listDrives, { query: { state: 'available', limit: 200 } });
    return items.length === 6 ? items : undefined;
  });
  const jobs = await Promise.all(drives.map(({ id, version }) => api.call(endpoints.takeDrive, { params: { id }, ifMatch: version })));
  for (const { job } of jobs) await api.done(job.id);
}, 180_000);

afterAll(async () => {
  await simulation?.stop();
  await server?.stop();
  await mongo?.stop();
  if (!process.env.WEFT_KEEP_LAB) await rm(directory, { recursive: true, force: true });
}, 60_000);

/** Number of answered changes. */
let calls = 0;
let retries = 0;

/** Repeats a call with the same key until it is answered, as a careful caller does. Neither silence nor "unavailable" counts as an answer. */
async function persistently<const E extends Endpoint>(endpoint: E, options: CallOptions<E>): Promise<Answer<E>> {
  const headers = { 'idempotency-key': randomUUID() };
  const answer = await until(endpoint.id, 120, async () => {
    try {
      return { answer: await api.call(endpoint, { ...options, headers }) };
    } catch (error) {
      const repeatLater = error instanceof ProblemError && (error.problem.status === 503 || /still running/.test(error.problem.detail));
      if (error instanceof ProblemError && !repeatLater) throw error;
      retries++;
      return undefined;
    }
  });
  if (endpoint.method !== 'GET') calls++;
  return answer.answer;
}

type Get = typeof endpoints.getVolume | typeof endpoints.getAttachment;
type Delete = typeof endpoints.deleteVolume | typeof endpoints.deleteAttachment;

/** Reads the object and deletes it until it does not exist: a delete whose answer was lost is safe to repeat. */
async function gone(id: string, get: Get, remove: Delete): Promise<void> {
  let ordered = false;
  await until(`${id} gone`, 180, async () => {
    try {
      const { version } = await api.call<Get>(get, { params: { id } });
      if (!ordered) await api.call<Delete>(remove, { params: { id }, ifMatch: version });
      ordered = true;
      return undefined;
    } catch (error) {
      if (!(error instanceof ProblemError)) retries++;
      else if (error.problem.status === 404) return true;
      // Stale version: it has changed since the read. Wrong state: the delete whose answer was lost is running.
      else if (![409, 412, 503].includes(error.problem.status)) throw error;
      return undefined;
    }
  });
  calls++;
}

const drives = async () => (await api.call(endpoints.listDrives, { query: { limit: 200 } })).items;
const freeBytes = async () => Object.fromEntries((await drives()).map(({ serial, freeBytes: free }) => [serial, free]));

test('row: 20 times a new primary during 300 provisioning calls: no acknowledged change is lost, no space leaks', async () => {
  const before = await freeBytes();
  const driveClass = await api.call(endpoints.createDriveClass, {
    body: { name: 'all', members: { by: 'selector', selector: { models: ['Simulated NVMe'] } } },
  });
  const [client] = (await api.call(endpoints.listNodes, { query: { name: 'c1' } })).items;
  const kept: string[] = [];

  const provision = async (at: number) => {
    const name = `volume-${at}`;
    const { volume, job } = await persistently(endpoints.createVolume, {
      body: { name, driveClassId: driveClass.id, sizeBytes: GiB, protection: 'raid1' },
    });
    await settled(job.id);
    if (at % 2 === 0) {
      kept.push(name);
      const { attachment, job: attaching } = await persistently(endpoints.createAttachment, {
        body: { volumeId: volume.id, nodeId: client?.id ?? '' },
      });
      await settled(attaching.id);
      await gone(attachment.id, endpoints.getAttachment, endpoints.deleteAttachment);
    } else {
      await gone(volume.id, endpoints.getVolume, endpoints.deleteVolume);
    }
  };
  const settled = (id: string) =>
    until(`job ${id}`, 180, async () => {
      const { state, error } = await persistently(endpoints.getJob, { params: { id } });
      if (state === 'failed') throw new Error(`job ${id} failed: ${JSON.stringify(error)}`);
      return state === 'done' ? true : undefined;
    });

  let next = 0;
  const worker = async () => {
    while (next < VOLUMES) await provision(next++);
  };
  let over = false;
  const elections = async () => {
    for (let count = 1; count <= ELECTIONS; count++) {
      const primary = await mongo.primary();
      await mongo.kill(primary);
      await mongo.restart(primary);
      // At least one answer between two elections, so that each election interrupts changes.
      const answered = calls;
      await until('an answer', 120, async () => (calls > answered || over ? true : undefined));
      await sleep(200);
      if (over) return count;
    }
    return ELECTIONS;
  };
  const [held] = await Promise.all([
    elections(),
    Promise.all(Array.from({ length: 6 }, worker)).finally(() => {
      over = true;
    }),
  ]);
  console.log(`${held} elections, ${calls} calls answered, ${retries} repeated`);
  expect(held).toBe(ELECTIONS);
  expect(calls).toBeGreaterThanOrEqual(300);

  const { items } = await api.call(endpoints.listVolumes, { query: { limit: 200 } });
  expect(items.map(({ name }) => name).sort()).toEqual(kept.sort());
  for (const volume of items) {
    const { version } = await api.call(endpoints.getVolume, { params: { id: volume.id } });
    await api.done((await api.call(endpoints.deleteVolume, { params: { id: volume.id }, ifMatch: version })).job.id);
  }
  expect(await freeBytes()).toEqual(before);
  for (const node of (await api.call(endpoints.listNodes)).items) expect(node.orphans.count).toBe(0);
});
