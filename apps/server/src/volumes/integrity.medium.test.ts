/** Volumes with checksums between real agents on simulated machines, with a server and a real database. */
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { legIntegrityName, vgName } from '@weft/shared/identity';
import { integrityVolumeBytes } from '@weft/shared/integrity/integrity-layout';
import type { Volume } from '@weft/shared/kinds/volume';
import { GiB, MiB } from '@weft/shared/units';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../test-support/app.js';
import { SimulatedCluster } from '../../test-support/simulated-cluster.js';
import { INTEGRITY_SCHEMA } from '../core/mongo/migrations/services/0040-integrity.js';

let server: TestServer;
let cluster: SimulatedCluster;
const TARGETS = ['sum-t1', 'sum-t2'];
const CLIENT = 'sum-c1';
/** Data of a mirror begins here on each leg. */
const DATA_OFFSET = 8 * MiB;

/** A target looks at its counts once a minute. */
const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 100_000, interval: 100 });
const call: TestServer['adminClient']['call'] = (...given) => server.adminClient.call(...given);
const refused: TestServer['adminClient']['refused'] = (...given) => server.adminClient.refused(...given);
const bodyOf = (name: string, more: object = {}) =>
  endpoints.createVolume.body.parse({
    ...{ name, driveClassId: cluster.driveClassId, sizeBytes: GiB, protection: 'raid1', integrity: 'dm-integrity' },
    ...more,
  });
const volumeOf = ({ id }: Pick<Volume, 'id'>) => call(endpoints.getVolume, { params: { id } });
async function created(name: string, more: object = {}): Promise<Volume> {
  const { volume, job } = await call(endpoints.createVolume, { body: bodyOf(name, more) });
  await cluster.done(job);
  return volumeOf(volume);
}
async function remove({ id }: Volume): Promise<void> {
  const { version } = await volumeOf({ id });
  await cluster.done((await call(endpoints.deleteVolume, { params: { id }, ifMatch: version })).job);
}
const allocated = async () => (await call(endpoints.listDrives, { query: {} })).items.map(({ allocatedBytes }) => allocatedBytes);

beforeAll(async () => {
  server = await startTestServer({ mongoUri: testDatabase().uri, config: { simulated: true } });
  cluster = await SimulatedCluster.start([server], TARGETS, [CLIENT]);
}, 170_000);
afterAll(async () => {
  await cluster.stop();
  await server.stop();
});

test('checksums are refused by name for one copy, thin legs and caches; servers of an earlier version have to be upgraded first', async () => {
  const refusal = async (more: object) => (await refused(endpoints.createVolume, { body: bodyOf('no', more) })).field;
  expect(await refusal({ protection: 'concatenated' })).toBe('integrity');
  expect(await refusal({ provisioning: 'thin' })).toBe('integrity');
  expect(await refusal({ cache: { mode: 'write-through', bytesPerLeg: 8 * MiB } })).toBe('cache');
  const schema = server.mongo.db.collection<{ _id: string; usableFrom: number }>('schema');
  await schema.updateOne({ _id: 'schema' }, { $set: { usableFrom: 17 } });
  const older = { _id: 'older', hostname: 'older', version: '0.0.9', address: 'older:4000', startedAt: new Date() };
  const servers = server.mongo.db.collection<{ _id: string }>('servers');
  await servers.insertOne({ ...older, ...{ seenAt: new Date(Date.now() + 60_000) } });
  expect((await refused(endpoints.createVolume, { body: bodyOf('no') })).detail).toContain('older:4000');
  await servers.deleteOne({ _id: 'older' });
  await remove(await created('first'));
  expect((await schema.findOne({ _id: 'schema' }))?.usableFrom).toBe(INTEGRITY_SCHEMA);
});

test('a volume with checksums reserves them, is written and read, keeps its size and goes without a trace', async () => {
  const before = await allocated();
  const volume = await created('ledger');
  expect(volume.integrity).toBe('dm-integrity');
  const [leg] = volume.legs;
  expect(leg?.sizeBytes).toBeGreaterThanOrEqual(integrityVolumeBytes(GiB + DATA_OFFSET));
  expect(await allocated()).toEqual(before.map((bytes) => bytes + (leg?.sizeBytes ?? 0)));
  const grow = { params: { id: volume.id }, ifMatch: volume.version, body: endpoints.updateVolume.body.parse({ sizeBytes: 2 * GiB }) };
  expect((await refused(endpoints.updateVolume, grow)).detail).toContain('keeps its size');
  const cache = { mode: 'write-through', bytesPerLeg: 8 * MiB };
  const cached = { params: { id: volume.id }, ifMatch: volume.version, body: endpoints.updateVolume.body.parse({ cache }) };
  expect((await refused(endpoints.updateVolume, cached)).field).toBe('cache');
  await until(async () =>
    expect((await volumeOf(volume)).legs.map(({ integrity }) => integrity)).toEqual([
      { checksumErrors: 0, coveredBytes: null },
      { checksumErrors: 0, coveredBytes: null },
    ]),
  );
  await remove(volume);
  await until(async () => expect(await allocated()).toEqual(before));
});

test('wrong bytes of a half are counted by its target, and the volume names leg and drive', async () => {
  const volume = await created('wrong');
  const nodeId = (await call(endpoints.listNodes, { query: { name: CLIENT } })).items[0]?.id ?? '';
  const body = endpoints.createAttachment.body.parse({ volumeId: volume.id, nodeId });
  const { job } = await call(endpoints.createAttachment, { body });
  await cluster.done(job);
  const leg = volume.legs[0] ?? expect.fail('no leg');
  const target = cluster.fabric.host(leg.node.name);
  expect(target.mappings.find(legIntegrityName(leg.id))).toBeDefined();
  const below = target.storage.volumeAt(`/dev/${vgName(leg.drive.id)}/leg-${leg.id}`) ?? expect.fail('no logical volume');
  target.integrities.damage(below.volume, DATA_OFFSET + 3 * MiB);
  // What md does at a read of that place.
  const { arrays } = cluster.fabric.host(CLIENT);
  arrays.repairUnread(arrays.list[0] ?? expect.fail('no array'), 3 * MiB);
  // The target looks at its counts when it has made something, not only once a minute.
  await created('other', { integrity: 'none' });
  await until(async () => {
    const { conditions, legs } = await volumeOf(volume);
    expect(conditions.find(({ type }) => type === 'ChecksumErrors')?.message).toContain(`${leg.drive.serial} of ${leg.node.name}`);
    expect(legs.map(({ integrity }) => (integrity?.checksumErrors ?? 0) > 0)).toEqual([true, false]);
  });
}, 120_000);
