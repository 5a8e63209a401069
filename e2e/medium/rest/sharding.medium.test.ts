/**
 * Runs the contract of a cluster on a replica set with MongoDB's profiler on: create and attach a volume, store and read statistics, events and moments,
 * detach and delete. A mongos would refuse none of the commands if the large collections had the shard keys of docs/decisions/sharding.md.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { GiB } from '@weft/shared/units';
import { testDatabase } from '@weft/test-support/database';
import { type Db, type Document, MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiClient, until } from '../../support/api-client.js';
import { ServerProcess } from '../../support/server-process.js';
import { impossibleIndexes, mongosRefusal, type Profiled } from '../../support/sharding/mongos-rules.js';
import { shardKeys } from '../../support/sharding/shard-keys.js';
import { SimulationProcess } from '../../support/simulation-process.js';
import { takeDrives } from '../../support/take-drives.js';

let directory: string;
let client: MongoClient;
let db: Db;
let server: ServerProcess;
let simulation: SimulationProcess;
let api: ApiClient;
/** Documents of the large collections while the volume is attached. */
const attachedDocuments = new Map<string, Document[]>();

const nics = (host: number) => [{ name: 'eth1', address: `10.10.1.${host}/24`, storageNetwork: 'storage-1' }];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'weft-sharding-'));
  const { uri, name: database } = testDatabase();
  client = new MongoClient(uri);
  db = client.db(database);
  await db.createCollection('system.profile', { capped: true, size: 512 * 2 ** 20 });
  await db.command({ profile: 2 });
  const options = { directory: join(directory, 'server'), mongoUri: uri, database, environment: { WEFT_LOG_LEVEL: 'warn' } };
  server = await ServerProcess.start(options);
  api = await server.administrator();
  const settings = await api.call(endpoints.getSettings);
  const storageNetworks = [{ name: 'storage-1', cidrs: ['10.10.1.0/24'] }];
  await api.call(endpoints.updateSettings, { body: { storageNetworks, statisticsIntervalSeconds: 1 }, ifMatch: settings.version });
  const target = (at: number) => ({
    ...{ name: `target-${at}`, nics: nics(at) },
    drives: [{ serial: `SIM-${at}`, model: 'Simulated NVMe', sizeBytes: 100 * GiB }],
  });
  const nodes = [target(1), target(2), { name: 'client-1', nics: nics(101), drives: [] }];
  simulation = await SimulationProcess.enroll(api, join(directory, 'simulation'), nodes, { load: { readIops: 700, writeIops: 300 } });
  await simulation.start();
  await takeDrives(api, 2);
}, 300_000);
afterAll(async () => {
  await simulation?.stop();
  await server?.stop();
  await db?.command({ profile: 0 });
  await db?.dropDatabase();
  await client?.close();
  await rm(directory, { recursive: true, force: true });
});

async function contract(): Promise<void> {
  const driveClass = await api.call(endpoints.createDriveClass, {
    body: { name: 'fast', members: { by: 'selector', selector: { models: ['Simulated NVMe'] } } },
  });
  const created = await api.call(endpoints.createVolume, {
    body: { name: 'orders', driveClassId: driveClass.id, sizeBytes: 8 * GiB, protection: 'raid1' },
  });
  await api.done(created.job.id);
  const [node] = (await api.call(endpoints.listNodes, { query: { name: 'client-1' } })).items;
  const attached = await api.call(endpoints.createAttachment, { body: { volumeId: created.volume.id, nodeId: node?.id ?? '' } });
  await api.done(attached.job.id);
  await until('stored statistics', 60, async () =>
    (await db.collection('statisticsTenSeconds').countDocuments()) > 20 ? true : undefined,
  );
  const now = Date.now();
  const query = { objects: `volume:${created.volume.id}`, metrics: 'iops', from: new Date(now - 600_000).toISOString() };
  expect(JSON.stringify(await api.call(endpoints.queryStatistics, { query }))).toContain('iops');
  await until('events', 60, async () => ((await db.collection('events').countDocuments()) > 3 ? true : undefined));
  await until('moments', 60, async () => ((await db.collection('moments').countDocuments()) > 0 ? true : undefined));
  for (const endpoint of [endpoints.overview, endpoints.listEvents, endpoints.listAlerts, endpoints.listJobs, endpoints.listAudit] as const)
    await api.call(endpoint as typeof endpoints.overview);
  for (const name of Object.keys(shardKeys)) attachedDocuments.set(name, await db.collection(name).find().toArray());
  await simulation.fault({ fault: 'load', node: 'client-1', volume: 'orders', runs: false });
  const { version } = await api.call(endpoints.getAttachment, { params: { id: attached.attachment.id } });
  await api.done((await api.call(endpoints.deleteAttachment, { params: { id: attached.attachment.id }, ifMatch: version })).job.id);
  const current = await api.call(endpoints.getVolume, { params: { id: created.volume.id } });
  await api.done((await api.call(endpoints.deleteVolume, { params: { id: current.id }, ifMatch: current.version })).job.id);
}

it('runs no command of the contract that a mongos would refuse', async () => {
  await contract();
  const refused = new Map<string, string>();
  const perCollection = new Map<string, number>();
  for await (const { op, ns, command } of db.collection<Profiled>('system.profile').find()) {
    const collection = ns.slice(ns.indexOf('.') + 1);
    perCollection.set(collection, (perCollection.get(collection) ?? 0) + 1);
    const why = mongosRefusal({ op, ns, command }, shardKeys);
    if (why) refused.set(`${collection}: ${why}`, JSON.stringify(command).slice(0, 300));
  }
  console.info([...perCollection].sort((a, b) => b[1] - a[1]).slice(0, 20));
  // Each of them was used, so that a wrong key would have been seen. MongoDB profiles a time series as the collection of its buckets.
  const used = (name: string) => perCollection.has(name) || perCollection.has(`system.buckets.${name}`);
  expect(Object.keys(shardKeys).filter((name) => !used(name))).toEqual([]);
  expect([...refused]).toEqual([]);
}, 300_000);

it('has no unique index that a sharded collection cannot keep', async () => {
  for (const [name, key] of Object.entries(shardKeys))
    expect([name, impossibleIndexes(key, await db.collection(name).indexes())]).toEqual([name, []]);
});

it('lists the shard keys in docs/decisions/sharding.md', async () => {
  const page = await readFile(new URL('../../../docs/decisions/sharding.md', import.meta.url), 'utf8');
  const listed = [...page.matchAll(/^\| `(\w+)` \| `(\{.*?\})` \|/gm)].map(([, name, key]) => [name, key]);
  const written = (key: Document) =>
    `{ ${Object.entries(key)
      .map(([field, how]) => `${field}: ${how === 1 ? 1 : `'${how}'`}`)
      .join(', ')} }`;
  expect(listed).toEqual(Object.entries(shardKeys).map(([name, key]) => [name, written(key)]));
});

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** The document of another object, as much later: every id in it is another one, each the same everywhere. */
function another(document: Document, laterMs: number): Document {
  const ids = new Map<string, string>();
  const newId = (id: string) => ids.get(id) ?? ids.set(id, randomUUID()).get(id) ?? id;
  const changed = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replaceAll(ID, newId);
    if (value instanceof Date) return new Date(value.getTime() + laterMs);
    if (Array.isArray(value)) return value.map(changed);
    if (value === null || typeof value !== 'object' || '_bsontype' in value) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, changed(each)]));
  };
  return changed(document) as Document;
}

it('shows what the large collections and the connections of a server take', async () => {
  const copies = 20_000;
  for (const [name, originals] of [...attachedDocuments].filter(([each]) => !each.startsWith('statistics'))) {
    const copied = db.collection<Document>(`copied_${name}`);
    const indexes = (await db.collection(name).indexes()).filter((index) => index['name'] !== '_id_');
    await copied.createIndexes(indexes as never);
    const batch = 2000;
    for (let from = 0; from < copies; from += batch)
      await copied.insertMany(
        Array.from({ length: batch }, (_, at) => another(originals[(from + at) % originals.length] ?? {}, (from + at) * 1000)),
      );
    const { avgObjSize, storageSize, totalIndexSize } = await db.command({ collStats: `copied_${name}` });
    const each = (bytes: number) => (bytes / copies).toFixed(0);
    console.info(
      `| \`${name}\` | ${avgObjSize} | ${each(storageSize)} | ${each(totalIndexSize)} in ${indexes.length + 1} | of ${originals.length} documents`,
    );
    expect(totalIndexSize).toBeGreaterThan(0);
    await copied.drop();
  }
  const open = await client
    .db('admin')
    .aggregate(
      [
        { $currentOp: { allUsers: true, idleConnections: true } },
        { $match: { appName: /^weft-server/ } },
        { $group: { _id: '$appName', open: { $sum: 1 } } },
      ],
      { readConcern: { level: 'local' } },
    )
    .toArray();
  console.info('connections of one server with 3 agents:', open);
  expect(open.map((each) => each['open'] > 0)).toEqual([true]);
});
