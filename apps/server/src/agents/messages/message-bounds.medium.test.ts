import { endpoints } from '@weft/shared/endpoints/endpoints';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../test-support/app.js';
import { driveInventory, FakeAgent } from '../../../test-support/fake-agent.js';

/* An attacker with one node's credential sends arbitrary messages; all other nodes continue to work. */

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ mongoUri: testDatabase().uri });
});
afterAll(() => server?.stop());

const node = (agent: FakeAgent) => server.adminClient.call(endpoints.getNode, { params: { id: agent.nodeId } });
const bounds = async (agent: FakeAgent) => (await node(agent)).conditions.find(({ type }) => type === 'MessagesOutOfBounds');

it('refuses 40 inventories with a 3.8 MB serial, and keeps the overview small', async () => {
  const [bad, good] = [await FakeAgent.enroll(server, 'bad'), await FakeAgent.enroll(server, 'good')];
  await good.connect(server.url);
  const answers = [];
  for (let turn = 0; turn < 40; turn++) {
    if (!bad.isConnected) await bad.connect(server.url).catch(() => undefined);
    if (!bad.isConnected) break;
    answers.push(await bad.inventory([driveInventory(`${turn}`.padEnd(3_800_000, 'x'))]).catch(() => ({ ok: false, code: 'gone' })));
  }
  expect(answers.filter(({ ok }) => ok)).toEqual([]);
  expect(await good.inventory([driveInventory('G1')])).toMatchObject({ ok: true });
  const startedMs = performance.now();
  const overview = await server.adminClient.call(endpoints.overview);
  expect(performance.now() - startedMs).toBeLessThan(2000);
  expect(JSON.stringify(overview).length).toBeLessThan(100_000);
  expect((await server.adminClient.call(endpoints.listDrives, { query: { nodeId: bad.nodeId } })).total).toBe(0);
  bad.disconnect();
  good.disconnect();
});

it('reports node, field and bound until the node sends an inventory within its bounds', async () => {
  const agent = await FakeAgent.enroll(server, 'wordy');
  await agent.connect(server.url);
  expect(await agent.inventory([driveInventory('A'), driveInventory('B', { model: 'm'.repeat(41) })])).toMatchObject({
    ok: false,
    code: 'out-of-bounds',
  });
  expect(await bounds(agent)).toMatchObject({ status: 'true', message: expect.stringMatching(/wordy.*40.*drives\[1\]\.model/) });
  expect(await agent.report([], { bootId: agent.bootId })).toMatchObject({ ok: true });
  expect(await bounds(agent)).toBeDefined();
  expect(await agent.inventory([driveInventory('A')])).toMatchObject({ ok: true });
  expect(await bounds(agent)).toBeUndefined();
  agent.disconnect();
});

it('reports a node whose message exceeds the largest message size', async () => {
  const agent = await FakeAgent.enroll(server, 'huge');
  await agent.connect(server.url);
  agent.inventory([driveInventory('x'.repeat(5_000_000))]).catch(() => undefined);
  await vi.waitFor(async () => expect(await bounds(agent)).toMatchObject({ status: 'true' }), { timeout: 10_000 });
});

it('limits the stored bytes of one node, reports the excess, and still accepts other nodes', async () => {
  const [bad, good] = [await FakeAgent.enroll(server, 'hoarder'), await FakeAgent.enroll(server, 'modest')];
  await Promise.all([bad.connect(server.url), good.connect(server.url)]);
  // Each list is within its bounds: each time it has new drives, and the earlier ones stay as missing.
  const list = (turn: number) =>
    Array.from({ length: 900 }, (_, index) => driveInventory(`H${turn}-${index}`, { contents: Array(32).fill('x'.repeat(100)) }));
  const answers = [];
  for (let turn = 0; turn < 4; turn++) answers.push(await bad.inventory(list(turn)));
  expect(answers.map((answer) => (answer.ok ? 'taken' : answer.code))).toEqual(['taken', 'taken', 'out-of-bounds', 'out-of-bounds']);
  expect(await bounds(bad)).toMatchObject({ status: 'true', message: expect.stringContaining('8388608 bytes') });
  expect(await good.inventory([driveInventory('M1')])).toMatchObject({ ok: true });
  expect(await bounds(good)).toBeUndefined();
  bad.disconnect();
  good.disconnect();
});

it('removes a node while it sends inventories as fast as it can', async () => {
  const agent = await FakeAgent.enroll(server, 'busy');
  const stop = new AbortController();
  const send = async () => {
    for (let turn = 0; !stop.signal.aborted; turn++) {
      if (!agent.isConnected) await agent.connect(server.url).catch(() => undefined);
      if (!agent.isConnected) return;
      const drives = Array.from({ length: 500 }, (_, index) =>
        driveInventory(`D${index}`, { firmware: `${turn % 1000}`, contents: Array(8).fill('x'.repeat(100)) }),
      );
      await Promise.all(Array.from({ length: 8 }, () => agent.inventory(drives).catch(() => undefined)));
    }
  };
  await agent.connect(server.url);
  await agent.inventory([driveInventory('D0')]);
  const sending = send();
  const removals = [];
  for (let turn = 0; turn < 4; turn++) {
    const startedMs = performance.now();
    const { version } = await node(agent);
    const { status } = await server.adminClient.try(endpoints.deleteNode, { params: { id: agent.nodeId }, ifMatch: version });
    removals.push({ status, quick: performance.now() - startedMs < 10_000 });
    if (status === 204) break;
  }
  stop.abort();
  await sending;
  expect(removals).toEqual([{ status: 204, quick: true }]);
  expect(await server.mongo.db.collection('drives').countDocuments({ nodeId: agent.nodeId })).toBe(0);
}, 200_000);
