/** The simulated cluster as `npm start` runs it: real server, real agents, simulated machines. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Attachment } from '@weft/shared/kinds/attachment';
import type { Volume } from '@weft/shared/kinds/volume';
import { GiB } from '@weft/shared/units';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiClient, until } from '../support/api-client.js';
import { ServerProcess } from '../support/server-process.js';
import { type SimulatedNode, SimulationProcess } from '../support/simulation-process.js';
import { takeDrives } from '../support/take-drives.js';

let directory: string;
let server: ServerProcess;
let simulation: SimulationProcess;
let api: ApiClient;
let volume: Volume;
let attachment: Attachment;

const nics = (host: number) =>
  [1, 2].map((network) => ({ name: `eth${network}`, address: `10.10.${network}.${host}/24`, storageNetwork: `storage-${network}` }));
const nodes: SimulatedNode[] = [
  ...[1, 2, 3].map((at) => ({
    name: `target-${at}`,
    nics: nics(at),
    drives: [1, 2].map((drive) => ({ serial: `SIM-${at}-${drive}`, model: 'Simulated NVMe', sizeBytes: 100 * GiB })),
  })),
  { name: 'client-1', nics: nics(101), drives: [] },
];

const attachments = async () => (await api.call(endpoints.listAttachments)).items;
const bootId = async () => (await api.call(endpoints.listNodes, { query: { name: 'client-1' } })).items[0]?.bootId;
const nodeState = async (name: string) => (await api.call(endpoints.listNodes, { query: { name } })).items[0]?.connection.state;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'weft-simulation-'));
  const { uri, name: database } = testDatabase();
  server = await ServerProcess.start({
    directory: join(directory, 'server'),
    mongoUri: uri,
    database,
    environment: { WEFT_LOG_LEVEL: 'warn' },
  });
  api = await server.administrator();
  const settings = await api.call(endpoints.getSettings);
  const storageNetworks = [1, 2].map((network) => ({ name: `storage-${network}`, cidrs: [`10.10.${network}.0/24`] }));
  await api.call(endpoints.updateSettings, { body: { storageNetworks, nodeLostAfterSeconds: 5 }, ifMatch: settings.version });
  simulation = await SimulationProcess.enroll(api, join(directory, 'simulation'), nodes, { load: { readIops: 7000, writeIops: 3000 } });
  await simulation.start();
  await takeDrives(api, 6);
}, 120_000);

afterAll(async () => {
  await simulation?.stop();
  await server?.stop();
  await rm(directory, { recursive: true, force: true });
});

test('creates and attaches a raid10 volume on simulated machines', async () => {
  const driveClass = await api.call(endpoints.createDriveClass, {
    body: { name: 'fast', members: { by: 'selector', selector: { models: ['Simulated NVMe'] } } },
  });
  const created = await api.call(endpoints.createVolume, {
    body: { name: 'orders', driveClassId: driveClass.id, sizeBytes: 64 * GiB, protection: 'raid10', stripeWidth: 2 },
  });
  await api.done(created.job.id);
  volume = created.volume;
  const [client] = (await api.call(endpoints.listNodes, { query: { name: 'client-1' } })).items;
  const attached = await api.call(endpoints.createAttachment, { body: { volumeId: volume.id, nodeId: client?.id ?? '' } });
  await api.done(attached.job.id);
  attachment = await api.call(endpoints.getAttachment, { params: { id: attached.attachment.id } });
  expect(await attachments()).toMatchObject([{ state: 'attached' }]);
});

test('keeps the attachment and the boot id when the simulation is stopped and started', async () => {
  const before = await bootId();
  await simulation.stop();
  await until('nodes lost', 30, async () => ((await nodeState('client-1')) === 'online' ? undefined : true));
  await simulation.start();
  await until('nodes online', 30, async () => ((await nodeState('client-1')) === 'online' ? true : undefined));
  expect(await attachments()).toMatchObject([{ state: 'attached', device: '/dev/weft/orders' }]);
  expect(await bootId()).toBe(before);
});

test('boots the machines and attaches the volume again after the simulation is killed', async () => {
  await simulation.stop('SIGKILL');
  const before = await bootId();
  await simulation.start();
  await until('another boot', 60, async () => ((await bootId()) === before ? undefined : true));
  const open = (yes: boolean) => simulation.fault({ fault: 'open', node: 'client-1', volume: 'orders', open: yes });
  await until('the device', 30, () =>
    open(true).then(
      () => true,
      () => undefined,
    ),
  );
  await open(false);
  expect(await attachments()).toMatchObject([{ state: 'attached' }]);
});

test('reports a target as lost after a power failure, and as online after its boot', async () => {
  await simulation.fault({ fault: 'kill-node', node: 'target-1' });
  await until('target-1 lost', 30, async () => ((await nodeState('target-1')) === 'online' ? undefined : true));
  await simulation.fault({ fault: 'boot-node', node: 'target-1' });
  await until('target-1 online', 30, async () => ((await nodeState('target-1')) === 'online' ? true : undefined));
});

test('frees all space of the drives when the volume is detached and deleted', async () => {
  await simulation.fault({ fault: 'load', node: 'client-1', volume: 'orders', runs: false });
  const { version } = await api.call(endpoints.getAttachment, { params: { id: attachment.id } });
  const detached = await api.call(endpoints.deleteAttachment, { params: { id: attachment.id }, ifMatch: version });
  await api.done(detached.job.id);
  const current = await api.call(endpoints.getVolume, { params: { id: volume.id } });
  const deleted = await api.call(endpoints.deleteVolume, { params: { id: volume.id }, ifMatch: current.version });
  await api.done(deleted.job.id);
  const { items } = await api.call(endpoints.listDrives, { query: { limit: 200 } });
  expect(new Set(items.map((drive) => drive.freeBytes)).size).toBe(1);
});
