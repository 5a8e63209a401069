import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Job } from '@weft/shared/kinds/job';
import { CONSOLE_NAMESPACE, type LiveChange, type ServerToConsoleEvents } from '@weft/shared/links/console-link';
import { testDatabase } from '@weft/test-support/database';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../test-support/app.js';
import { driveInventory, FakeAgent } from '../../test-support/fake-agent.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ mongoUri: testDatabase().uri });
});
afterAll(() => server?.stop());

const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 50 });
type Browser = Socket<ServerToConsoleEvents, { anything: () => void }>;
const browser = (cookie?: string): Browser =>
  io(server.url + CONSOLE_NAMESPACE, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    ...(cookie ? { extraHeaders: { cookie } } : {}),
  });
const connected = (socket: Browser) =>
  new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });

test('refuses a socket without a session', async () => {
  await expect(connected(browser())).rejects.toMatchObject({ data: { code: 'unauthenticated' } });
});

test('sends a browser the kind and id of each change, and whole jobs', async () => {
  const socket = browser(server.adminClient.sessionCookie);
  const changes: LiveChange[] = [];
  const jobs: Job[] = [];
  socket.on('changes', (batch) => changes.push(...batch));
  socket.on('job', (job) => jobs.push(job));
  await connected(socket);
  const agent = await FakeAgent.enroll(server, 'seen');
  await agent.connect(server.url);
  await agent.inventory([driveInventory('S1')]);
  await until(() => expect(changes.some(({ kind }) => kind === 'drive')).toBe(true));
  expect(changes).toContainEqual(expect.objectContaining({ kind: 'node', id: agent.nodeId, deleted: false }));
  const [drive] = (await server.adminClient.call(endpoints.listDrives)).items;
  const { job } = await server.adminClient.call(endpoints.takeDrive, { params: { id: drive?.id ?? '' }, ifMatch: drive?.version ?? 0 });
  await until(() => expect(jobs.map(({ id, kind }) => [id, kind])).toContainEqual([job.id, 'drive.take']));
  agent.disconnect();
  socket.disconnect();
});

test('sends a new connection the changes that its page may have missed', async () => {
  const { version } = await server.adminClient.call(endpoints.getSettings);
  const { revision } = await server.adminClient.call(endpoints.updateSettings, { ifMatch: version, body: { keepAliveSeconds: 7 } });
  const getsChange = async () => {
    const socket = browser(server.adminClient.sessionCookie);
    const changes: LiveChange[] = [];
    socket.on('changes', (batch) => changes.push(...batch));
    await connected(socket);
    await until(() => expect(changes).toContainEqual(expect.objectContaining({ kind: 'settings', revision, deleted: false })));
    socket.disconnect();
  };
  await getsChange();
  // The first may have got it from the change stream; the second cannot.
  await getsChange();
});

test('disconnects a browser that sends an unknown event, or whose session ends', async () => {
  const talker = browser(server.adminClient.sessionCookie);
  await connected(talker);
  talker.emit('anything');
  await until(() => expect(talker.connected).toBe(false));

  const listener = browser(server.adminClient.sessionCookie);
  await connected(listener);
  await server.adminClient.try(endpoints.logout);
  await until(() => expect(listener.connected).toBe(false));
});
