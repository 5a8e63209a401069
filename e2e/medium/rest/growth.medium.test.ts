/** Growth of a concatenation beyond its drive, on simulated machines: real server, real agents. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Problem } from '@weft/shared/errors/errors';
import type { Volume } from '@weft/shared/kinds/volume';
import { GiB } from '@weft/shared/units';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiClient, ProblemError, until } from '../../support/api-client.js';
import { ServerProcess } from '../../support/server-process.js';
import { type SimulatedNode, SimulationProcess } from '../../support/simulation-process.js';
import { takeDrives } from '../../support/take-drives.js';

let directory: string;
let server: ServerProcess;
let simulation: SimulationProcess;
let api: ApiClient;
let volumeId: string;
let attachmentId: string;

const DRIVE = 20 * GiB;
const node = (name: string, network: number, host: number, drives = 1): SimulatedNode => ({
  name,
  nics: [{ name: 'eth1', address: `10.10.${network}.${host}/24`, storageNetwork: `storage-${network}` }],
  drives: Array.from({ length: drives }, () => ({ serial: `S-${name}`, model: 'Simulated NVMe', sizeBytes: DRIVE })),
});
// The client cannot reach target-3.
const nodes = [node('target-1', 1, 1), node('target-2', 1, 2), node('target-3', 2, 3), node('client-1', 1, 101, 0)];

const volume = (): Promise<Volume> => api.call(endpoints.getVolume, { params: { id: volumeId } });
const nodeOf = async (name: string) =>
  (await api.call(endpoints.listNodes, { query: { name } })).items[0] ?? expect.fail(`no node ${name}`);
const drives = async () => (await api.call(endpoints.listDrives, { query: { limit: 200 } })).items;
const isOnline = async (name: string, online: boolean) =>
  until(`${name} ${online ? 'online' : 'lost'}`, 30, async () =>
    ((await nodeOf(name)).connection.state === 'online') === online ? true : undefined,
  );
const healthIs = (health: Volume['health']) => until(health, 30, async () => ((await volume()).health === health ? true : undefined));
async function grow(sizeBytes: number, dryRun = false): Promise<Volume> {
  const { version } = await volume();
  return api.call(endpoints.updateVolume, { params: { id: volumeId }, body: { sizeBytes, dryRun }, ifMatch: version });
}
async function refusal(call: Promise<unknown>): Promise<Problem> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ProblemError) return error.problem;
    throw error;
  }
  return expect.fail('it was not refused');
}
const growJob = async () => {
  const { items } = await api.call(endpoints.listJobs, { query: { kind: 'volume.grow', subjectId: volumeId, sort: '-createdAt' } });
  return items[0]?.id ?? expect.fail('no job');
};

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'weft-growth-'));
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
  await api.call(endpoints.updateSettings, { body: { storageNetworks, nodeLostAfterSeconds: 3 }, ifMatch: settings.version });
  simulation = await SimulationProcess.enroll(api, join(directory, 'simulation'), nodes, { load: { readIops: 7000, writeIops: 3000 } });
  await simulation.start();
  await takeDrives(api, 3);
  const members = { by: 'selector' as const, selector: { models: ['Simulated NVMe'] } };
  const { id: driveClassId } = await api.call(endpoints.createDriveClass, { body: { name: 'all', members } });
  // Keep the volume off the drive that its client cannot reach.
  const far = (await drives()).find(({ serial }) => serial === 'S-target-3') ?? expect.fail('no drive');
  const cordoned = await api.call(endpoints.cordonDrive, { params: { id: far.id }, ifMatch: far.version });
  const created = await api.call(endpoints.createVolume, {
    body: { name: 'archive', driveClassId, sizeBytes: 10 * GiB, protection: 'concatenated' },
  });
  await api.done(created.job.id);
  await api.call(endpoints.uncordonDrive, { params: { id: far.id }, ifMatch: cordoned.version });
  volumeId = created.volume.id;
  const attached = await api.call(endpoints.createAttachment, { body: { volumeId, nodeId: (await nodeOf('client-1')).id } });
  await api.done(attached.job.id);
  attachmentId = attached.attachment.id;
  await simulation.fault({ fault: 'open', node: 'client-1', volume: 'archive', open: true });
}, 120_000);

afterAll(async () => {
  await simulation?.stop();
  await server?.stop();
  await rm(directory, { recursive: true, force: true });
});

test('refuses to grow a concatenation beyond reachable online drives, or while it is stalled', async () => {
  const [{ node: home } = expect.fail('no leg')] = (await volume()).legs;
  const other = home.name === 'target-1' ? 'target-2' : 'target-1';
  const tooLarge = await refusal(grow(50 * GiB));
  expect(tooLarge).toMatchObject({ code: 'insufficient-space', status: 422, field: 'sizeBytes' });
  const [{ needed, available } = expect.fail('no shortage')] = tooLarge.shortages ?? [];
  expect(needed).toBeGreaterThan(available);
  expect(tooLarge.detail).toContain('1 of target-3, which client-1 shares no storage network with');

  await simulation.fault({ fault: 'kill-node', node: other });
  await isOnline(other, false);
  expect((await refusal(grow(30 * GiB))).detail).toMatch(new RegExp(`of nodes that are not online \\(S-${other} of ${other}\\)`));
  await simulation.fault({ fault: 'boot-node', node: other });
  await isOnline(other, true);

  await simulation.fault({ fault: 'kill-node', node: home.name });
  await healthIs('stalled');
  expect(await refusal(grow(30 * GiB))).toMatchObject({
    code: 'wrong-state',
    detail: expect.stringMatching(/cannot grow now: it is stalled/),
  });
  await simulation.fault({ fault: 'boot-node', node: home.name });
  await healthIs('healthy');
});

test('appends a leg on another drive in use, across a restart of the server (S2, S6, S9)', async () => {
  const before = await volume();
  const planned = await grow(30 * GiB, true);
  expect(
    planned.legs
      .map(({ index, node: { name } }) => [index, name])
      .map(([, name]) => name)
      .sort(),
  ).toEqual(['target-1', 'target-2']);
  expect(await volume()).toEqual(before);

  const growing = await grow(30 * GiB);
  expect(growing).toMatchObject({ sizeBytes: 10 * GiB, growth: { toSizeBytes: 30 * GiB } });
  await server.stop();
  await server.start();
  await api.done(await growJob());
  const after = await volume();
  expect(after).toMatchObject({ sizeBytes: 30 * GiB, growth: null, health: 'healthy', state: 'available', epoch: 1 });
  expect(after.legs.map(({ drive }) => drive.serial)).toEqual(planned.legs.map(({ drive }) => drive.serial));
  expect(after.legs.reduce((sum, { dataBytes }) => sum + dataBytes, 0)).toBe(30 * GiB);
  expect(after.legs.map(({ health }) => health)).toEqual(['healthy', 'healthy']);
  const booked = new Map((await drives()).map((each) => [each.id, each.allocatedBytes]));
  expect(after.legs.map(({ drive }) => booked.get(drive.id))).toEqual(after.legs.map(({ sizeBytes }) => sizeBytes));
  const { paths, open, state } = await api.call(endpoints.getAttachment, { params: { id: attachmentId } });
  expect([state, open, paths.map(({ controllerState }) => controllerState)]).toEqual(['attached', true, ['live', 'live']]);
});

test('refuses growth on nodes in maintenance, and reports since when and by whom', async () => {
  const { legs } = await volume();
  const last = legs.at(-1)?.node.name ?? '';
  const about = async (name: string) => {
    const { id, version } = await nodeOf(name);
    return { params: { id }, ifMatch: version };
  };
  // `force`, because the volume cannot run without its nodes.
  for (const name of ['target-1', 'target-2'])
    await api.call(endpoints.startMaintenance, { ...(await about(name)), body: { force: true, nodeName: name } });
  const here = await refusal(grow(30 * GiB + GiB / 2));
  expect(here).toMatchObject({ code: 'wrong-state', field: 'sizeBytes' });
  expect(here.detail).toMatch(new RegExp(`Node ${last} is in maintenance since .*, asked for by admin.*grow it afterwards`));
  const elsewhere = await refusal(grow(45 * GiB));
  expect(elsewhere.detail).toMatch(/Not counted: .*of target-\d, in maintenance since .*, asked for by admin/);
  for (const name of ['target-1', 'target-2']) await api.call(endpoints.endMaintenance, await about(name));
});

test('grows within the last drive without a new leg, and frees all space on deletion', async () => {
  await grow(31 * GiB);
  await api.done(await growJob());
  expect(await volume()).toMatchObject({ sizeBytes: 31 * GiB, legs: [{ index: 0 }, { index: 1 }] });
  await simulation.fault({ fault: 'open', node: 'client-1', volume: 'archive', open: false });
  await simulation.fault({ fault: 'load', node: 'client-1', volume: 'archive', runs: false });
  const { version } = await api.call(endpoints.getAttachment, { params: { id: attachmentId } });
  await api.done((await api.call(endpoints.deleteAttachment, { params: { id: attachmentId }, ifMatch: version })).job.id);
  const current = await volume();
  await api.done((await api.call(endpoints.deleteVolume, { params: { id: volumeId }, ifMatch: current.version })).job.id);
  expect((await drives()).map(({ allocatedBytes }) => allocatedBytes)).toEqual([0, 0, 0]);
});
