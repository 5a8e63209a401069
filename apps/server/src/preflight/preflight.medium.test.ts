import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { PreflightFinding } from '@weft/shared/kinds/assurance/preflight';
import type { Nic } from '@weft/shared/messages/inventory';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../test-support/app.js';
import { driveInventory, FakeAgent } from '../../test-support/fake-agent.js';
import { HttpClient } from '../../test-support/http-client.js';
import { Metrics } from '../core/metrics/metrics.js';
import { connectX5, hostFacts, interfaceFacts } from '../domain/preflight/recorded.fixture.js';
import type { PreflightRunDocument } from './preflight.document.js';
import { PreflightRunner } from './preflight-runner.js';

const password = 'correct horse battery';

let server: TestServer;
let agents: [FakeAgent, FakeAgent];

const nics = (host: number, change: Partial<Nic> = {}) => [connectX5(0, host, change), connectX5(1, host)];
const runs = async () => (await server.adminClient.call(endpoints.listPreflightRuns)).items;
const start = () => server.adminClient.call(endpoints.startPreflightRun, { body: {} });
const findings = async (query: Record<string, string> = {}): Promise<PreflightFinding[]> =>
  (await server.adminClient.call(endpoints.listPreflightFindings, { query: { limit: 200, ...query } })).items;
const finding = async (check: string, query?: Record<string, string>) =>
  (await findings(query)).find((each) => each.check === check) ?? expect.fail(`no finding ${check}`);

/** The agents answer the run; the first with these facts of its NIC. */
async function ended(rpFilter: number, large: 'passed' | 'too-large' = 'passed') {
  const run = await start();
  for (const agent of agents) {
    const order = await vi.waitUntil(() => agent.preflightOrders.find(({ runId }) => runId === run.id), { timeout: 20_000 });
    const first = agent === agents[0];
    const interfaces = [interfaceFacts('ens1f0', first ? { rpFilter } : {}), interfaceFacts('ens4f0')];
    const outcomes = order.probes.map((probe) => ({ ...probe, result: first && probe.network === 'left' ? large : ('passed' as const) }));
    expect(await agent.send('preflight', { runId: run.id, facts: hostFacts({ interfaces }), probes: outcomes })).toEqual({ ok: true });
  }
  return vi.waitUntil(async () => (await runs()).find(({ id, state }) => id === run.id && state === 'done'), { timeout: 20_000 });
}

beforeAll(async () => {
  server = await startTestServer({ mongoUri: testDatabase().uri });
  const storageNetworks = ['left', 'right'].map((name, index) => ({ name, cidrs: [`10.10.${index + 1}.0/24`] }));
  const { version } = await server.adminClient.call(endpoints.getSettings);
  await server.adminClient.call(endpoints.updateSettings, { body: { storageNetworks }, ifMatch: version });
  agents = [await FakeAgent.enroll(server, 't1'), await FakeAgent.enroll(server, 't2')];
  for (const [index, agent] of agents.entries()) {
    await agent.connect(server.url);
    await agent.inventory([driveInventory(`S${index}`)], { nics: nics(11 + index) });
  }
});
afterAll(async () => {
  for (const agent of agents ?? []) agent.disconnect();
  await server?.stop();
});

test('asks every agent, with large packets between both, and lists what they answer', async () => {
  const run = await ended(1, 'too-large');
  expect(run).toMatchObject({ nodes: { asked: 2, answered: 2 }, probes: { sent: 4, ofPairs: 4 }, requestedBy: 'admin' });
  expect(agents[0].preflightOrders.at(-1)?.probes).toEqual([
    { network: 'left', from: '10.10.1.11', to: '10.10.1.12', bytes: 9000 },
    { network: 'right', from: '10.10.2.11', to: '10.10.2.12', bytes: 9000 },
  ]);
  expect(run.checks.find(({ check }) => check === 'rp-filter')).toMatchObject({ passed: 1, failed: 1, unknown: 0 });
  expect(await finding('rp-filter')).toMatchObject({
    ...{ severity: 'error', result: 'failed', sets: ['micron-2018', 'weft'], node: { id: agents[0].nodeId, name: 't1' } },
    what: { code: 'preflight-rp-filter', message: 'rp_filter of storage NICs of t1 is strict: ens1f0: 1.' },
    command: expect.stringContaining('sysctl -w net/ipv4/conf/ens1f0/rp_filter=2'),
  });
  expect(await finding('mtu-blocked')).toMatchObject({ subject: 't1', why: expect.stringContaining('stop at the first large one') });
  expect((await findings({ set: 'micron-2018' })).every(({ sets }) => sets.includes('micron-2018'))).toBe(true);
  expect((await findings({ nodeId: agents[0].nodeId })).every(({ subject }) => subject === 't1')).toBe(true);
  expect(await finding('smart')).toMatchObject({ result: 'unknown', fix: null });
});

test('leaves out an accepted finding, in the next run too, until it changes or the acceptance ends', async () => {
  const { id } = await finding('rp-filter');
  const path = { params: { id } };
  const accepted = await server.adminClient.call(endpoints.acceptPreflightFinding, { ...path, body: { reason: 'one NIC in this lab' } });
  expect(accepted.acceptance).toMatchObject({ reason: 'one NIC in this lab', by: 'admin' });
  expect(await server.adminClient.refused(endpoints.acceptPreflightFinding, { ...path, body: { reason: 'again' } })).toMatchObject({
    status: 409,
    detail: expect.stringContaining('admin accepted this finding already'),
  });
  expect((await findings()).some((each) => each.id === id)).toBe(false);
  await ended(1);
  expect((await findings()).map(({ check }) => check)).not.toContain('rp-filter');
  expect(await finding('rp-filter', { accepted: 'true' })).toMatchObject({ id, acceptance: { reason: 'one NIC in this lab' } });
  expect((await findings({ accepted: 'any' })).map(({ check }) => check)).not.toContain('mtu-blocked');
  await server.adminClient.call(endpoints.endPreflightAcceptance, { ...path, ifMatch: accepted.acceptance?.version ?? 0 });
  expect((await finding('rp-filter')).acceptance).toBeNull();
  expect(await server.adminClient.refused(endpoints.endPreflightAcceptance, { ...path, ifMatch: 1 })).toMatchObject({ status: 404 });
});

test('drops a fixed finding, counts the open ones in its metric, and records an event of new ones', async () => {
  await ended(2);
  expect((await findings({ accepted: 'any' })).map(({ check }) => check)).not.toContain('rp-filter');
  const errors = (await findings({ severity: 'error', result: 'failed', set: 'weft' })).length;
  const metrics = await server.app.get(Metrics).registry.metrics();
  expect(metrics).toContain(`weft_server_preflight_findings{severity="error",set="weft"} ${errors}`);
  const { items } = await vi.waitUntil(
    async () => {
      const page = await server.adminClient.call(endpoints.listEvents, { query: { kind: 'preflight-run' } });
      return page.items.length > 0 ? page : undefined;
    },
    { timeout: 20_000 },
  );
  expect(items[0]?.message).toMatch(/The preflight found \d+ problems that the run before did not have\./);
});

test('returns the run that collects to a second request, and counts a silent agent as not answered', async () => {
  const [one, other] = await Promise.all([start(), start()]);
  expect(other.id).toBe(one.id);
  const runner = server.app.get(PreflightRunner);
  const collection = server.mongo.collection<PreflightRunDocument>('preflightRuns');
  await collection.updateOne({ _id: one.id }, { $set: { endsBy: new Date(0) } });
  const run = await vi.waitUntil(async () => (await runs()).find(({ id, state }) => id === one.id && state === 'done'), {
    timeout: 20_000,
  });
  expect(run.nodes).toEqual({ asked: 2, answered: 0 });
  expect((await finding('agent-answered')).what.message).toBe('The agents of these nodes did not answer this run: t1, t2.');
  expect(await finding('rp-filter')).toMatchObject({ result: 'unknown' });
  await runner.daily(new Date());
  expect((await runs())[0]?.id).toBe(one.id);
  await runner.daily(new Date(Date.now() + 90_000_000));
  expect((await runs())[0]).toMatchObject({ requestedBy: null, state: 'collecting' });
});

test('refuses a run and an acceptance to a viewer, and an unknown finding', async () => {
  await server.adminClient.call(endpoints.createUser, { body: { name: 'vera', role: 'viewer', password } });
  const viewer = new HttpClient(server.url);
  await viewer.login('vera', password);
  expect(await viewer.refused(endpoints.startPreflightRun, { body: {} })).toMatchObject({ status: 403 });
  const unknown = { params: { id: '00000000-0000-8000-8000-000000000000' }, body: { reason: 'x' } };
  expect(await server.adminClient.refused(endpoints.acceptPreflightFinding, unknown)).toMatchObject({ status: 404 });
});
