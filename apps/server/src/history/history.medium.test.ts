/** A backup is taken, a volume moves, the backup is restored: real database and server, real agents on simulated machines (S14). */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Simulation, startSimulation } from '@weft/agent/simulation/simulation';
import { simulationConfigSchema } from '@weft/agent/simulation/simulation-config';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Job } from '@weft/shared/kinds/job';
import { GiB } from '@weft/shared/units';
import { AGENT_PROTOCOL } from '@weft/shared/version';
import { testDatabase } from '@weft/test-support/database';
import { type Db, type Document, MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../test-support/app.js';
import { newHistory } from '../cli/new-history.js';
import type { NodeDocument } from '../domain/documents/node.document.js';

const NODES = ['old-t1', 'old-c1', 'old-c2'];
const mongoUri = testDatabase().uri;
const DATABASE = `weft_test_${randomBytes(6).toString('hex')}`;
let folder: string;
let server: TestServer;
let simulation: Simulation;

const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 50 });
const call: TestServer['adminClient']['call'] = (...given) => server.adminClient.call(...given);
const done = (job: Job) => until(async () => expect((await call(endpoints.getJob, { params: { id: job.id } })).state).toBe('done'));
const node = async (name: string) => {
  const [found] = (await call(endpoints.listNodes, { query: { name } })).items;
  return found ?? expect.fail(`no node ${name}`);
};
const host = (name: string) => simulation.fabric.hosts.get(name) ?? expect.fail(`no host ${name}`);
const condition = async (name: string) => (await node(name)).conditions.find(({ type }) => type === 'HistoryUnknown');

/** Hosts that may write to a leg on the target, and clients that have the device. */
async function writers() {
  const { subsystems } = await host('old-t1').observeFast();
  const allowed = subsystems
    .filter(({ namespaces }) => namespaces.some(({ enabled }) => enabled))
    .flatMap(({ allowedHosts }) => allowedHosts);
  const devices: string[] = [];
  for (const name of ['old-c1', 'old-c2']) if ((await host(name).observeFast()).mappings.length > 0) devices.push(name);
  return { allowed, devices };
}

async function backup(): Promise<Map<string, Document[]>> {
  const { db } = server.mongo;
  const collections = await db.listCollections({ type: 'collection' }, { nameOnly: true }).toArray();
  const kept = collections.map(({ name }) => name).filter((name) => !/^(system\.|servers$|leases$|sessions$|stats|points)/.test(name));
  return new Map(await Promise.all(kept.map(async (name) => [name, await db.collection(name).find().toArray()] as const)));
}
/** Runs with its own connection next to servers, as mongorestore does. */
async function withDatabase(work: (db: Db) => Promise<unknown>): Promise<void> {
  const client = await new MongoClient(mongoUri).connect();
  await work(client.db(DATABASE)).finally(() => client.close());
}
/** Follows docs/operating.md: the server is stopped during the restore. */
async function restore(dump: Map<string, Document[]>): Promise<void> {
  await server.stop();
  await withDatabase(async (db) => {
    for (const [name, documents] of dump) {
      await db.collection(name).deleteMany({});
      if (documents.length > 0) await db.collection(name).insertMany(documents);
    }
  });
  await start(Number(new URL(server.url).port));
}
async function start(listenPort: number): Promise<void> {
  server = await startTestServer({ mongoUri, database: DATABASE, dataDir: folder, config: { simulated: true, listenPort } });
}
const attach = async (volumeId: string, name: string) =>
  call(endpoints.createAttachment, { body: { volumeId, nodeId: (await node(name)).id } });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'weft-restored-'));
  await start(0);
  const settings = await call(endpoints.getSettings);
  const storageNetworks = [{ name: 'old-1', cidrs: ['10.78.1.0/24'] }];
  await call(endpoints.updateSettings, { body: { storageNetworks }, ifMatch: settings.version });
  const nodes = await Promise.all(
    NODES.map(async (name, at) => {
      const { token } = await call(endpoints.createEnrollmentToken, { body: { description: '', labels: {}, expiresInSeconds: 600 } });
      const body = { token, name, hostname: name, agentVersion: '0.1.0', protocol: AGENT_PROTOCOL };
      const { nodeId, clusterId, credential, hostId, hostNqn } = await server.anonymous.call(endpoints.enroll, { body });
      const drives = at === 0 ? [{ serial: 'old-1', model: 'Old 100G', sizeBytes: 100 * GiB }] : [];
      const nics = [{ name: 'eth1', address: `10.78.1.${at + 1}/24`, storageNetwork: 'old-1' }];
      return { agentConfig: { nodeId, clusterId, name, credential, hostId, hostNqn }, host: { nics, drives } };
    }),
  );
  const config = { servers: [server.url], stateDir: folder, nodes, logLevel: 'error', wipeBytesPerSecond: 0 };
  simulation = await startSimulation(simulationConfigSchema.parse(config));
  await simulation.connected;
}, 120_000);
afterAll(async () => {
  await simulation?.stop();
  await server?.stop();
  await withDatabase((db) => db.dropDatabase());
  await rm(folder, { recursive: true, force: true });
});

async function make(body: { name: string; driveClassId: string; sizeBytes: number; protection: 'concatenated' }) {
  const { volume, job } = await call(endpoints.createVolume, { body });
  await done(job);
  return { id: volume.id, legId: (await volumeOf(volume.id)).legs[0]?.id ?? expect.fail('no leg') };
}
const volumeOf = (id: string) => call(endpoints.getVolume, { params: { id } });
const legIdsOnHost = async () => (await host('old-t1').observeSlow()).logicalVolumes.map(({ lv }) => lv);

describe('restored older database', () => {
  let legs: { removed: string; added: string };
  let c2Nqn: string;
  let dump: Map<string, Document[]>;

  it('allows no second writer: nodes keep their state, and the server sends nothing (S3, S14)', { timeout: 180_000 }, async () => {
    const drive = await until(async () => {
      const [found] = (await call(endpoints.listDrives, { query: { state: 'available' } })).items;
      return found ?? expect.fail('no drive');
    });
    await done((await call(endpoints.takeDrive, { params: { id: drive.id }, ifMatch: drive.version })).job);
    const members = { by: 'list' as const, driveIds: [drive.id] };
    const { id: driveClassId } = await call(endpoints.createDriveClass, { body: { name: 'old', members } });
    const body = { name: 'db', driveClassId, sizeBytes: GiB, protection: 'concatenated' as const };
    const { volume, job } = await call(endpoints.createVolume, { body });
    await done(job);
    const first = await attach(volume.id, 'old-c1');
    await done(first.job);
    const removed = await make({ ...body, name: 'removed' });
    dump = await backup();

    await done((await call(endpoints.deleteVolume, { params: { id: removed.id }, ifMatch: (await volumeOf(removed.id)).version })).job);
    const added = await make({ ...body, name: 'added' });
    legs = { removed: removed.legId, added: added.legId };
    const { version } = await call(endpoints.getAttachment, { params: { id: first.attachment.id } });
    await done((await call(endpoints.deleteAttachment, { params: { id: first.attachment.id }, ifMatch: version })).job);
    await done((await attach(volume.id, 'old-c2')).job);
    c2Nqn = (await node('old-c2')).hostNqn;
    expect(await writers()).toEqual({ allowed: [c2Nqn], devices: ['old-c2'] });

    await restore(dump);
    for (const name of NODES)
      await until(async () => expect(await condition(name)).toMatchObject({ status: 'true', reason: expect.any(String) }));

    // The counters pass the agents' generations; the world of the backup is ordered again and again.
    for (const name of NODES) {
      const { id } = await node(name);
      await server.mongo.db
        .collection<{ _id: string; generation: number }>('assignments')
        .updateOne({ _id: id }, { $inc: { generation: 50 } });
    }
    await reconnect();
    for (const name of NODES) expect(await condition(name)).toMatchObject({ status: 'true' });
    expect(await writers()).toEqual({ allowed: [c2Nqn], devices: ['old-c2'] });
    expect((await call(endpoints.getHistory)).doubts.map((doubt) => doubt.node.name)).toEqual([...NODES].sort());
  });

  it('is followed by a node once an administrator accepts it, with an audit entry (S13, S14)', { timeout: 60_000 }, async () => {
    const before = await call(endpoints.getHistory);
    const c1 = before.doubts.find((doubt) => doubt.node.name === 'old-c1') ?? expect.fail('c1 is not in doubt');
    expect(c1.effects).toContainEqual(
      expect.objectContaining({ code: 'node-attaches-volume', message: expect.stringContaining('attaches db') }),
    );
    const body = { doubtIds: [c1.id] };
    expect((await call(endpoints.acceptHistory, { body })).doubts).toHaveLength(2);
    expect(await server.adminClient.refused(endpoints.acceptHistory, { body })).toMatchObject({ code: 'wrong-state' });
    await until(async () => expect((await node('old-c1')).assignment).toMatchObject(await accepted('old-c1')));
    expect(await condition('old-c1')).toBeUndefined();
    expect((await call(endpoints.listAudit, { query: { action: 'history.accept' } })).items).toMatchObject([
      { subject: { name: 'old-c1' }, statements: [{ statement: 'history-accepted' }] },
    ]);
    // The target still follows its last accepted assignment: the client of the backup gets no path.
    expect(await writers()).toEqual({ allowed: [c2Nqn], devices: ['old-c2'] });
  });

  it('puts every node in doubt when it gets a new history', { timeout: 60_000 }, async () => {
    const { historyId } = await call(endpoints.getHistory);
    expect((await newHistory(server.mongo)).sort()).toEqual([...NODES].sort());
    const after = await call(endpoints.getHistory);
    expect(after.historyId).not.toBe(historyId);
    expect(after.doubts).toMatchObject(Array(3).fill({ kind: 'history', reason: 'other-history' }));
    await reconnect();
    expect(await writers()).toEqual({ allowed: [c2Nqn], devices: ['old-c2'] });
  });

  it('lists objects of one side only before an acceptance, and touches none after it (S9, S14)', { timeout: 120_000 }, async () => {
    const doubts = await until(async () => {
      const found = (await call(endpoints.getHistory)).doubts;
      // Each node sends its full report at its own time.
      for (const name of ['old-t1', 'old-c2'])
        expect(found.find((doubt) => doubt.node.name === name)?.effects.map(({ code }) => code)).toContain('node-only-objects');
      return found;
    });
    const effect = (name: string, code: string) =>
      doubts.find((doubt) => doubt.node.name === name)?.effects.find((each) => each.code === code)?.message;
    expect(effect('old-t1', 'node-only-objects')).toContain(`leg ${legs.added}`);
    expect(effect('old-t1', 'database-only-legs')).toContain(`leg ${legs.removed}`);
    expect(effect('old-c2', 'node-only-objects')).toContain('attachment ');
    const listed = async () => (await call(endpoints.listOrphans, { query: { side: 'host' } })).items.map(({ name }) => name);
    expect((await listed()).some((name) => name.includes(legs.added))).toBe(false);

    await call(endpoints.acceptHistory, { body: { doubtIds: doubts.map(({ id }) => id) } });
    for (const name of NODES) await until(async () => expect((await node(name)).assignment).toMatchObject(await accepted(name)));
    await until(async () => expect((await listed()).some((name) => name.includes(legs.added))).toBe(true));
    await until(async () => {
      const reported = await server.mongo.db.collection('objectStatuses').findOne({ objectId: legs.removed });
      expect(reported).toMatchObject({ status: { state: 'failed', reason: { code: 'leg-lost' } } });
    });
    const onHost = await legIdsOnHost();
    expect(onHost.some((lv) => lv.includes(legs.added))).toBe(true);
    expect(onHost.some((lv) => lv.includes(legs.removed))).toBe(false);
    expect((await writers()).allowed.length).toBeLessThanOrEqual(1);
  });
});

const accepted = async (name: string) => {
  const { assignment } = await node(name);
  return { generation: assignment.generation, acceptedGeneration: assignment.generation };
};

/** Every agent reconnects, as after a restart of the server. */
async function reconnect(): Promise<void> {
  const nodes = server.mongo.db.collection<NodeDocument>('nodes');
  const connections = async () => new Set((await nodes.find().toArray()).map(({ status: { connection } }) => connection.connectionId));
  await nodes.updateMany({}, { $set: { 'status.connection.connectionId': 'gone' } });
  await until(async () => {
    const now = await connections();
    expect(now.has('gone') || now.size < NODES.length).toBe(false);
    expect((await nodes.find({ 'status.connection.state': 'online' }).toArray()).length).toBe(NODES.length);
  });
}
