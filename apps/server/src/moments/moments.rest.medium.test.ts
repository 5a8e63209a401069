import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { GiB } from '@weft/shared/units';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../test-support/app.js';
import { SimulatedCluster } from '../../test-support/simulated-cluster.js';
import { startBeside } from '../../test-support/two-servers.js';
import { newStored } from '../core/mongo/objects.js';
import type { DriveClassDocument } from '../domain/documents/drive-class.document.js';
import type { MomentDocument, MomentRunDocument } from './moment.document.js';
import { MomentRecording } from './moment-recording.js';
import { MomentsRepository } from './moments.repository.js';
import { unpacked } from './packing.js';

const SEEN = { timeout: 60_000, interval: 100 };
const DAY_MS = 86_400_000;

let server: TestServer;
let other: TestServer;
let cluster: SimulatedCluster;
let volumeId: string;

const call: TestServer['adminClient']['call'] = (...given) => server.adminClient.call(...given);
const moments = () => server.mongo.collection<MomentDocument>('moments');
const runs = () => server.mongo.collection<MomentRunDocument>('momentRuns');
const classes = () => server.mongo.db.collection<DriveClassDocument>('driveClasses');
const leases = () => server.mongo.db.collection<{ _id: string; holder: string | null; term: number }>('leases');

/** Not recorded, or of now by definition (docs/observability.md). */
const LEFT_OUT = new Set(['revision', 'updatedAt', 'at', 'cpu', 'forecast', 'backupProblems']);
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).flatMap(([key, each]) => (LEFT_OUT.has(key) ? [] : [[key, comparable(each)]])));
}

/** The API's answers about all recorded objects. `at`: the moment; undefined: now. */
async function answers(at?: string): Promise<Record<string, unknown>> {
  const query: Record<string, string> = at === undefined ? {} : { at };
  const lists = {
    volumes: (await call(endpoints.listVolumes, { query })).items,
    nodes: (await call(endpoints.listNodes, { query })).items,
    drives: (await call(endpoints.listDrives, { query })).items,
    attachments: (await call(endpoints.listAttachments, { query })).items,
    classes: (await call(endpoints.listDriveClasses, { query })).items,
    alerts: (await call(endpoints.listAlerts, { query })).items,
    silences: (await call(endpoints.listSilences, { query })).items,
    notes: (await call(endpoints.listNotes, { query })).items,
  };
  const found: Record<string, unknown> = { ...lists, overview: await call(endpoints.overview, { query }) };
  found['topology'] = await call(endpoints.topology, { query });
  for (const { id } of lists.volumes) found[`volume ${id}`] = await call(endpoints.getVolume, { params: { id }, query });
  for (const { id } of lists.nodes) found[`node ${id}`] = await call(endpoints.getNode, { params: { id }, query });
  for (const { id } of lists.drives) found[`drive ${id}`] = await call(endpoints.getDrive, { params: { id }, query });
  // A pending alert may end between the two reads.
  for (const { id } of lists.alerts) {
    const { status, body } = await server.adminClient.try(endpoints.getAlert, { params: { id }, query });
    found[`alert ${id}`] = status === 200 ? body : status;
  }
  for (const { id } of lists.attachments) found[`attachment ${id}`] = await call(endpoints.getAttachment, { params: { id }, query });
  return comparable(found) as Record<string, unknown>;
}

/** The answers of a time in which nothing changed, and a moment at its end. */
async function steady(): Promise<{ at: string; said: Record<string, unknown> }> {
  for (let tries = 0; ; tries++) {
    const before = await answers();
    await sleep(2500); // changes are recorded once a second
    const at = new Date().toISOString();
    const said = await answers();
    try {
      expect(said).toEqual(before);
      return { at, said };
    } catch (error) {
      if (tries === 12) throw error;
    }
  }
}

const recordedUntil = (at: string) =>
  expect
    .poll(async () => {
      const last = await runs().findOne({}, { sort: { until: -1 } });
      return last && last.until.toISOString() >= at;
    }, SEEN)
    .toBe(true);
const health = async () => (await call(endpoints.getVolume, { params: { id: volumeId } })).health;

beforeAll(async () => {
  server = await startTestServer({ mongoUri: testDatabase().uri, config: { simulated: true } });
  other = await startBeside(server, { simulated: true });
  cluster = await SimulatedCluster.start([server], ['t1', 't2', 't3'], ['c1']);
});
afterAll(async () => {
  await cluster?.stop();
  await other?.stop();
  await server?.stop();
});

test('answers at each step of a row of faults as it did then', { timeout: 400_000 }, async () => {
  const body = {
    name: 'db',
    sizeBytes: GiB,
    protection: 'raid1' as const,
    driveClassId: cluster.driveClassId,
    rebuildDelaySeconds: 604_800,
  };
  const created = await call(endpoints.createVolume, { body });
  await cluster.done(created.job);
  volumeId = created.volume.id;
  const [client] = (await call(endpoints.listNodes, { query: { name: 'c1' } })).items;
  await cluster.done((await call(endpoints.createAttachment, { body: { volumeId, nodeId: client?.id ?? '' } })).job);
  const silence = {
    matchers: [{ label: 'zone', operator: '=' as const, value: 'z9' }],
    endsAt: new Date(Date.now() + DAY_MS).toISOString(),
  };
  const silenced = await call(endpoints.createSilence, { body: { ...silence, comment: 'works in zone z9' } });
  const note = await call(endpoints.createNote, { body: { subject: { kind: 'volume', id: volumeId }, text: 'of the archive' } });
  const { legs } = await call(endpoints.getVolume, { params: { id: volumeId } });
  const [first, second] = legs.map(({ node }) => node.name);
  const steps: [name: string, act: () => void, isReached: () => Promise<boolean>][] = [
    ['whole', () => undefined, async () => (await health()) === 'healthy'],
    [
      'a target without power',
      () => cluster.fault({ fault: 'kill-node', node: first ?? '' }),
      async () => (await health()) === 'degraded' && (await call(endpoints.listAlerts, { query: { open: 'true' } })).total > 0,
    ],
    ['the target is back', () => cluster.fault({ fault: 'boot-node', node: first ?? '' }), async () => (await health()) === 'healthy'],
    [
      'a drive pulled out',
      () => cluster.fault({ fault: 'drive', node: second ?? '', serial: `${second}-d`, present: false }),
      async () => (await call(endpoints.listDrives, { query: { state: 'missing' } })).total === 1,
    ],
    [
      'a NIC of the client without link',
      () => cluster.fault({ fault: 'nic', node: 'c1', nic: 'eth1', up: false }),
      async () => (await health()) !== 'degraded',
    ],
  ];
  const saved: { name: string; at: string; said: Record<string, unknown> }[] = [];
  for (const [name, act, isReached] of steps) {
    act();
    await expect.poll(isReached, SEEN).toBe(true);
    saved.push({ name, ...(await steady()) });
  }
  await recordedUntil(saved.at(-1)?.at ?? '');
  await call(endpoints.endSilence, { params: { id: silenced.id }, body: {} });
  await call(endpoints.deleteNote, { params: { id: note.id }, ifMatch: note.version });
  for (const { name, at, said } of saved) expect({ name, said: await answers(at) }).toEqual({ name, said });
  expect(new Set(saved.map(({ said }) => JSON.stringify(said))).size).toBe(saved.length);
});

/** Names of one drive class in its versions since a time. */
async function namesOf(id: string, since: Date): Promise<string[]> {
  const found = await moments()
    .find({ collection: 'driveClasses', kind: 'changes', at: { $gt: since } }, { sort: { at: 1 } })
    .toArray();
  const versions = (await Promise.all(found.map(({ packed }) => unpacked(packed.buffer)))).flat();
  return versions.filter((version) => version.id === id).map(({ document }) => (document ? String(document['name']) : 'removed'));
}
const rename = (id: string, name: string) => classes().updateOne({ _id: id }, { $set: { name }, $inc: { revision: 1 } });
async function someClass(name: string): Promise<string> {
  const spec = { description: '', labels: {}, members: { by: 'selector' as const, selector: { models: ['none'] } } };
  const document = { ...newStored(), name, spec, status: {} };
  await classes().insertOne(document);
  return document._id;
}

test('another server goes on where the recording one ended: no version is lost and none is doubled', async () => {
  const since = new Date();
  const id = await someClass('one');
  await expect.poll(() => namesOf(id, since), SEEN).toEqual(['one']);
  const holders = new Set<string>();
  for (const name of ['two', 'three', 'four']) {
    // The holder loses the lease as one that was killed: a server that waits for it takes it, and the changes of that time.
    const held = await leases().findOneAndUpdate(
      { _id: 'events' },
      { $set: { expiresAt: new Date(0), holder: 'nobody' }, $inc: { term: 1 } },
    );
    holders.add(held?.holder ?? '');
    await rename(id, name);
    await expect.poll(async () => (await namesOf(id, since)).at(-1), SEEN).toBe(name);
  }
  expect(await namesOf(id, since)).toEqual(['one', 'two', 'three', 'four']);
  await classes().deleteOne({ _id: id });
  await expect.poll(() => namesOf(id, since), SEEN).toEqual(['one', 'two', 'three', 'four', 'removed']);
});

test('names the gap in which no server recorded, and the time before the first record', async () => {
  const [first] = await runs()
    .find({}, { sort: { from: 1 } })
    .toArray();
  const before = new Date((first?.from.getTime() ?? 0) - 1).toISOString();
  expect(await server.adminClient.refused(endpoints.listNodes, { query: { at: before } })).toMatchObject({
    ...{ status: 404, code: 'moment-not-recorded', field: 'query.at' },
    reason: { params: { at: before, to: first?.from.toISOString() } },
  });
  const all = await runs()
    .find({}, { sort: { from: 1 } })
    .toArray();
  const [earlier, later] = [all.at(-2), all.at(-1)];
  const between = new Date(((earlier?.until.getTime() ?? 0) + (later?.from.getTime() ?? 0)) / 2).toISOString();
  const gap = { from: earlier?.until.toISOString(), to: later?.from.toISOString() };
  const { reason } = await server.adminClient.refused(endpoints.overview, { query: { at: between } });
  expect(reason).toMatchObject({ code: 'moment-not-recorded', params: { at: between, ...gap } });
  const { gaps, marks } = await call(endpoints.recordedMoments, { query: { from: before, to: new Date().toISOString() } });
  expect(gaps[0]).toEqual({ from: null, to: first?.from.toISOString() });
  expect(gaps).toContainEqual(gap);
  expect(marks.map(({ severity }) => severity)).toContain('critical');
});

test('lists what differs between two moments in the words of events, and the fields', async () => {
  const id = await someClass('early');
  const from = new Date(Date.now() + 3000).toISOString();
  await recordedUntil(from);
  const [node] = (await call(endpoints.listNodes, { query: { name: 't3' } })).items;
  const { version } = await call(endpoints.getNode, { params: { id: node?.id ?? '' } });
  await call(endpoints.updateNode, { params: { id: node?.id ?? '' }, ifMatch: version, body: { labels: { rack: 'r7' } } });
  cluster.fault({ fault: 'kill-node', node: 't3' });
  await classes().deleteOne({ _id: id });
  await expect.poll(async () => (await call(endpoints.getNode, { params: { id: node?.id ?? '' } })).connection.state, SEEN).toBe('lost');
  const to = new Date(Date.now() + 3000).toISOString();
  await recordedUntil(to);
  const { items } = await call(endpoints.momentChanges, { query: { from, to, limit: 200 } });
  expect(items.find(({ name }) => name === 't3')).toMatchObject({
    ...{ kind: 'node', change: 'changed', severity: 'warning' },
    changes: expect.arrayContaining([expect.objectContaining({ topic: 'connection', from: 'online', to: 'lost' })]),
    fields: [{ field: 'labels.rack', from: null, to: '"r7"' }],
  });
  expect(items.find(({ kind }) => kind === 'drive-class')).toMatchObject({ name: 'early', change: 'removed' });
  expect((await call(endpoints.momentChanges, { query: { from, to, kind: 'drive-class' } })).total).toBe(1);
  expect(await server.adminClient.refused(endpoints.momentChanges, { query: { from: to, to: from } })).toMatchObject({ status: 400 });
});

test('writes nothing while it reads a past moment, and refuses one of unrecorded collections', async () => {
  const { until } =
    (
      await runs()
        .find({}, { sort: { until: -1 } })
        .toArray()
    )[0] ?? expect.fail('no run');
  const before = await server.mongo.db.stats();
  await answers(until.toISOString());
  expect((await server.mongo.db.stats())['objects']).toBeLessThanOrEqual(Number(before['objects']) + 2); // the recorder goes on
  const { status } = await server.adminClient.try(endpoints.listJobs, { query: { at: until.toISOString() } });
  expect(status).toBe(400);
});

test('states since when alerts are recorded after an upgrade from a version that did not record them', async () => {
  await moments().deleteMany({ collection: 'alerts' });
  const before = new Date().toISOString();
  await recordedUntil(before);
  const refused = () => server.adminClient.refused(endpoints.listAlerts, { query: { at: before } });
  expect(await refused()).toMatchObject({ status: 404, code: 'moment-not-recorded', field: 'query.at' });
  // The next holder of the lease, as the first server of the new version, begins with a snapshot.
  await leases().deleteOne({ _id: 'events' });
  await expect.poll(() => moments().countDocuments({ collection: 'alerts', kind: 'snapshot' }), SEEN).toBe(1);
  const [snapshot] = await moments().find({ collection: 'alerts' }).toArray();
  expect(await refused()).toMatchObject({ reason: { params: { at: before, to: snapshot?.at.toISOString() } } });
  const present = (await call(endpoints.listAlerts, { query: {} })).items.map(({ id }) => id);
  const { items } = await call(endpoints.listAlerts, { query: { at: snapshot?.at.toISOString() ?? '' } });
  expect(items.map(({ id }) => id)).toEqual(present);
});

test('records no hash of a credential', async () => {
  const found = await moments().find({ collection: 'nodes' }).toArray();
  const versions = (await Promise.all(found.map(({ packed }) => unpacked(packed.buffer)))).flat();
  expect(versions.length).toBeGreaterThan(3);
  expect(JSON.stringify(versions)).not.toMatch(/credentialHash|nextHash/);
});

test('removes moments that are older than momentsKeptDays, and keeps the snapshot that the oldest one needs', async () => {
  const old = new Date(Date.now() - 40 * DAY_MS);
  const needed = new Date(Date.now() - 32 * DAY_MS);
  const [some] = await moments().find({ kind: 'snapshot', collection: 'nodes' }).toArray();
  if (!some) throw new Error('no snapshot');
  const made = [old, needed].map((at, n) => ({ ...some, _id: `made-${n}`, at }));
  await moments().insertMany(made);
  await runs().insertOne({ _id: 'made', from: old, until: new Date(Date.now() - 30 * DAY_MS) });
  // The next holder of the lease begins with the removal.
  await leases().deleteOne({ _id: 'events' });
  await expect.poll(() => moments().countDocuments({ _id: 'made-0' }), SEEN).toBe(0);
  expect(await moments().countDocuments({ _id: 'made-1' })).toBe(1);
  const run = await runs().findOne({ _id: 'made' });
  expect(Date.now() - (run?.from.getTime() ?? 0)).toBeLessThan(31.01 * DAY_MS);
});

test('records nothing while the bytes of a day are used up, and then all that has changed', async () => {
  const lease = { transaction: server.mongo.transaction.bind(server.mongo) };
  const repository = new MomentsRepository(server.mongo);
  const recording = await MomentRecording.begin(repository, lease, 1);
  expect(await recording.turn(new Date())).toBe(false);
  const free = await MomentRecording.begin(repository, lease);
  expect(await free.turn(new Date())).toBe(true);
});
