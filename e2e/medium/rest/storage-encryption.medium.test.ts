/** TLS on the paths of NVMe/TCP between real agents on simulated machines, with keys from a server with a real database. */
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Attachment } from '@weft/shared/kinds/attachment';
import type { SettingsUpdate } from '@weft/shared/kinds/settings/settings';
import { GiB } from '@weft/shared/units';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { ExportKeyDocument } from '../../../apps/server/src/domain/documents/export-key.document.js';
import { startTestServer, type TestServer } from '../../../apps/server/test-support/app.js';
import { SimulatedCluster } from '../../../apps/server/test-support/simulated-cluster.js';

let server: TestServer;
let cluster: SimulatedCluster;
const TARGETS = ['tls-t1', 'tls-t2'];
const CLIENT = 'tls-c1';

const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 50 });
const call: TestServer['adminClient']['call'] = (...given) => server.adminClient.call(...given);
const keys = () => server.mongo.db.collection<ExportKeyDocument>('exportKeys').find().toArray();
const nodeId = async (name: string) => (await call(endpoints.listNodes, { query: { name } })).items[0]?.id ?? '';
const settings = async (body: SettingsUpdate) =>
  call(endpoints.updateSettings, { body, ifMatch: (await call(endpoints.getSettings)).version });
const host = (name: string) => cluster.fabric.host(name);
const controllers = () => host(CLIENT).initiator.controllers;
const attachment = (id: string) => call(endpoints.getAttachment, { params: { id } });
const conditionOf = async (id: string) => (await attachment(id)).conditions.find(({ type }) => type === 'Unencrypted');

async function volume(name: string) {
  const body = endpoints.createVolume.body.parse({ name, driveClassId: cluster.driveClassId, sizeBytes: GiB, protection: 'raid1' });
  const made = await call(endpoints.createVolume, { body });
  await cluster.done(made.job);
  return made.volume;
}
const attachBody = async (volumeId: string, transport: 'tcp' | 'rdma' = 'tcp') =>
  endpoints.createAttachment.body.parse({ volumeId, nodeId: await nodeId(CLIENT), transport });
async function attached(name: string): Promise<Attachment> {
  const created = await call(endpoints.createAttachment, { body: await attachBody((await volume(name)).id) });
  await cluster.done(created.job);
  return created.attachment;
}
async function detached(id: string): Promise<void> {
  const { job } = await call(endpoints.deleteAttachment, { params: { id }, ifMatch: (await attachment(id)).version });
  await cluster.done(job);
}

beforeAll(async () => {
  server = await startTestServer({ mongoUri: testDatabase().uri, config: { simulated: true, secretsKey: 'a5'.repeat(32) } });
  cluster = await SimulatedCluster.start([server], TARGETS, [CLIENT]);
}, 120_000);
afterAll(async () => {
  await cluster.stop();
  await server.stop();
});

test('preferred changes no attachment that exists, and names it; a new one has TLS on every path', { timeout: 120_000 }, async () => {
  const before = await attached('tls-before');
  await settings({ storageEncryption: 'preferred' });
  const first = await attached('tls-first');
  const own = controllers().filter(({ subsystemNqn }) => subsystemNqn.includes(first.id));
  expect(own.map(({ options }) => [options.tls, options.serviceId >= 22_000])).toEqual([
    [true, true],
    [true, true],
  ]);
  for (const name of TARGETS)
    expect(
      host(name)
        .target.ports.map(({ tls, serviceId }) => [tls === true, serviceId >= 22_000])
        .sort(),
    ).toEqual([
      [false, false],
      [true, true],
    ]);
  await until(async () => expect((await attachment(first.id)).paths.map(({ tls }) => tls)).toEqual([true, true]));
  expect(await conditionOf(first.id)).toBeUndefined();
  expect((await attachment(before.id)).paths.some(({ tls }) => tls)).toBe(false);
  // The setting wakes no volume: its next report or the full pass does.
  cluster.fault({ fault: 'nic', node: 'tls-t1', nic: 'eth1', up: false });
  await until(async () => expect((await conditionOf(before.id))?.status).toBe('true'));
  expect((await conditionOf(before.id))?.message).toContain('they were connected before');
  cluster.fault({ fault: 'nic', node: 'tls-t1', nic: 'eth1', up: true });
  await until(() => expect(controllers().every(({ state }) => state === 'live')).toBe(true));

  const stored = await keys();
  expect(stored).toHaveLength(2);
  const secrets = [...host(CLIENT).tlsKeys.values()];
  expect(new Set(secrets).size).toBe(2);
  for (const secret of secrets) expect(JSON.stringify(stored)).not.toContain(secret);
  await detached(first.id);
  await until(async () => expect(await keys()).toEqual([]));
  for (const name of [...TARGETS, CLIENT]) expect(host(name).tlsKeys.size).toBe(0);
  await detached(before.id);
});

test('a target that boots has the key before it listens; without tlshd a lost path waits, and the node says why', {
  timeout: 120_000,
}, async () => {
  const { id } = await attached('tls-boot');
  cluster.fault({ fault: 'kill-node', node: 'tls-t1' });
  cluster.fault({ fault: 'boot-node', node: 'tls-t1' });
  await until(() => expect(controllers().map(({ state }) => state)).toEqual(['live', 'live']));
  host('tls-t2').tls = { target: true, client: true, daemon: 'stopped' };
  host('tls-t2').changed();
  expect(controllers().map(({ state }) => state)).toEqual(['live', 'live']);
  await until(async () =>
    expect(JSON.stringify((await call(endpoints.getNode, { params: { id: await nodeId('tls-t2') } })).conditions)).toContain('tlshd'),
  );
  host('tls-t2').tls = { target: true, client: true, daemon: 'ready' };
  host('tls-t2').changed();
  await detached(id);
});

test('required refuses RDMA and a target that cannot, and never falls back', { timeout: 120_000 }, async () => {
  await settings({ storageEncryption: 'required' });
  const { id: volumeId } = await volume('tls-required');
  expect(await server.adminClient.refused(endpoints.createAttachment, { body: await attachBody(volumeId, 'rdma') })).toMatchObject({
    code: 'not-possible',
    detail: expect.stringContaining('RDMA has no TLS'),
  });
  // It restarts with another kernel.
  cluster.fault({ fault: 'kill-node', node: 'tls-t2' });
  host('tls-t2').tls = { target: false, client: true, daemon: 'ready' };
  cluster.fault({ fault: 'boot-node', node: 'tls-t2' });
  const ability = async () => (await call(endpoints.getNode, { params: { id: await nodeId('tls-t2') } })).capabilities?.tls?.target;
  await until(async () => expect(await ability()).toBe(false));
  expect(await server.adminClient.refused(endpoints.createAttachment, { body: await attachBody(volumeId) })).toMatchObject({
    code: 'not-possible',
    detail: expect.stringContaining('tls-t2'),
  });
  await settings({ storageEncryption: 'preferred' });
  const created = await call(endpoints.createAttachment, { body: await attachBody(volumeId) });
  await cluster.done(created.job);
  expect(
    controllers()
      .map(({ options }) => options.tls === true)
      .sort(),
  ).toEqual([false, true]);
  await until(async () =>
    expect((await conditionOf(created.attachment.id))?.message).toContain('the kernel or the agent of tls-t2 cannot'),
  );
});
