/** The built CSI driver against a real server with a simulated cluster: csi-sanity whole, crashes in the middle of calls, and a node that is gone. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { GiB } from '@weft/shared/units';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiClient, until } from '../../../support/api-client.js';
import { CsiDriver, csiSanity, type DriverOptions } from '../../../support/csi/csi-driver.js';
import { FakeKubernetes } from '../../../support/csi/fake-kubernetes.js';
import { readSanity, reportOf, type SanityRun, sanityArguments } from '../../../support/csi/sanity.js';
import { ServerProcess } from '../../../support/server-process.js';
import { setUp } from '../../../support/set-up.js';
import { SimulationProcess } from '../../../support/simulation-process.js';
import { takeDrives } from '../../../support/take-drives.js';

const nic = (host: number) => [{ name: 'eth1', address: `10.10.1.${host}/24`, storageNetwork: 'storage-1' }];
const zones = ['east', 'west', 'east'];
const nodes = [
  ...zones.map((zone, index) => ({
    ...{ name: `target-${index + 1}`, labels: { zone, rack: `r${index}` }, nics: nic(index + 1) },
    drives: [{ serial: `SIM-${index + 1}`, model: 'Simulated NVMe', sizeBytes: 200 * GiB }],
  })),
  ...[1, 2].map((index) => ({ name: `client-${index}`, labels: { zone: 'east' }, nics: nic(100 + index), drives: [] })),
];

let directory: string;
let server: ServerProcess;
let api: ApiClient;
let simulation: SimulationProcess;
let driver: CsiDriver;
let options: DriverOptions;
const recording = new URL('../../../../docs/recordings/csi-sanity.txt', import.meta.url);

beforeAll(async () => {
  await setUp('csi');
  directory = await mkdtemp(join(tmpdir(), 'weft-csi-'));
  const { uri, name: database } = testDatabase();
  const environment = { WEFT_LOG_LEVEL: 'warn' };
  server = await ServerProcess.start({ directory: join(directory, 'server'), mongoUri: uri, database, environment });
  api = await server.administrator();
  const { version } = await api.call(endpoints.getSettings);
  const storageNetworks = [{ name: 'storage-1', cidrs: ['10.10.1.0/24'] }];
  await api.call(endpoints.updateSettings, { body: { storageNetworks, nodeLostAfterSeconds: 2 }, ifMatch: version });
  simulation = await SimulationProcess.enroll(api, join(directory, 'simulation'), nodes);
  await simulation.start();
  await takeDrives(api, 3, 60);
  await api.call(endpoints.createDriveClass, { body: { name: 'fast', members: { by: 'selector', selector: {} } } });
  const { token } = await api.call(endpoints.createApiToken, { body: { name: 'kubernetes', role: 'administrator', expiresInDays: 1 } });
  options = { directory, server: server.url, token, node: 'client-1' };
  driver = new CsiDriver(options);
  await driver.start();
}, 900_000);
afterAll(async () => {
  await driver?.stop();
  await simulation?.stop();
  await server?.stop();
  if (directory) await rm(directory, { recursive: true, force: true });
});

async function sanity(accessType: SanityRun['accessType']): Promise<{ lines: string[]; wrong: string[] }> {
  const parameters = join(directory, 'parameters.yaml');
  await writeFile(parameters, 'class: fast\nprotection: raid1\n');
  const run = { socket: driver.socket, accessType, parameters, sizeBytes: GiB, largerBytes: 2 * GiB, directory };
  const { stdout } = await promisify(execFile)(csiSanity, sanityArguments(run), { maxBuffer: 64 * 2 ** 20 }).catch(
    (error: { stdout: string }) => error,
  );
  return readSanity(await readFile(reportOf(run), 'utf8'), stdout);
}

it('passes csi-sanity whole, for file systems and raw block', { timeout: 600_000 }, async () => {
  const shown: string[] = [];
  for (const type of ['mount', 'block'] as const) {
    const { lines, wrong } = await sanity(type);
    expect(wrong).toEqual([]);
    expect(lines.filter((line) => line.startsWith('passed')).length).toBeGreaterThanOrEqual(58);
    shown.push(`$ csi-sanity --csi.testvolumeaccesstype ${type}`, ...lines, '');
  }
  await writeFile(recording, shown.join('\n'));
});

const writer = { accessMode: { mode: 'SINGLE_NODE_WRITER' }, mount: { fsType: 'xfs' } };
const parameters = { class: 'fast', protection: 'raid1' };
const create = (name: string, more: object = {}) => ({
  ...{ name, parameters, volumeCapabilities: [writer], capacityRange: { requiredBytes: GiB } },
  ...more,
});
interface Made {
  volume: { volumeId: string; capacityBytes: number };
}
const named = async (csiName: string) =>
  (await api.call(endpoints.listVolumes, { query: { limit: 200 } })).items.filter(({ labels }) => labels['csi-name'] === csiName);
const nodeId = async (name: string) => (await api.call(endpoints.listNodes, { query: { name } })).items[0]?.id ?? expect.fail(`no ${name}`);

/** Sends a call, kills the driver some time later, and starts it again. */
async function cutShort(name: string, request: object, ms: number): Promise<void> {
  const cut = driver.call(name, request);
  await sleep(ms);
  await driver.stop('SIGKILL');
  await cut;
  await driver.start();
}

it('makes one volume and one attachment, and ends both, however often it is killed in the middle', { timeout: 300_000 }, async () => {
  const client = await nodeId('client-1');
  for (const ms of [250, 400, 600, 900]) {
    const name = `killed-after-${ms}`;
    await cutShort('Controller/CreateVolume', create(name), ms);
    const { volume } = await driver.ok<Made>('Controller/CreateVolume', create(name));
    expect((await named(name)).map(({ id }) => id)).toEqual([volume.volumeId]);

    const published = { volumeId: volume.volumeId, nodeId: client, volumeCapability: writer };
    await cutShort('Controller/ControllerPublishVolume', published, ms);
    const { publishContext } = await driver.ok<{ publishContext: Record<string, string> }>('Controller/ControllerPublishVolume', published);
    const attachments = await api.call(endpoints.listAttachments, { query: { volumeId: volume.volumeId } });
    expect(attachments.items).toMatchObject([{ id: publishContext.attachmentId, state: 'attached', mode: 'exclusive', reattach: true }]);

    const larger = { volumeId: volume.volumeId, capacityRange: { requiredBytes: 2 * GiB }, volumeCapability: writer };
    await cutShort('Controller/ControllerExpandVolume', larger, ms);
    expect(await driver.ok('Controller/ControllerExpandVolume', larger)).toEqual({ capacityBytes: 2 * GiB, nodeExpansionRequired: true });

    await cutShort('Controller/ControllerUnpublishVolume', published, ms);
    await driver.ok('Controller/ControllerUnpublishVolume', published);
    await cutShort('Controller/DeleteVolume', { volumeId: volume.volumeId }, ms);
    await driver.ok('Controller/DeleteVolume', { volumeId: volume.volumeId });
    expect(await named(name)).toEqual([]);
  }
});

it('makes one volume when two controllers are asked at once', async () => {
  const other = new CsiDriver({ ...options, directory: await mkdtemp(join(directory, 'other-')) });
  await other.start();
  try {
    const made = await Promise.all([driver, other].map((each) => each.ok<Made>('Controller/CreateVolume', create('at-once'))));
    expect(new Set(made.map(({ volume }) => volume.volumeId)).size).toBe(1);
    expect(await named('at-once')).toHaveLength(1);
  } finally {
    await other.stop();
  }
});

it('refuses unknown parameters, other values, and modes that Weft does not have, with what to do', async () => {
  const refused = async (more: object) => driver.call('Controller/CreateVolume', create('refused', more));
  expect(await refused({ parameters: { ...parameters, colour: 'red' } })).toMatchObject({
    code: 'INVALID_ARGUMENT',
    message: expect.stringMatching(/"colour".*class, protection, failureDomain/) as string,
  });
  expect(await refused({ parameters: { ...parameters, class: 'slow' } })).toMatchObject({
    message: expect.stringContaining('fast') as string,
  });
  expect(await refused({ volumeCapabilities: [{ ...writer, accessMode: { mode: 'MULTI_NODE_MULTI_WRITER' } }] })).toMatchObject({
    message: expect.stringContaining('MULTI_NODE_READER_ONLY') as string,
  });
  expect(await refused({ capacityRange: { requiredBytes: 900 * 1024 * GiB } })).toMatchObject({ code: 'RESOURCE_EXHAUSTED' });
  expect(await named('refused')).toEqual([]);
});

it('tells capacity for each class and topology', async () => {
  const capacity = async (segments?: Record<string, string>) =>
    driver.ok<{ availableCapacity: number; maximumVolumeSize?: { value: number } | null }>('Controller/GetCapacity', {
      parameters,
      ...(segments ? { accessibleTopology: { segments } } : {}),
    });
  const all = await capacity();
  expect(all.maximumVolumeSize?.value).toBeGreaterThan(100 * GiB);
  expect(all.availableCapacity).toBeGreaterThanOrEqual(all.maximumVolumeSize?.value ?? Infinity);
  expect(await capacity({ 'topology.csi.weft.org/zone': 'west' })).toEqual(all);
  expect(await capacity({ 'topology.csi.weft.org/zone': 'south' })).toMatchObject({ availableCapacity: 0 });
  const info = await driver.ok('Node/NodeGetInfo');
  expect(info).toMatchObject({
    nodeId: await nodeId('client-1'),
    accessibleTopology: { segments: { 'topology.csi.weft.org/cluster': 'weft', 'topology.csi.weft.org/zone': 'east' } },
  });
});

it('attaches to several readers, and to a second writer never', { timeout: 120_000 }, async () => {
  const [one, two] = [await nodeId('client-1'), await nodeId('client-2')];
  const { volume } = await driver.ok<Made>('Controller/CreateVolume', create('readers'));
  const publish = (node: string, mode: string) => ({
    ...{ volumeId: volume.volumeId, nodeId: node, volumeCapability: { ...writer, accessMode: { mode } } },
  });
  await driver.ok('Controller/ControllerPublishVolume', publish(one, 'SINGLE_NODE_WRITER'));
  expect(await driver.call('Controller/ControllerPublishVolume', publish(two, 'SINGLE_NODE_WRITER'))).toMatchObject({
    code: 'FAILED_PRECONDITION',
    message: expect.stringContaining(one) as string,
  });
  await driver.ok('Controller/ControllerUnpublishVolume', { volumeId: volume.volumeId, nodeId: one });
  for (const node of [one, two]) await driver.ok('Controller/ControllerPublishVolume', publish(node, 'MULTI_NODE_READER_ONLY'));
  expect(await driver.ok('Controller/ControllerGetVolume', { volumeId: volume.volumeId })).toMatchObject({
    status: { publishedNodeIds: expect.arrayContaining([one, two]) as string[], volumeCondition: { abnormal: false } },
  });
  // Nobody has written a file system, and a reader never makes one.
  const { publishContext } = await driver.ok<{ publishContext: object }>(
    'Controller/ControllerPublishVolume',
    publish(one, 'MULTI_NODE_READER_ONLY'),
  );
  const stagingTargetPath = join(directory, 'readers');
  expect(
    await driver.call('Node/NodeStageVolume', { volumeId: volume.volumeId, stagingTargetPath, volumeCapability: writer, publishContext }),
  ).toMatchObject({ code: 'FAILED_PRECONDITION', message: expect.stringContaining('blank') as string });
  await driver.ok('Controller/ControllerUnpublishVolume', { volumeId: volume.volumeId });
  await driver.ok('Controller/DeleteVolume', { volumeId: volume.volumeId });
});

it('does not delete a volume that people have made', async () => {
  const [driveClass] = (await api.call(endpoints.listDriveClasses)).items;
  const { volume, job } = await api.call(endpoints.createVolume, {
    body: { name: 'by-hand', sizeBytes: GiB, protection: 'raid1', driveClassId: driveClass?.id ?? '' },
  });
  await api.done(job.id);
  expect(await driver.call('Controller/DeleteVolume', { volumeId: volume.id })).toMatchObject({ code: 'FAILED_PRECONDITION' });
  expect(await api.call(endpoints.getVolume, { params: { id: volume.id } })).toMatchObject({ state: 'available' });
});

it('moves a volume from a node that is gone only with the taint, and after the fence', { timeout: 300_000 }, async () => {
  const kubernetes = await FakeKubernetes.start(join(directory, 'account'), { name: 'worker-2', nodeId: await nodeId('client-2') });
  const own = new CsiDriver({ ...options, directory: await mkdtemp(join(directory, 'pod-')), ...kubernetes.forDriver });
  await own.start();
  try {
    const [one, two] = [await nodeId('client-1'), await nodeId('client-2')];
    const { volume } = await own.ok<Made>('Controller/CreateVolume', create('moved'));
    const on = (node: string) => ({ volumeId: volume.volumeId, nodeId: node, volumeCapability: writer });
    await own.ok('Controller/ControllerPublishVolume', on(two));
    await simulation.fault({ fault: 'kill-node', node: 'client-2' });
    await until('client-2 lost', 60, async () =>
      (await api.call(endpoints.getNode, { params: { id: two } })).connection.state === 'lost' ? true : undefined,
    );
    expect(await own.call('Controller/ControllerUnpublishVolume', on(two))).toMatchObject({
      code: 'ABORTED',
      message: expect.stringContaining('out-of-service') as string,
    });
    expect((await own.call('Controller/ControllerPublishVolume', on(one))) as object).toMatchObject({ code: 'FAILED_PRECONDITION' });
    kubernetes.taint = true;
    await until('the fence', 120, async () =>
      'ok' in (await own.call('Controller/ControllerUnpublishVolume', on(two))) ? true : undefined,
    );
    const [revoked] = (await api.call(endpoints.listAttachments, { query: { volumeId: volume.volumeId } })).items;
    // The driver states nothing: neither that the client is off, nor a target.
    expect(revoked?.revoked ?? { clientIsOff: false, targetsOff: [] }).toMatchObject({ clientIsOff: false, targetsOff: [] });
    await own.ok('Controller/ControllerPublishVolume', on(one));
    await own.ok('Controller/ControllerUnpublishVolume', on(one));
  } finally {
    await own.stop();
    await kubernetes.stop();
  }
});
