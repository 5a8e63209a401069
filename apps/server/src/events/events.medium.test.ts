import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Event } from '@weft/shared/kinds/views/event';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../test-support/app.js';
import { driveInventory, FakeAgent } from '../../test-support/fake-agent.js';
import { HttpClient } from '../../test-support/http-client.js';
import { startBeside } from '../../test-support/two-servers.js';
import { newStored } from '../core/mongo/objects.js';
import type { DriveClassDocument } from '../domain/documents/drive-class.document.js';
import type { EventDocument } from '../domain/documents/event.document.js';

const LOOKED = { timeout: 20_000 };

let server: TestServer;
let other: TestServer;
let agent: FakeAgent;

const list = async (query: Record<string, string | number> = {}): Promise<Event[]> =>
  (await server.adminClient.call(endpoints.listEvents, { query: { limit: 200, ...query } })).items;
const topics = async (query: Record<string, string | number>) => (await list(query)).map(({ topic, from, to }) => [topic, from, to]);
const ofAgent = () => list({ subjectId: agent.nodeId });

beforeAll(async () => {
  server = await startTestServer({ mongoUri: testDatabase().uri });
  other = await startBeside(server);
  agent = await FakeAgent.enroll(server, 't1');
});
afterAll(async () => {
  agent?.disconnect();
  await other?.stop();
  await server?.stop();
});

test('records once, with two servers, that a node is added, connects and restarts', async () => {
  await expect.poll(() => topics({ subjectId: agent.nodeId }), LOOKED).toEqual([['existence', null, 'present']]);
  await agent.connect(server.url);
  await agent.inventory([driveInventory('S1')]);
  await expect.poll(() => topics({ subjectId: agent.nodeId, topic: 'connection' }), LOOKED).toEqual([['connection', 'never', 'online']]);
  agent.disconnect();
  const restarted = agent.twin();
  restarted.bootId = 'boot-2';
  await restarted.connect(other.url);
  agent = restarted;
  await expect.poll(() => topics({ subjectId: agent.nodeId, topic: 'boot' }), LOOKED).toEqual([['boot', 'boot-1', 'boot-2']]);
  const events = await ofAgent();
  expect(events.filter(({ kind, topic }) => kind === 'node' && topic === 'existence')).toMatchObject([
    {
      ...{ severity: 'info', kind: 'node', count: 1, subjectCount: 1, subjects: [{ id: agent.nodeId, name: 't1' }] },
      ...{ code: 'event-added', message: 'Node t1 was added.', cause: null },
    },
  ]);
  expect(events.find(({ topic }) => topic === 'boot')?.message).toBe('Node t1 restarted.');
  expect(await topics({ kind: 'drive' })).toEqual([['existence', null, 'present']]);
});

test('records a changed setting, and counts the next change in the same event', async () => {
  const change = async (statisticsIntervalSeconds: number) => {
    const { version } = await server.adminClient.call(endpoints.getSettings);
    await server.adminClient.call(endpoints.updateSettings, { body: { statisticsIntervalSeconds }, ifMatch: version });
  };
  const told = () => list({ kind: 'settings', topic: 'statisticsIntervalSeconds' });
  await change(7);
  await expect.poll(async () => (await told())[0]?.to, LOOKED).toBe('7');
  await change(9);
  await expect.poll(async () => (await told())[0]?.to, LOOKED).toBe('9');
  expect(await told()).toMatchObject([
    { count: 2, from: '5', to: '9', message: 'The setting statisticsIntervalSeconds changed from 5 to 9. It changed 2 times.' },
  ]);
});

test('bounds the events of many objects that change alike, and each object lists its own', async () => {
  const classes = Array.from({ length: 60 }, (_, at) => ({
    ...{ ...newStored(), name: `class-${at}`, status: {} },
    spec: { description: '', labels: {}, members: { by: 'selector' as const, selector: {} } },
  }));
  const collection = server.mongo.db.collection<DriveClassDocument>('driveClasses');
  await collection.insertMany(classes);
  const told = async (code: string) => (await list({ kind: 'drive-class' })).filter((event) => event.code === code);
  const counted = async (code: string) => (await told(code)).reduce((sum, { subjectCount }) => sum + subjectCount, 0);
  await expect.poll(() => counted('event-added'), LOOKED).toBe(60);
  await collection.deleteMany({ _id: { $in: classes.map(({ _id }) => _id) } });
  await expect.poll(() => counted('event-removed'), LOOKED).toBe(60);
  for (const code of ['event-added', 'event-removed']) {
    const events = await told(code);
    expect(events.length).toBeLessThanOrEqual(30);
    const largest = events.reduce((most, each) => (each.subjectCount > most.subjectCount ? each : most));
    expect(largest.subjectCount).toBeGreaterThan(20);
    expect(largest.subjects).toHaveLength(20);
  }
  for (const { _id } of classes) expect((await list({ subjectId: _id })).map(({ to }) => to).sort()).toEqual([null, 'present']);
});

test('goes on where the leading server stopped: nothing is lost and nothing told twice', async () => {
  const before = await server.mongo.db.collection<EventDocument>('events').countDocuments();
  await other.stop();
  other = await startBeside(server);
  await expect
    .poll(async () => (await server.mongo.db.collection('leases').findOne({ _id: 'events' as never }))?.['holder'], LOOKED)
    .toBeTruthy();
  const { version } = await server.adminClient.call(endpoints.getSettings);
  await server.adminClient.call(endpoints.updateSettings, { body: { keepAliveSeconds: 6 }, ifMatch: version });
  await expect.poll(() => topics({ topic: 'keepAliveSeconds' }), LOOKED).toEqual([['keepAliveSeconds', '5', '6']]);
  const added = (await list()).filter(({ topic }) => topic !== 'connection');
  expect(added.length).toBeLessThanOrEqual(before + 1);
});

describe('the export', () => {
  const text = async (query: string, client: HttpClient = server.adminClient) => {
    const answer = await fetch(`${server.url}/api/v1/events/export?${query}`, { headers: { cookie: client.sessionCookie ?? '' } });
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
  };

  test('has every event of the list as NDJSON, oldest first', async () => {
    const { status, text: lines } = await text('format=ndjson');
    expect(status).toBe(200);
    const events = lines
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Event);
    const listed = await list({ sort: 'lastAt' });
    expect(events.map(({ id }) => id)).toEqual(listed.map(({ id }) => id));
    expect(events[0]).toEqual(listed[0]);
  });

  test('has a line for each event as CSV, and only those of the filter', async () => {
    const { text: lines, type } = await text('format=csv&kind=settings');
    expect(type).toContain('text/csv');
    const [head, ...rows] = lines.trim().split('\r\n');
    expect(head).toBe('at,lastAt,count,severity,kind,topic,from,to,subjectCount,subjects,message,id');
    expect(rows).toHaveLength((await list({ kind: 'settings' })).length);
    expect(rows.every((row) => row.includes(',settings,'))).toBe(true);
  });

  test('is refused without a session, and with an unknown format', async () => {
    expect((await text('', server.anonymous)).status).toBe(401);
    expect((await text('format=xml')).status).toBe(400);
  });
});

test('removes events that are older than eventsKeptDays', async () => {
  const events = server.mongo.db.collection<EventDocument>('events');
  const [some] = await list({ kind: 'settings' });
  const old = new Date(Date.now() - 401 * 86_400_000);
  await events.updateOne({ _id: some?.id ?? '' }, { $set: { lastAt: old, at: old } });
  // Who takes the lease next begins with the removal.
  await server.mongo.db.collection<{ _id: string }>('leases').deleteOne({ _id: 'events' });
  await expect.poll(() => events.countDocuments({ lastAt: old }), LOOKED).toBe(0);
});
