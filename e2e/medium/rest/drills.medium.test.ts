/** Each kind of drill against real server processes, a scratch volume, and a server that is killed in the middle of a fault. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { type Drill, drillEnded, drillKinds } from '@weft/shared/kinds/drills/drill';
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
let driveClassId: string;
let clientId: string;

const nics = (host: number) =>
  [1, 2].map((network) => ({ name: `eth${network}`, address: `10.10.${network}.${host}/24`, storageNetwork: `storage-${network}` }));
const target = (number: number): SimulatedNode => ({
  name: `target-${number}`,
  nics: nics(number),
  drives: [{ serial: `SIM-${number}`, model: 'Simulated NVMe', sizeBytes: 100 * GiB }],
});
const nodes: SimulatedNode[] = [target(1), target(2), { name: 'client-1', nics: nics(101), drives: [] }];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'weft-drills-'));
  const { uri, name: database } = testDatabase();
  const environment = { WEFT_LOG_LEVEL: 'warn' };
  server = await ServerProcess.start({ directory: join(directory, 'server'), mongoUri: uri, database, environment });
  api = await server.administrator();
  const settings = await api.call(endpoints.getSettings);
  const storageNetworks = [1, 2].map((network) => ({ name: `storage-${network}`, cidrs: [`10.10.${network}.0/24`] }));
  await api.call(endpoints.updateSettings, { body: { storageNetworks }, ifMatch: settings.version });
  simulation = await SimulationProcess.enroll(api, join(directory, 'simulation'), nodes);
  await simulation.start();
  await takeDrives(api, 2);
  const members = { by: 'selector' as const, selector: { models: ['Simulated NVMe'] } };
  driveClassId = (await api.call(endpoints.createDriveClass, { body: { name: 'all', members } })).id;
  clientId = (await api.call(endpoints.listNodes, { query: { name: 'client-1' } })).items[0]?.id ?? '';
}, 180_000);

afterAll(async () => {
  await simulation?.stop();
  await server?.stop();
  await rm(directory, { recursive: true, force: true });
});

const scratch = () => ({ nodeId: clientId, sizeBytes: 64 * MiB, driveClassId });
const get = (id: string) => api.call(endpoints.getDrill, { params: { id } });
const ended = (id: string): Promise<Drill> =>
  until('the end of the drill', 200, async () => {
    const found = await get(id);
    return drillEnded.includes(found.state) ? found : undefined;
  });
const inFault = (id: string): Promise<Drill> =>
  until('the fault', 90, async () => {
    const found = await get(id);
    expect(found.error).toBeNull();
    return found.phase === 'fault' && found.faultAt !== null ? found : undefined;
  });

test.each(drillKinds)(
  '%s on a scratch volume: made, shown, taken back, reported, and the volume removed',
  async (kind) => {
    const { drill } = await api.call(endpoints.createDrill, { body: { kind, faultSeconds: 6, scratch: scratch() } });
    const done = await ended(drill.id);
    expect(done, JSON.stringify(done.error)).toMatchObject({ state: 'done', error: null, isScratch: true, report: { errors: 0 } });
    expect(done.report.longestStallSeconds).toBeLessThanOrEqual(done.report.stallLimitSeconds);
    expect(done.report.ios).toBeGreaterThan(100);
    expect(done.report.shownSeconds).not.toBeNull();
    expect(done.report.wholeSeconds).not.toBeNull();
    expect((await api.call(endpoints.listVolumes)).items).toEqual([]);
  },
  300_000,
);

test('a server that is killed during a fault: the agent ends it by itself, and the next server ends the drill', async () => {
  const { drill } = await api.call(endpoints.createDrill, { body: { kind: 'cut-network', faultSeconds: 120, scratch: scratch() } });
  await inFault(drill.id);
  await server.kill();
  // Longer than an agent goes on without a server that lists the order, and far shorter than the fault.
  await new Promise((resolve) => setTimeout(resolve, 20_000));
  await server.start();
  const found = await until('the volume with all its paths', 30, async () => {
    const [volume] = (await api.call(endpoints.listVolumes)).items;
    const { legs } = volume ? await api.call(endpoints.getVolume, { params: { id: volume.id } }) : { legs: [] };
    const isWhole =
      legs.length > 0 && legs.every(({ observations }) => observations?.health === 'healthy' && observations.reason !== 'path-lost');
    return isWhole ? legs : undefined;
  });
  expect(found).toHaveLength(2);
  const end = await ended(drill.id);
  expect(drillEnded).toContain(end.state);
  expect((await api.call(endpoints.listVolumes)).items).toEqual([]);
}, 300_000);
