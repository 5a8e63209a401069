/** A real server process is killed in the middle of a deployment, and of its undo: the next process goes on, and no step is done twice. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { GiB } from '@weft/shared/units';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiClient, until } from '../../support/api-client.js';
import { ServerProcess } from '../../support/server-process.js';
import { type SimulatedNode, SimulationProcess } from '../../support/simulation-process.js';

let directory: string;
let server: ServerProcess;
let simulation: SimulationProcess;
let api: ApiClient;

const nics = (host: number) => [{ name: 'eth1', address: `10.10.1.${host}/24`, storageNetwork: 'fabric' }];
const nodes: SimulatedNode[] = [
  ...[1, 2, 3].map((number) => ({
    name: `target-${number}`,
    nics: nics(number),
    drives: ['A', 'B'].map((slot) => ({ serial: `SIM-${number}${slot}`, model: 'Simulated NVMe', sizeBytes: 100 * GiB })),
  })),
  { name: 'client-1', nics: nics(101), drives: [] },
];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'weft-deployment-'));
  const { uri, name: database } = testDatabase();
  server = await ServerProcess.start({
    directory: join(directory, 'server'),
    mongoUri: uri,
    database,
    environment: { WEFT_LOG_LEVEL: 'warn' },
  });
  api = await server.administrator();
  simulation = await SimulationProcess.enroll(api, join(directory, 'simulation'), nodes);
  await simulation.start();
  await blank();
}, 120_000);

afterAll(async () => {
  await simulation?.stop();
  await server?.stop();
  await rm(directory, { recursive: true, force: true });
});

const blank = () =>
  until('six blank drives', 60, async () =>
    (await api.call(endpoints.listDrives, { query: { state: 'available' } })).total === 6 ? true : undefined,
  );
const get = (id: string) => api.call(endpoints.getDeployment, { params: { id } });
const reached = (id: string, count: number) =>
  until(`${count} ended steps`, 60, async () => {
    const { steps } = await get(id);
    return steps.filter(({ state }) => state === 'done' || state === 'undone').length >= count ? true : undefined;
  });
const ended = (id: string) =>
  until('the end of the deployment', 120, async () => {
    const found = await get(id);
    return found.state === 'running' ? undefined : found;
  });
async function restart(): Promise<void> {
  await server.kill();
  await server.start();
}

test('goes on after the server was killed while it applied, and while it undid', async () => {
  const { document } = await api.call(endpoints.proposeDeployment, { body: {} });
  const before = await api.call(endpoints.currentDeployment);
  const small = { ...document, volumes: document.volumes.map((volume) => ({ ...volume, sizeBytes: GiB })), attachments: [] };
  const { id } = await api.call(endpoints.createDeployment, { body: { document: small } });
  await reached(id, 2);
  await restart();
  expect(await ended(id)).toMatchObject({ state: 'done', error: null });
  expect(await api.call(endpoints.diffDeployment, { body: { document: small } })).toMatchObject({ add: [], change: [], conflicts: [] });
  // Each drive was ordered once.
  expect((await api.call(endpoints.listJobs, { query: { kind: 'drive.take', limit: 200 } })).total).toBe(6);
  expect((await api.call(endpoints.listVolumes)).items.map(({ name }) => name)).toEqual(['data-client-1']);

  await api.call(endpoints.undoDeployment, { params: { id } });
  await until('an undone step', 60, async () => ((await get(id)).steps.some(({ state }) => state === 'undone') ? true : undefined));
  await restart();
  expect(await ended(id)).toMatchObject({ state: 'done', goal: 'undone', error: null });
  await blank();
  expect(await api.call(endpoints.currentDeployment)).toEqual(before);
  expect((await api.call(endpoints.listJobs, { query: { kind: 'drive.release', limit: 200 } })).total).toBe(6);
}, 300_000);
