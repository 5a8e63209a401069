/** A real server process is killed while a benchmark runs: the agents go on with their step, and the next process with the benchmark. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { benchmarkEnded } from '@weft/shared/kinds/benchmarks/benchmark';
import { GiB, MiB } from '@weft/shared/units';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiClient, until } from '../../support/api-client.js';
import { ServerProcess } from '../../support/server-process.js';
import { type SimulatedNode, SimulationProcess } from '../../support/simulation-process.js';
import { takeDrives } from '../../support/take-drives.js';

let directory: string;
let server: ServerProcess;
let simulation: SimulationProcess;
let api: ApiClient;

const nics = (host: number) => [{ name: 'eth1', address: `10.10.1.${host}/24`, storageNetwork: 'storage-1' }];
const nodes: SimulatedNode[] = [
  { name: 'target-1', nics: nics(1), drives: [{ serial: 'SIM-1', model: 'Simulated NVMe', sizeBytes: 100 * GiB }] },
  { name: 'client-1', nics: nics(101), drives: [] },
];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'weft-benchmark-'));
  const { uri, name: database } = testDatabase();
  server = await ServerProcess.start({
    directory: join(directory, 'server'),
    mongoUri: uri,
    database,
    environment: { WEFT_LOG_LEVEL: 'warn' },
  });
  api = await server.administrator();
  const settings = await api.call(endpoints.getSettings);
  const storageNetworks = [{ name: 'storage-1', cidrs: ['10.10.1.0/24'] }];
  await api.call(endpoints.updateSettings, { body: { storageNetworks }, ifMatch: settings.version });
  simulation = await SimulationProcess.enroll(api, join(directory, 'simulation'), nodes);
  await simulation.start();
  await takeDrives(api, 1);
}, 120_000);

afterAll(async () => {
  await simulation?.stop();
  await server?.stop();
  await rm(directory, { recursive: true, force: true });
});

test('goes on after the server was killed: no step runs twice, and scratch volumes are removed', async () => {
  const driveClass = await api.call(endpoints.createDriveClass, {
    body: { name: 'all', members: { by: 'selector', selector: { models: ['Simulated NVMe'] } } },
  });
  const [client] = (await api.call(endpoints.listNodes, { query: { name: 'client-1' } })).items;
  const point = { access: 'random' as const, readPercent: 70, blockBytes: 4096 as const, jobs: 1, depth: 8 };
  const scratch = { nodeIds: [client?.id ?? ''], sizeBytes: 64 * MiB, driveClassId: driveClass.id, protection: 'concatenated' as const };
  const { benchmark } = await api.call(endpoints.createBenchmark, {
    body: { profile: 'own', points: [point], runSeconds: 8, repeats: 2, precondition: false, scratch },
  });
  const get = () => api.call(endpoints.getBenchmark, { params: { id: benchmark.id } });
  await until('a measured step', 60, async () => {
    const found = await get();
    return found.steps[found.stepIndex]?.kind === 'measure' && found.stepProgressRatio > 0 ? true : undefined;
  });
  await server.kill();
  await server.start();
  const ended = await until('the end of the benchmark', 90, async () => {
    const found = await get();
    return benchmarkEnded.includes(found.state) ? found : undefined;
  });
  expect(ended).toMatchObject({ state: 'done', error: null });
  const { results } = await api.call(endpoints.benchmarkReport, { params: { id: benchmark.id } });
  expect(results[0]?.runs.map(({ repeat }) => repeat)).toEqual([1, 2]);
  expect((await api.call(endpoints.listVolumes)).items).toEqual([]);
}, 240_000);
