/** Encrypted volumes between real agents on simulated machines, with keys from a server with a real database. */

import { endpoints } from '@weft/shared/endpoints/endpoints';
import { dmCryptName, dmName } from '@weft/shared/identity';
import type { Attachment } from '@weft/shared/kinds/attachment';
import type { Volume } from '@weft/shared/kinds/volume';
import { GiB } from '@weft/shared/units';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ADMIN_PASSWORD, startTestServer, type TestServer } from '../../test-support/app.js';
import { SimulatedCluster } from '../../test-support/simulated-cluster.js';
import { loadConfig } from '../config/load-config.js';
import { ENCRYPTION_SCHEMA } from '../core/mongo/migrations/0031-encryption.js';
import { ClusterKeyWrapping } from '../core/secrets/cluster-key-wrapping.js';
import { SealedSecrets } from '../core/secrets/sealed-secrets.js';
import type { VolumeKeyDocument } from '../domain/documents/volume-key.document.js';
import { VolumeKeys } from '../volume-keys/volume-keys.service.js';

let server: TestServer;
let cluster: SimulatedCluster;
const TARGETS = ['crypt-t1', 'crypt-t2'];
const [CLIENT, OTHER] = ['crypt-c1', 'crypt-c2'];
const SECRETS_KEY = 'a5'.repeat(32);
const NEXT_KEY = '5a'.repeat(32);

const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 50 });
const call: TestServer['adminClient']['call'] = (...given) => server.adminClient.call(...given);
const refused: TestServer['adminClient']['refused'] = (...given) => server.adminClient.refused(...given);
const stored = () => server.mongo.db.collection<VolumeKeyDocument>('volumeKeys').find().toArray();
const nodeId = async (name: string) => (await call(endpoints.listNodes, { query: { name } })).items[0]?.id ?? '';
const host = (name: string) => cluster.fabric.host(name);

type Protection = Volume['protection'];
const bodyOf = (name: string, protection: Protection) =>
  endpoints.createVolume.body.parse({
    ...{ name, driveClassId: cluster.driveClassId, sizeBytes: GiB, protection, encryption: 'aes-xts-256' },
  });
async function created(name: string, protection: Protection = 'raid1'): Promise<Volume> {
  const { volume, job } = await call(endpoints.createVolume, { body: bodyOf(name, protection) });
  await cluster.done(job);
  return call(endpoints.getVolume, { params: { id: volume.id } });
}
const attachBody = async ({ id }: Volume, client: string) =>
  endpoints.createAttachment.body.parse({ volumeId: id, nodeId: await nodeId(client) });
async function attached(volume: Volume, client = CLIENT): Promise<Attachment> {
  const made = await call(endpoints.createAttachment, { body: await attachBody(volume, client) });
  await cluster.done(made.job);
  return made.attachment;
}
async function detached({ id }: Attachment): Promise<void> {
  const { version } = await call(endpoints.getAttachment, { params: { id } });
  await cluster.done((await call(endpoints.deleteAttachment, { params: { id }, ifMatch: version })).job);
}
async function removed({ id }: Volume): Promise<void> {
  const { version } = await call(endpoints.getVolume, { params: { id } });
  await cluster.done((await call(endpoints.deleteVolume, { params: { id }, ifMatch: version })).job);
}
const exportOf = (volume: Volume, body = { volumeName: volume.name, currentPassword: ADMIN_PASSWORD }) => ({
  params: { id: volume.id },
  body,
});

/** Everything that the database has stored. */
async function databaseText(): Promise<string> {
  const names = await server.mongo.db.listCollections().toArray();
  const texts = names
    .filter(({ type }) => type === 'collection')
    .map(async ({ name }) => JSON.stringify(await server.mongo.db.collection(name).find().toArray()));
  return (await Promise.all(texts)).join('\n');
}

beforeAll(async () => {
  server = await startTestServer({ mongoUri: testDatabase().uri, config: { simulated: true, secretsKey: SECRETS_KEY } });
  cluster = await SimulatedCluster.start([server], TARGETS, [CLIENT, OTHER]);
}, 120_000);
afterAll(async () => {
  await cluster.stop();
  await server.stop();
});

test('servers of an earlier version: none starts once there is an encrypted volume, and the first one waits for their end', async () => {
  const schema = server.mongo.db.collection<{ _id: string; version: number; usableFrom: number }>('schema');
  // As a database that was migrated from an earlier version.
  await schema.updateOne({ _id: 'schema' }, { $set: { usableFrom: 17 } });
  const older = {
    _id: 'older',
    hostname: 'older',
    version: '0.0.9',
    address: 'older:4000',
    startedAt: new Date(),
    seenAt: new Date(Date.now() + 60_000),
  };
  await server.mongo.db.collection<{ _id: string }>('servers').insertOne(older);
  const body = bodyOf('waits', 'raid1');
  expect(await refused(endpoints.createVolume, { body })).toMatchObject({
    code: 'wrong-state',
    detail: expect.stringContaining('older:4000'),
  });
  expect((await schema.findOne({ _id: 'schema' }))?.usableFrom).toBe(17);
  await server.mongo.db.collection<{ _id: string }>('servers').deleteOne({ _id: 'older' });
  const volume = await created('waits');
  expect((await schema.findOne({ _id: 'schema' }))?.usableFrom).toBe(ENCRYPTION_SCHEMA);
  await removed(volume);
});

test('a volume that a server of an earlier version stored is not encrypted: it is attached, and an equal create finds it', async () => {
  const body = { ...bodyOf('plain', 'raid1'), encryption: 'none' as const };
  const { volume, job } = await call(endpoints.createVolume, { body });
  await cluster.done(job);
  await server.mongo.db.collection<{ _id: string }>('volumes').updateOne({ _id: volume.id }, { $unset: { 'spec.encryption': true } });
  expect((await call(endpoints.createVolume, { body })).volume.id).toBe(volume.id);
  expect((await call(endpoints.getVolume, { params: { id: volume.id } })).encryption).toBe('none');
  await detached(await attached(volume));
  await removed(volume);
});

test.each<Protection>(['raid1', 'raid0', 'concatenated'])(
  'a %s volume is encrypted below its device, with a key that is stored nowhere in clear',
  {
    timeout: 120_000,
  },
  async (protection) => {
    const volume = await created(`crypt-${protection}`, protection);
    const keyId = volume.encryptionKeyId ?? expect.fail('it has a key');
    const attachment = await attached(volume);
    const crypt = host(CLIENT).mappings.find(dmCryptName(volume.id, keyId));
    expect(host(CLIENT).mappings.find(dmName(volume.id))?.under).toEqual([crypt?.device]);
    const { keyHex, ...exported } = await call(endpoints.exportVolumeKey, exportOf(volume));
    expect(exported).toEqual({ keyId, cipher: 'aes-xts-plain64' });
    const key = Buffer.from(keyHex, 'hex').toString('base64');
    expect(crypt?.key).toBe(key);
    const text = await databaseText();
    for (const secret of [keyHex, key]) expect(text).not.toContain(secret);
    expect(text).toContain(keyId);

    await detached(attachment);
    expect(host(CLIENT).mappings.list).toEqual([]);
    await until(() => expect([...host(CLIENT).volumeKeys]).toEqual([]));
    const moved = await attached(volume, OTHER);
    expect(host(OTHER).mappings.find(dmCryptName(volume.id, keyId))?.key).toBe(key);
    await detached(moved);
    await removed(volume);
    expect(await stored()).toEqual([]);
  },
);

test('a repeated create makes no second key; a volume without encryption has none; a plan shows the commands without a key', {
  timeout: 120_000,
}, async () => {
  const volume = await created('crypt-again');
  const { volume: same } = await call(endpoints.createVolume, { body: bodyOf('crypt-again', 'raid1') });
  expect(same.encryptionKeyId).toBe(volume.encryptionKeyId);
  const plain = endpoints.createVolume.body.parse({
    name: 'crypt-plain',
    driveClassId: cluster.driveClassId,
    sizeBytes: GiB,
    protection: 'raid1',
  });
  expect(await refused(endpoints.createVolume, { body: { ...plain, name: 'crypt-again' } })).toMatchObject({ code: 'name-taken' });
  const { volume: other, job } = await call(endpoints.createVolume, { body: plain });
  await cluster.done(job);
  expect([other.encryption, other.encryptionKeyId]).toEqual(['none', null]);
  expect(await refused(endpoints.exportVolumeKey, exportOf(other))).toMatchObject({ code: 'wrong-state' });
  expect((await stored()).map(({ _id }) => _id)).toEqual([volume.id]);
  const change = { kind: 'attachment.create' as const, attachment: await attachBody(volume, CLIENT) };
  const { nodes } = await call(endpoints.planChange, { body: change });
  const commands = nodes.flatMap((node) => node.commands.map(({ command }) => command)).join('\n');
  expect(commands).toContain(`echo <key ${volume.encryptionKeyId}> | keyctl session - sh -c`);
  expect(commands).toContain(`crypt aes-xts-plain64 :64:logon:weft:${volume.encryptionKeyId} 0`);
  await removed(other);
  await removed(volume);
});

test('an agent that was killed gets its keys again, and the volume grows with them', { timeout: 120_000 }, async () => {
  const volume = await created('crypt-grows');
  const attachment = await attached(volume);
  cluster.killAgent(CLIENT);
  await until(() => expect(host(CLIENT).volumeKeys.size).toBe(1));
  // Until the agent has reported again, the volume's health is unknown.
  await until(async () => {
    const { version } = await call(endpoints.getVolume, { params: { id: volume.id } });
    await call(endpoints.updateVolume, { params: { id: volume.id }, ifMatch: version, body: { sizeBytes: 2 * GiB } });
  });
  const name = dmCryptName(volume.id, volume.encryptionKeyId ?? '');
  await until(() => expect(host(CLIENT).mappings.find(name)?.sizeBytes).toBe(2 * GiB));
  await until(() => expect(host(CLIENT).mappings.find(dmName(volume.id))?.sizeBytes).toBe(2 * GiB));
  await detached(attachment);
  await removed(volume);
});

test('a key is exported only to an administrator who repeats the name and gives the password; the audit has the request', {
  timeout: 120_000,
}, async () => {
  const volume = await created('crypt-export');
  const wrongPassword = exportOf(volume, { volumeName: volume.name, currentPassword: 'not this one at all' });
  expect(await refused(endpoints.exportVolumeKey, wrongPassword)).toMatchObject({ code: 'invalid-field', field: 'currentPassword' });
  const wrongName = exportOf(volume, { volumeName: 'crypt-other', currentPassword: ADMIN_PASSWORD });
  expect(await refused(endpoints.exportVolumeKey, wrongName)).toMatchObject({ code: 'invalid-field', field: 'volumeName' });
  await call(endpoints.exportVolumeKey, exportOf(volume));
  const { items } = await call(endpoints.listAudit, { query: { sort: '-at', limit: 10 } });
  expect(items.filter(({ request }) => request?.route === 'exportVolumeKey').map(({ action, subject }) => [action, subject?.name])).toEqual(
    expect.arrayContaining([
      ['change', 'crypt-export'],
      ['refusal', 'crypt-export'],
    ]),
  );
  await removed(volume);
});

test('keys are wrapped again with a new key of the cluster; a server with the old one alone refuses to attach, until the key is imported', {
  timeout: 120_000,
}, async () => {
  const volume = await created('crypt-rewrap');
  const { keyHex } = await call(endpoints.exportVolumeKey, exportOf(volume));
  const keysWith = (keys: { secretsKey: string; previousSecretsKey?: string }) =>
    new VolumeKeys(server.mongo, new ClusterKeyWrapping(new SealedSecrets(keys), loadConfig({ env: { WEFT_INSECURE_HTTP: 'true' } })));
  expect(await keysWith({ secretsKey: NEXT_KEY }).rewrap()).toMatchObject({ rewrapped: 0, failed: [{ volumeId: volume.id }] });
  const both = keysWith({ secretsKey: NEXT_KEY, previousSecretsKey: SECRETS_KEY });
  expect(await both.rewrap()).toEqual({ rewrapped: 1, current: 0, failed: [] });
  expect(await both.rewrap()).toEqual({ rewrapped: 0, current: 1, failed: [] });
  const [wrapped] = await stored();
  const opened = await keysWith({ secretsKey: NEXT_KEY }).open(wrapped ?? expect.fail('a key is stored'));
  expect(Buffer.from(opened, 'base64').toString('hex')).toBe(keyHex);

  const attach = { body: await attachBody(volume, CLIENT) };
  expect(await refused(endpoints.createAttachment, attach)).toMatchObject({
    code: 'wrong-state',
    detail: expect.stringContaining('secretsKeyFile'),
  });
  const given = (hex: string) => ({ params: { id: volume.id }, body: { keyHex: hex } });
  expect(await refused(endpoints.importVolumeKey, given('00'.repeat(64)))).toMatchObject({ code: 'invalid-field', field: 'keyHex' });
  await call(endpoints.importVolumeKey, given(keyHex));
  expect(await refused(endpoints.importVolumeKey, given(keyHex))).toMatchObject({ code: 'wrong-state' });
  await detached(await attached(volume));

  await server.mongo.db.collection('volumeKeys').deleteMany({});
  expect(await refused(endpoints.createAttachment, attach)).toMatchObject({
    code: 'wrong-state',
    detail: expect.stringContaining('not in the database'),
  });
  await call(endpoints.importVolumeKey, given(keyHex));
  await removed(volume);
});

/** A thin encrypted volume with a snapshot and a clone of that. */
async function withCopies(name: string): Promise<{ volume: Volume; snapshot: Volume; clone: Volume }> {
  const found = (id = '') => call(endpoints.getVolume, { params: { id } });
  const made = await call(endpoints.createVolume, { body: { ...bodyOf(name, 'raid1'), provisioning: 'thin' } });
  await cluster.done(made.job);
  const taken = await call(endpoints.createSnapshots, { body: endpoints.createSnapshots.body.parse({ volumeIds: [made.volume.id] }) });
  for (const each of taken.jobs) await cluster.done(each);
  const snapshot = await found(taken.snapshots[0]?.id);
  const body = endpoints.cloneSnapshot.body.parse({ name: `${name}-clone` });
  const cloned = await call(endpoints.cloneSnapshot, { params: { id: snapshot.id }, body });
  await cluster.done(cloned.job);
  return { volume: await found(made.volume.id), snapshot, clone: await found(cloned.volume.id) };
}
async function dropped({ id }: Volume): Promise<void> {
  const { version } = await call(endpoints.getVolume, { params: { id } });
  await cluster.done((await call(endpoints.deleteSnapshot, { params: { id }, ifMatch: version })).job);
}
const ownersOfKeys = async () => (await stored()).map(({ _id }) => _id).sort();

test('a snapshot and a clone of an encrypted volume have its key; a client with two of them has it until the last is detached', {
  timeout: 300_000,
}, async () => {
  const { volume, snapshot, clone } = await withCopies('crypt-thin');
  const keyId = volume.encryptionKeyId ?? expect.fail('it has a key');
  const keys = await stored();
  expect([snapshot.encryptionKeyId, clone.encryptionKeyId, ...keys.map((each) => each.keyId)]).toEqual(Array(5).fill(keyId));
  expect(new Set(keys.map(({ wrapped }) => JSON.stringify(wrapped))).size).toBe(3);
  const { keyHex } = await call(endpoints.exportVolumeKey, exportOf(volume));
  expect((await call(endpoints.exportVolumeKey, exportOf(snapshot))).keyHex).toBe(keyHex);

  const first = await attached(volume);
  const second = await attached(clone);
  const key = Buffer.from(keyHex, 'hex').toString('base64');
  expect(host(CLIENT).mappings.find(dmCryptName(clone.id, keyId))?.key).toBe(key);
  await detached(first);
  expect([...host(CLIENT).volumeKeys]).toEqual([[keyId, key]]);
  await until(async () => {
    const { version } = await call(endpoints.getVolume, { params: { id: clone.id } });
    await call(endpoints.updateVolume, { params: { id: clone.id }, ifMatch: version, body: { sizeBytes: 2 * GiB } });
  });
  await until(() => expect(host(CLIENT).mappings.find(dmName(clone.id))?.sizeBytes).toBe(2 * GiB));
  await detached(second);
  await until(() => expect([...host(CLIENT).volumeKeys]).toEqual([]));
  await removed(volume);
  await removed(clone);
  await dropped(snapshot);
});

test('each deletion of a volume and its copies removes one copy of their key; one that is lost is given back to all of them', {
  timeout: 300_000,
}, async () => {
  const { volume, snapshot, clone } = await withCopies('crypt-gone');
  const { keyHex } = await call(endpoints.exportVolumeKey, exportOf(clone));
  await server.mongo.db.collection('volumeKeys').deleteMany({});
  const again = endpoints.createSnapshots.body.parse({ volumeIds: [volume.id] });
  const missing = { code: 'wrong-state', detail: expect.stringContaining('not in the database') };
  expect(await refused(endpoints.createSnapshots, { body: again })).toMatchObject(missing);
  const body = endpoints.cloneSnapshot.body.parse({ name: 'crypt-no' });
  expect(await refused(endpoints.cloneSnapshot, { params: { id: snapshot.id }, body })).toMatchObject(missing);
  await call(endpoints.importVolumeKey, { params: { id: clone.id }, body: { keyHex } });
  expect(await ownersOfKeys()).toEqual([volume.id, snapshot.id, clone.id].sort());

  await removed(volume);
  expect(await ownersOfKeys()).toEqual([snapshot.id, clone.id].sort());
  expect((await call(endpoints.exportVolumeKey, exportOf(snapshot))).keyHex).toBe(keyHex);
  await removed(clone);
  expect(await ownersOfKeys()).toEqual([snapshot.id]);
  await dropped(snapshot);
  expect(await ownersOfKeys()).toEqual([]);
});

test('a node that cannot encrypt is refused, and named', { timeout: 120_000 }, async () => {
  const volume = await created('crypt-refused');
  const nodes = server.mongo.db.collection<{ _id: string }>('nodes');
  await nodes.updateOne({ _id: await nodeId(OTHER) }, { $set: { 'status.inventory.capabilities.encryption': false } });
  expect(await refused(endpoints.createAttachment, { body: await attachBody(volume, OTHER) })).toMatchObject({
    code: 'not-possible',
    field: 'nodeId',
    detail: expect.stringMatching(/crypt-c2 cannot encrypt.*keyutils/),
  });
  await removed(volume);
});
