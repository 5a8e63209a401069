import { endpoints } from '@weft/shared/endpoints/endpoints';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../test-support/app.js';
import { driveInventory, FakeAgent } from '../../test-support/fake-agent.js';

/* Bad input of a size or rate that no working cluster has. Each is refused or counted with its name; other nodes and callers notice nothing. */

let server: TestServer;
let good: FakeAgent;
beforeAll(async () => {
  server = await startTestServer({ mongoUri: testDatabase().uri });
  good = await FakeAgent.enroll(server, 'good');
  await good.connect(server.url);
  await good.inventory([driveInventory('G1')]);
});
afterAll(async () => {
  good?.disconnect();
  await server?.stop();
});

const node = (id: string) => server.adminClient.call(endpoints.getNode, { params: { id } });
const refusalOf = async (id: string) => (await node(id)).conditions.find(({ type }) => type.startsWith('Messages'));

/** Reports of the good node beside `disturb`, which runs in rounds. @returns the median and the worst latency, milliseconds */
async function latency(reports: number, disturb: () => Promise<unknown> = async () => undefined) {
  const times: number[] = [];
  let ended = false;
  const disturbing = (async () => {
    while (!ended) {
      await disturb();
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  })();
  for (let turn = 0; turn < reports; turn++) {
    const startedMs = performance.now();
    // Each of them changes the node.
    expect(await good.report([], { orphans: [{ kind: 'mapping', name: `m${turn % 2}`, detail: 'left over' }] })).toEqual({ ok: true });
    times.push(performance.now() - startedMs);
    await new Promise((resolve) => setTimeout(resolve, 120));
  }
  ended = true;
  await disturbing;
  times.sort((one, other) => one - other);
  return { medianMs: times[Math.floor(reports / 2)] ?? 0, worstMs: times.at(-1) ?? 0 };
}

/** What the bad input may cost the good node: the machine that runs the tests may stall either run for a moment. */
const MOST_MORE = { medianMs: 150, worstMs: 1500 };
const MOST_HEAP_BYTES = 400 * 2 ** 20;

async function besides(what: string, disturb: () => Promise<unknown>) {
  const alone = await latency(40);
  const heapBytes = process.memoryUsage().heapUsed;
  const disturbed = await latency(40, disturb);
  const grownBytes = process.memoryUsage().heapUsed - heapBytes;
  const rounded = (of: typeof alone) => `median ${of.medianMs.toFixed(1)} ms, worst ${of.worstMs.toFixed(1)} ms`;
  console.info(`${what}: alone ${rounded(alone)}; beside it ${rounded(disturbed)}; heap ${(grownBytes / 2 ** 20).toFixed(0)} MiB more`);
  expect(disturbed.medianMs - alone.medianMs).toBeLessThan(MOST_MORE.medianMs);
  expect(disturbed.worstMs - alone.worstMs).toBeLessThan(MOST_MORE.worstMs);
  expect(grownBytes).toBeLessThan(MOST_HEAP_BYTES);
}

it('refuses 10,000 drives of a node by name, and delays no report of another node', async () => {
  const bad = await FakeAgent.enroll(server, 'ten-thousand');
  await bad.connect(server.url);
  const drives = Array.from({ length: 10_000 }, (_, at) => driveInventory(`S${at}`, { model: 'm', firmware: '1', pciAddress: null }));
  const answers = new Map<string, number>();
  await besides('10,000 drives', async () => {
    if (!bad.isConnected) await bad.connect(server.url).catch(() => undefined);
    const answer = bad.isConnected ? await bad.inventory(drives).catch(() => ({ ok: false as const, code: 'gone' })) : null;
    if (answer) answers.set(answer.ok ? 'taken' : answer.code, (answers.get(answer.ok ? 'taken' : answer.code) ?? 0) + 1);
  });
  expect(answers.get('taken')).toBeUndefined();
  expect(answers.get('out-of-bounds')).toBeGreaterThan(5);
  expect(await refusalOf(bad.nodeId)).toMatchObject({ status: 'true', message: expect.stringMatching(/ten-thousand.*1024.*drives/s) });
  expect((await server.adminClient.call(endpoints.listDrives, { query: { nodeId: bad.nodeId } })).total).toBe(0);
  bad.disconnect();
});

it('refuses 100,000 labels with a code, and delays no report meanwhile', async () => {
  const labels = (count: number, key = (at: number) => `l${at}`) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [key(at), 'v']));
  const { version } = await node(good.nodeId);
  const put = (body: object) =>
    server.adminClient.try(endpoints.updateNode, { params: { id: good.nodeId }, ifMatch: version, body } as never);
  const bodies = [{ labels: labels(100_000) }, { labels: labels(19_000, (at) => `NOT-A-KEY ${at}`) }, { labels: labels(65) }];
  const codes = new Set<string>();
  let longest = 0;
  await besides('100,000 labels', async () => {
    for (const body of bodies) {
      const answer = await put(body);
      codes.add(`${answer.status} ${(answer.body as { code: string }).code}`);
      longest = Math.max(longest, JSON.stringify(answer.body).length);
    }
  });
  expect([...codes].sort()).toEqual(['400 invalid-field', '400 malformed']);
  expect(longest).toBeLessThan(2000);
  expect((await node(good.nodeId)).labels).toEqual({});
});

it('names a refusal on the node, and keeps its connection and its reports', async () => {
  const twice = await FakeAgent.enroll(server, 'twice');
  await twice.connect(server.url);
  const sameSerial = [driveInventory('S1'), driveInventory('S1')];
  expect(await twice.inventory(sameSerial)).toMatchObject({ ok: false, code: 'duplicate-drive' });
  expect(await refusalOf(twice.nodeId)).toMatchObject({
    ...{ type: 'MessagesRefused', status: 'true', reason: 'inventory-duplicate-drive' },
    message: expect.stringMatching(/inventory.*twice: Two drives.*nvme list/),
  });
  expect(await twice.report([])).toEqual({ ok: true });
  expect(await refusalOf(twice.nodeId)).toBeDefined();
  expect(twice.isConnected).toBe(true);
  expect(await twice.inventory([driveInventory('S1')])).toMatchObject({ ok: true });
  expect(await refusalOf(twice.nodeId)).toBeUndefined();
  twice.disconnect();
});

it('names a rack of 24 nodes that flaps: one event with the count, one alert, no job', async () => {
  const rack = await Promise.all(Array.from({ length: 24 }, (_, at) => FakeAgent.enroll(server, `rack-${at}`, { rack: 'r7' })));
  const ids = rack.map(({ nodeId }) => nodeId);
  const pause = () => new Promise((resolve) => setTimeout(resolve, 500));
  const flap = async () => {
    await Promise.all(rack.map((agent) => agent.connect(server.url).catch(() => undefined)));
    await pause();
    for (const agent of rack) agent.disconnect();
    await pause();
  };
  const events = async () =>
    (await server.adminClient.call(endpoints.listEvents, { query: { limit: 200, topic: 'connection' } })).items.filter(({ subjects }) =>
      subjects.some(({ id }) => ids.includes(id)),
    );
  await besides('a flapping rack', flap);
  for (let turn = 0; turn < 60 && !(await events())[0]?.message?.includes('flaps'); turn++) await flap();
  expect((await events()).map(({ message, subjectCount }) => [message, subjectCount])).toEqual([
    [expect.stringMatching(/^Connection of 24 nodes flaps: it changed \d+ times, and was (online|lost) last\.$/), 24],
  ]);
  const alerts = async () =>
    (await server.adminClient.call(endpoints.listAlerts, { query: { limit: 200, rule: 'WeftNodeFlapping' } as never })).items;
  await expect.poll(async () => (await alerts()).map(({ state }) => state), { timeout: 30_000 }).toEqual(['firing']);
  expect(await alerts()).toMatchObject([
    { subjectCount: 24, labels: { rack: 'r7' }, summary: expect.stringMatching(/ The same holds for 23 more nodes\.$/) },
  ]);
  expect(await server.mongo.db.collection('jobs').countDocuments()).toBe(0);
});
