import type { Endpoint } from '@weft/shared/endpoints/definition/endpoint';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { permissionNames } from '@weft/shared/kinds/access/permissions';
import type { Volume } from '@weft/shared/kinds/volume';
import { CONSOLE_NAMESPACE, type LiveChange, type ServerToConsoleEvents, type WatchAnswer } from '@weft/shared/links/console-link';
import { testDatabase } from '@weft/test-support/database';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../test-support/app.js';
import { driveInventory, FakeAgent } from '../../test-support/fake-agent.js';
import { HttpClient } from '../../test-support/http-client.js';
import { type Seeded, seedVolume } from '../../test-support/seeded-volume.js';

const SEEN = { timeout: 30_000, interval: 100 };
const password = 'correct horse battery';
let server: TestServer;
let agent: FakeAgent;
let driveId = '';
let classId = '';
let ours: Seeded;
let theirs: Seeded;
let tenant: HttpClient;
let groupId = '';
const selector = [{ label: 'example.team', operator: '=' as const, value: 'orders' }];

async function loggedIn(name: string): Promise<HttpClient> {
  const client = new HttpClient(server.url);
  await client.login(name, password);
  return client;
}

beforeAll(async () => {
  server = await startTestServer({ mongoUri: testDatabase().uri, config: { requestsPerSecond: 100_000 } });
  const { adminClient: admin } = server;
  agent = await FakeAgent.enroll(server, 't1');
  await agent.connect(server.url);
  await agent.inventory([driveInventory('S1')]);
  await vi.waitFor(async () => expect((await admin.call(endpoints.listDrives)).items).toHaveLength(1), 10_000);
  driveId = (await admin.call(endpoints.listDrives)).items[0]?.id ?? '';
  classId = (await admin.call(endpoints.createDriveClass, { body: { name: 'all', members: { by: 'list', driveIds: [driveId] } } })).id;
  const place = { driveId, nodeId: agent.nodeId, classId };
  ours = await seedVolume(server, { name: 'orders-db', team: 'orders', ...place });
  theirs = await seedVolume(server, { name: 'payroll-db', team: 'payroll', ...place });
  await admin.call(endpoints.createRole, { body: { name: 'tenant', permissions: [...permissionNames], volumes: 'groups' } });
  const { id } = await admin.call(endpoints.createUser, { body: { name: 'tina', role: 'tenant', password } });
  const group = await admin.call(endpoints.createVolumeGroup, {
    body: { name: 'orders', selector, verbs: ['see', 'attach', 'change'], memberIds: [id] },
  });
  groupId = group.id;
  tenant = await loggedIn('tina');
}, 60_000);
afterAll(async () => {
  agent?.disconnect();
  await server?.stop();
});

/** Every read that such a caller may send, with the ids of everything that there is. */
function reads(): { endpoint: Endpoint; params: Record<string, string>; query: Record<string, string> }[] {
  const now = Date.now();
  const range = { from: new Date(now - 3_600_000).toISOString(), to: new Date(now + 60_000).toISOString() };
  const queries: Record<string, Record<string, string>[]> = {
    search: [{ text: 'db' }, { text: 'payroll' }],
    recordedMoments: [range],
    exportEvents: [{ format: 'csv' }, { format: 'ndjson' }, { format: 'ndjson', subjectId: theirs.volume._id }],
    listVolumes: [{}, { search: 'payroll' }, { driveId }, { name: 'payroll-db' }, { sort: '-sizeBytes' }],
    listJobs: [{}, { subjectId: theirs.volume._id }],
    listEvents: [{}, { subjectId: theirs.volume._id }],
    listAlerts: [{}, { subjectId: theirs.volume._id }],
    listNotes: [{}, { subjectId: theirs.volume._id }],
    topology: [{}, { objects: `volume:${theirs.volume._id}` }, { objects: `attachment:${theirs.attachment._id}` }],
    queryStatistics: ['volume:theirs', 'attachment:theirs', `leg:theirs`, 'cluster', `drive:${driveId}`, `client:${agent.nodeId}`].map(
      (objects) => ({
        objects: objects
          .replace('volume:theirs', `volume:${theirs.volume._id}`)
          .replace('attachment:theirs', `attachment:${theirs.attachment._id}`)
          .replace('leg:theirs', `leg:${theirs.volume.legs[0]?.id}`),
        metrics: 'iops',
        from: range.from,
      }),
    ),
  };
  const ids = [agent.nodeId, driveId, classId, ...theirs.traces, ...ours.traces].filter((each) => each.length === 36);
  return (Object.values(endpoints) as Endpoint[])
    .filter(({ method, access, volumeScope }) => method === 'GET' && access !== 'public' && volumeScope !== 'refused')
    .flatMap((endpoint) =>
      (endpoint.path.includes(':id') ? ids : ['']).flatMap((id) =>
        (queries[endpoint.id] ?? [{}]).map((query) => ({ endpoint, params: { id, nic: 'eth0', name: 'left' }, query })),
      ),
    );
}

describe('a caller who sees only some volumes', () => {
  it('gets no trace of another volume from any read', async () => {
    const all = reads();
    const leaks: unknown[] = [];
    const failed: unknown[] = [];
    for (const { endpoint, params, query } of all) {
      const { status, body } = await tenant.try(endpoint, { params, query });
      if (status >= 500) failed.push([endpoint.id, params.id, status, body]);
      if (status >= 400) continue;
      const text = JSON.stringify(body);
      const found = theirs.traces.filter((trace) => text.includes(trace));
      if (found.length > 0) leaks.push([endpoint.id, query, found]);
    }
    expect(failed).toEqual([]);
    expect(leaks).toEqual([]);
    expect(new Set(all.map(({ endpoint }) => endpoint.id)).size).toBeGreaterThan(25);
  }, 60_000);

  it('sees its own volume, and what hangs on it', async () => {
    const names = async <E extends Endpoint>(endpoint: E, query = {}) => JSON.stringify((await tenant.try(endpoint, { query })).body);
    expect((await tenant.call(endpoints.listVolumes)).items.map(({ name }) => name)).toEqual(['orders-db']);
    expect((await tenant.call(endpoints.listVolumes)).total).toBe(1);
    expect(await names(endpoints.listAttachments)).toContain(ours.attachment._id);
    expect((await tenant.call(endpoints.listJobs)).total).toBe(2);
    expect(await names(endpoints.listEvents)).toContain('orders-db');
    expect(await names(endpoints.exportEvents)).toContain('orders-db');
    expect(await names(endpoints.listAlerts)).toContain(ours.alertId);
    expect(await names(endpoints.listNotes)).toContain(ours.noteId);
    expect(await names(endpoints.search, { text: 'db' })).toContain('orders-db');
    expect(await names(endpoints.topology)).toContain(ours.volume._id);
    const overview = await tenant.call(endpoints.overview);
    expect(overview.counts).toMatchObject({ volumes: { total: 1 }, attachments: { total: 1 }, nodes: { online: 1 } });
    expect(overview.example?.volume.name).toBe('orders-db');
    const dependents = await tenant.call(endpoints.nodeDependents, { params: { id: agent.nodeId } });
    expect(dependents.volumes.map((each) => JSON.stringify(each)).join()).toContain('orders-db');
    const statistics = { objects: `volume:${ours.volume._id}`, metrics: 'iops', from: new Date(Date.now() - 60_000).toISOString() };
    expect((await tenant.try(endpoints.queryStatistics, { query: statistics })).status).toBe(200);
  });

  it('does not exist for it what belongs to another volume', async () => {
    const { volume, attachment, jobId, alertId } = theirs;
    const change = { params: { id: volume._id }, ifMatch: 1 };
    for (const refusal of [
      tenant.refused(endpoints.getVolume, { params: { id: volume._id } }),
      tenant.refused(endpoints.getAttachment, { params: { id: attachment._id } }),
      tenant.refused(endpoints.getJob, { params: { id: jobId } }),
      tenant.refused(endpoints.getAlert, { params: { id: alertId } }),
      tenant.refused(endpoints.updateVolume, { ...change, body: { description: 'mine' } }),
      tenant.refused(endpoints.deleteVolume, change),
      tenant.refused(endpoints.acceptLoss, { ...change, body: { volumeName: volume.name, legIds: [volume.legs[0]?.id ?? ''] } }),
      tenant.refused(endpoints.createAttachment, { body: { volumeId: volume._id, nodeId: agent.nodeId } }),
      tenant.refused(endpoints.createNote, { body: { subject: { kind: 'volume', id: volume._id }, text: 'mine' } }),
      tenant.refused(endpoints.updateNote, { params: { id: theirs.noteId }, ifMatch: 1, body: { text: 'mine' } }),
      tenant.refused(endpoints.deleteNote, { params: { id: theirs.noteId }, ifMatch: 1 }),
      tenant.refused(endpoints.acknowledgeAlert, { params: { id: alertId }, body: {} }),
      tenant.refused(endpoints.cancelJob, { params: { id: jobId } }),
      tenant.refused(endpoints.deleteAttachment, { params: { id: attachment._id }, ifMatch: 1 }),
    ])
      expect(await refusal).toMatchObject({ status: 404 });
    expect((await server.adminClient.call(endpoints.getVolume, { params: { id: volume._id } })).description).toBe('');
  });

  it('reads past moments with the rights of now', async () => {
    const at = new Date().toISOString();
    await vi.waitFor(async () => expect((await server.adminClient.call(endpoints.listVolumes, { query: { at } })).total).toBe(2), SEEN);
    const volumes = await tenant.call(endpoints.listVolumes, { query: { at } });
    expect(volumes.items.map(({ name }) => name)).toEqual(['orders-db']);
    for (const endpoint of [
      endpoints.topology,
      endpoints.overview,
      endpoints.listAlerts,
      endpoints.listNotes,
      endpoints.listAttachments,
    ] as Endpoint[]) {
      const { status, body } = await tenant.try(endpoint, { query: { at } });
      expect([endpoint.id, status]).toEqual([endpoint.id, 200]);
      expect(theirs.traces.filter((trace) => JSON.stringify(body).includes(trace))).toEqual([]);
    }
  });

  it('shares no read with a caller who sees more', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        (n % 2 === 0 ? tenant : server.adminClient).call(endpoints.listVolumes, { query: { sort: 'name' } }),
      ),
    );
    expect(answers.map(({ total }) => total)).toEqual(Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? 1 : 2)));
  });

  it('gets nothing from routes outside of the contract', async () => {
    expect((await server.adminClient.request('GET', '/metrics')).status).toBe(200);
    expect((await tenant.request('GET', '/metrics')).status).toBe(403);
  });
});

describe('what hangs on a visible volume', () => {
  it('can be changed with the right to change the volume', async () => {
    const note = await tenant.call(endpoints.createNote, { body: { subject: { kind: 'volume', id: ours.volume._id }, text: 'ours' } });
    await tenant.call(endpoints.deleteNote, { params: { id: note.id }, ifMatch: note.version });
    const alert = await tenant.call(endpoints.acknowledgeAlert, { params: { id: ours.alertId }, body: { comment: 'on it' } });
    expect(alert.acknowledged).toMatchObject({ by: 'tina' });
    expect(await tenant.refused(endpoints.cancelJob, { params: { id: ours.jobId } })).toMatchObject({ status: 409 });
  });

  it('is not what hangs on a node', async () => {
    const refusal = await tenant.refused(endpoints.createNote, { body: { subject: { kind: 'node', id: agent.nodeId }, text: 'mine' } });
    expect(refusal).toMatchObject({ status: 403, reason: { code: 'volume-scope' } });
  });
});

describe('the labels of a volume', () => {
  const body = (labels: Record<string, string>, name = 'new-db') => ({
    ...{ name, sizeBytes: 2 ** 30, protection: 'concatenated' as const, driveClassId: classId, labels },
  });
  const relabel = (client: HttpClient, volume: Pick<Volume, 'id' | 'version'>, labels: Record<string, string>) =>
    client.try(endpoints.updateVolume, { params: { id: volume.id }, ifMatch: volume.version, body: { labels } });

  it('of a new volume are those of a group with the right to change', async () => {
    for (const labels of [{}, { 'example.team': 'payroll' }] as Record<string, string>[])
      expect(await tenant.refused(endpoints.createVolume, { body: body(labels) })).toMatchObject({
        status: 403,
        reason: { code: 'volume-labels-outside' },
        field: 'labels',
      });
    // The drive is not in service: the request was allowed, and has no place.
    const allowed = await tenant.refused(endpoints.createVolume, { body: body({ 'example.team': 'orders' }) });
    expect(allowed.status).toBe(422);
  });

  it('tell nothing of a volume out of sight whose name is in use', async () => {
    const refusal = await tenant.refused(endpoints.createVolume, { body: body({ 'example.team': 'orders' }, 'payroll-db') });
    expect(refusal).toMatchObject({ status: 409, code: 'name-taken', reason: { code: 'volume-name-in-use' } });
    expect(JSON.stringify(refusal)).not.toContain(theirs.volume._id);
  });

  it('move no volume out of reach', async () => {
    const volume = await tenant.call(endpoints.getVolume, { params: { id: ours.volume._id } });
    expect((await relabel(tenant, volume, { 'example.team': 'payroll' })).status).toBe(403);
    expect((await relabel(tenant, volume, { 'example.team': 'orders', tier: 'gold' })).status).toBe(200);
  });

  it('need a group with the verb, not only one that sees', async () => {
    const { adminClient: admin } = server;
    const { id } = await admin.call(endpoints.createUser, { body: { name: 'viktor', role: 'tenant', password } });
    await admin.call(endpoints.createVolumeGroup, { body: { name: 'orders-readers', selector, verbs: ['see'], memberIds: [id] } });
    const viktor = await loggedIn('viktor');
    const volume = await viktor.call(endpoints.getVolume, { params: { id: ours.volume._id } });
    expect(await relabel(viktor, volume, { 'example.team': 'orders' })).toMatchObject({
      status: 403,
      body: { reason: { code: 'volume-verb-required' } },
    });
    const attach = { body: { volumeId: volume.id, nodeId: agent.nodeId } };
    expect(await viktor.refused(endpoints.createAttachment, attach)).toMatchObject({ status: 403 });
    expect(await viktor.refused(endpoints.deleteAttachment, { params: { id: ours.attachment._id }, ifMatch: 1 })).toMatchObject({
      status: 403,
    });
  });
});

describe('an API token with a selector of volumes', () => {
  it('narrows its user, who may reach every volume', async () => {
    const { token } = await server.adminClient.call(endpoints.createApiToken, {
      body: { name: 'narrow', role: 'operator', expiresInDays: 1, volumes: selector },
    });
    const headers = { authorization: `Bearer ${token}` };
    const { items } = await server.anonymous.call(endpoints.listVolumes, { headers });
    expect(items.map(({ name }) => name)).toEqual(['orders-db']);
    expect((await server.anonymous.try(endpoints.getVolume, { headers, params: { id: theirs.volume._id } })).status).toBe(404);
    expect((await server.anonymous.try(endpoints.listBenchmarks, { headers })).status).toBe(403);
    // Jobs that its user requested are not those of the token.
    await server.mongo.db.collection<{ _id: string }>('jobs').updateMany({}, { $set: { requestedBy: 'admin' } });
    expect((await server.anonymous.try(endpoints.getJob, { headers, params: { id: theirs.jobId } })).status).toBe(404);
    expect((await server.anonymous.try(endpoints.getJob, { headers, params: { id: ours.jobId } })).status).toBe(200);
  });

  it('gives its user nothing that the user does not have', async () => {
    const { token } = await tenant.call(endpoints.createApiToken, {
      body: { name: 'wide', role: 'tenant', expiresInDays: 1, volumes: [{ label: 'example.team', operator: '=', value: '*' }] },
    });
    const { items } = await server.anonymous.call(endpoints.listVolumes, { headers: { authorization: `Bearer ${token}` } });
    expect(items.map(({ name }) => name)).toEqual(['orders-db']);
  });

  it('is without rights for a server that does not know selectors', async () => {
    const stored = await server.mongo.db.collection('apiTokens').findOne({ name: 'narrow' });
    expect(stored?.['nouns']).toEqual([]);
  });
});

type Browser = Socket<ServerToConsoleEvents, { watch: (watch: { objects: string[] }, ack: (answer: WatchAnswer) => void) => void }>;
async function listen(client: HttpClient): Promise<{ socket: Browser; changes: LiveChange[]; jobs: string[]; resyncs: () => number }> {
  const socket: Browser = io(server.url + CONSOLE_NAMESPACE, {
    ...{ transports: ['websocket'], reconnection: false, forceNew: true, extraHeaders: { cookie: client.sessionCookie ?? '' } },
  });
  const changes: LiveChange[] = [];
  const jobs: string[] = [];
  let resyncs = 0;
  socket.on('changes', (batch) => changes.push(...batch));
  socket.on('job', ({ id }) => jobs.push(id));
  socket.on('resync', () => resyncs++);
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return { socket, changes, jobs, resyncs: () => resyncs };
}

describe('live updates', () => {
  const until = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 20 });
  const touch = (collection: string, id: string, set: object = { updatedAt: new Date() }) =>
    server.mongo.db.collection<{ _id: string }>(collection).updateOne({ _id: id }, { $set: set, $inc: { revision: 1 } });

  it('tell of visible volumes alone, with their jobs and attachments', async () => {
    const mine = await listen(tenant);
    const all = await listen(server.adminClient);
    for (const { volume, attachment, jobId, alertId } of [theirs, ours]) {
      await touch('volumes', volume._id);
      await touch('attachments', attachment._id);
      await touch('jobs', jobId);
      await touch('alerts', alertId);
    }
    await until(() => expect(mine.jobs).toContain(ours.jobId));
    await until(() => expect(all.jobs).toEqual(expect.arrayContaining([ours.jobId, theirs.jobId])));
    await until(() => expect(mine.changes.map(({ id }) => id)).toEqual(expect.arrayContaining([ours.volume._id, ours.attachment._id])));
    expect(mine.jobs).not.toContain(theirs.jobId);
    expect(mine.changes.filter(({ id }) => theirs.traces.includes(id))).toEqual([]);
    mine.socket.close();
    all.socket.close();
  });

  it('tell a volume deleted that leaves sight, and nothing more of it', async () => {
    const mine = await listen(tenant);
    await touch('volumes', ours.volume._id);
    await until(() => expect(mine.changes.map(({ id }) => id)).toContain(ours.volume._id));
    await touch('volumes', ours.volume._id, { 'spec.labels': { 'example.team': 'payroll' } });
    await until(() => expect(mine.changes).toContainEqual(expect.objectContaining({ kind: 'volume', id: ours.volume._id, deleted: true })));
    await touch('volumes', ours.volume._id, { 'spec.labels': { 'example.team': 'orders' } });
    await until(() => expect(mine.changes.at(-1)).toMatchObject({ id: ours.volume._id, deleted: false }));
    mine.socket.close();
  });

  it('send no statistics of other volumes, nor sums', async () => {
    const { socket } = await listen(tenant);
    const watch = (...objects: string[]) => socket.emitWithAck('watch', { objects });
    expect(await watch(`volume:${ours.volume._id}`, `node:${agent.nodeId}`)).toEqual({ ok: true });
    for (const object of [`volume:${theirs.volume._id}`, `leg:${theirs.volume.legs[0]?.id}`, `client:${agent.nodeId}`, 'cluster'])
      expect(await watch(object), object).toMatchObject({ ok: false, code: 'forbidden' });
    socket.close();
  });

  it('follow the kinds that the role reads', async () => {
    const { adminClient: admin } = server;
    await admin.call(endpoints.createRole, { body: { name: 'watcher', permissions: ['node:read'] } });
    await admin.call(endpoints.createUser, { body: { name: 'wanda', role: 'watcher', password } });
    const { socket, changes } = await listen(await loggedIn('wanda'));
    await touch('volumes', ours.volume._id);
    await touch('nodes', agent.nodeId);
    await until(() => expect(changes.map(({ kind }) => kind)).toContain('node'));
    expect(new Set(changes.map(({ kind }) => kind))).toEqual(new Set(['node']));
    expect(await socket.emitWithAck('watch', { objects: ['cluster'] })).toMatchObject({ ok: false, code: 'forbidden' });
    socket.close();
  });

  it('follow a change of the group at once', async () => {
    const { adminClient: admin } = server;
    const mine = await listen(tenant);
    const before = mine.resyncs();
    const group = await admin.call(endpoints.getVolumeGroup, { params: { id: groupId } });
    await admin.call(endpoints.updateVolumeGroup, { params: { id: groupId }, ifMatch: group.version, body: { memberIds: [] } });
    await until(() => expect(mine.resyncs()).toBeGreaterThan(before));
    const seen = mine.changes.length;
    const all = await listen(admin);
    await touch('volumes', ours.volume._id);
    await until(() => expect(all.changes.map(({ id }) => id)).toContain(ours.volume._id));
    expect(mine.changes.slice(seen).map(({ id }) => id)).not.toContain(ours.volume._id);
    expect((await tenant.call(endpoints.listVolumes)).items).toEqual([]);
    mine.socket.close();
    all.socket.close();
  });
});
