import { endpoints } from '@weft/shared/endpoints/endpoints';
import { AGENT_PROTOCOL } from '@weft/shared/version';
import { expect, it, vi } from 'vitest';
import type { TestServer } from '../../../test-support/app.js';
import { driveInventory, FakeAgent } from '../../../test-support/fake-agent.js';
import { useTwoServers } from '../../../test-support/two-servers.js';

let server: TestServer;
let other: TestServer;
useTwoServers((servers) => {
  ({ server, other } = servers);
});

const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 15_000, interval: 50 });
const node = (agent: FakeAgent) => server.adminClient.call(endpoints.getNode, { params: { id: agent.nodeId } });
const dispute = async (agent: FakeAgent) => (await node(agent)).conditions.find(({ type }) => type === 'IdentityShared');
const online = (agent: FakeAgent) => until(async () => expect((await node(agent)).connection.state).toBe('online'));

it.each([
  ['the same server', () => server.url],
  ['another server', () => other.url],
])('refuses a second holder of a credential at %s while the first responds, and reports it', async (where, url) => {
  const agent = await FakeAgent.enroll(server, where === 'the same server' ? 'held' : 'held-elsewhere');
  await agent.connect(server.url);
  await online(agent);
  await expect(agent.clone().connect(url())).rejects.toMatchObject({ data: { code: 'two-holders' } });
  expect(await dispute(agent)).toMatchObject({ status: 'true', reason: 'two-holders' });
  expect(await agent.inventory([])).toMatchObject({ ok: true });
  agent.disconnect();
});

it('ends a revoked credential at once, and readmits the node by token with its drives kept', async () => {
  const agent = await FakeAgent.enroll(server, 'robbed');
  await agent.connect(server.url);
  await agent.inventory([driveInventory('R1')]);
  const before = (await server.adminClient.call(endpoints.listDrives, { query: { nodeId: agent.nodeId } })).items;
  const { token, forNode } = await server.adminClient.call(endpoints.revokeNodeCredential, { params: { id: agent.nodeId } });
  expect(forNode).toEqual({ id: agent.nodeId, name: 'robbed' });
  await until(() => expect(agent.isConnected).toBe(false));
  const revoked = async () => (await node(agent)).conditions.find(({ type }) => type === 'CredentialRevoked');
  expect(await revoked()).toMatchObject({ status: 'true', reason: 'revoked', message: expect.stringContaining('admin') });
  await expect(agent.connect(server.url)).rejects.toMatchObject({ data: { code: 'unauthenticated' } });
  const request = { name: 'robbed', hostname: 'robbed.test', agentVersion: '0.1.0', protocol: AGENT_PROTOCOL };
  expect(await server.anonymous.refused(endpoints.enroll, { body: { token, ...request } })).toMatchObject({ code: 'unauthenticated' });
  const renewed = agent.renewed(await server.anonymous.call(endpoints.enroll, { body: { token, ...request, nodeId: agent.nodeId } }));
  expect(renewed.identity).toMatchObject({ nodeId: agent.nodeId, hostId: agent.identity.hostId, name: 'robbed' });
  await renewed.connect(server.url);
  expect(await renewed.inventory([driveInventory('R1')])).toMatchObject({ ok: true });
  expect(await revoked()).toBeUndefined();
  const after = (await server.adminClient.call(endpoints.listDrives, { query: { nodeId: agent.nodeId } })).items;
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  const { items } = await server.adminClient.call(endpoints.listAudit, { query: { action: 'node.revoke-credential', limit: 1 } });
  expect(items).toMatchObject([{ by: 'admin', subject: { name: 'robbed' } }]);
  renewed.disconnect();
});

it('clears the identity dispute of a node when its credential is revoked', async () => {
  const agent = await FakeAgent.enroll(server, 'disputed');
  await agent.connect(server.url);
  await online(agent);
  await expect(agent.clone().connect(server.url)).rejects.toThrow();
  await server.adminClient.call(endpoints.revokeNodeCredential, { params: { id: agent.nodeId } });
  expect(await dispute(agent)).toBeUndefined();
  agent.disconnect();
});

it('returns no server address taken from the enrollment request', async () => {
  const { token } = await server.adminClient.call(endpoints.createEnrollmentToken, {
    body: { description: '', labels: {}, expiresInSeconds: 60 },
  });
  const body = { token, name: 'led-astray', hostname: 'x', agentVersion: '1', protocol: AGENT_PROTOCOL };
  expect((await server.anonymous.call(endpoints.enroll, { body })).servers).toEqual([]);
});

const rotate = (agent: FakeAgent) => server.adminClient.call(endpoints.rotateNodeCredential, { params: { id: agent.nodeId } });
const isRefused = (agent: FakeAgent, credential: string) =>
  expect(agent.clone().connect(server.url, { credential })).rejects.toMatchObject({ data: { code: 'unauthenticated' } });

it('rotates the credential of an agent connected to another server, and ends the old one', async () => {
  const agent = await FakeAgent.enroll(server, 'rotated');
  await agent.connect(other.url);
  await online(agent);
  await rotate(agent);
  await until(() => expect(agent.credentials).toHaveLength(1));
  await until(() => isRefused(agent, agent.identity.credential));
  expect(agent.isConnected).toBe(true);
  agent.disconnect();
  const twin = agent.twin();
  await twin.connect(server.url, { credential: agent.credentials[0] });
  twin.disconnect();
  const { items } = await server.adminClient.call(endpoints.listAudit, { query: { action: 'node.rotate-credential', limit: 1 } });
  expect(items).toMatchObject([{ by: 'admin', subject: { name: 'rotated' } }]);
});

it.each([
  ['before it stored the new credential', 'old'],
  ['after it stored the new credential, before its answer', 'new'],
] as const)('keeps a credential valid when an agent disconnects %s', async (_when, holds) => {
  const agent = await FakeAgent.enroll(server, `lost-${holds}`);
  agent.onCredential = 'gone';
  await agent.connect(server.url);
  await online(agent);
  await rotate(agent);
  await until(() => expect(agent.credentials).toHaveLength(1));
  const back = agent.twin();
  const held = holds === 'old' ? agent.identity.credential : agent.credentials[0];
  await until(() => back.connect(server.url, { credential: held }));
  // The credential that the agent does not hold ends: with its next answer, or because it connected with the other.
  await until(() => expect(back.credentials).toHaveLength(holds === 'old' ? 1 : 0));
  await until(() => isRefused(agent, agent.identity.credential));
  if (holds === 'old') await isRefused(agent, agent.credentials[0] ?? '');
  back.disconnect();
});

it('keeps the old credential of an agent that cannot store the new one', async () => {
  const agent = await FakeAgent.enroll(server, 'full-disk');
  agent.onCredential = 'refused';
  await agent.connect(server.url);
  await online(agent);
  await rotate(agent);
  await until(() => expect(agent.credentials).toHaveLength(1));
  agent.disconnect();
  await until(() => agent.twin().connect(server.url));
});

it('refuses to rotate the credential of a node whose agent is offline, and names the remedy', async () => {
  const agent = await FakeAgent.enroll(server, 'absent');
  expect(await server.adminClient.refused(endpoints.rotateNodeCredential, { params: { id: agent.nodeId } })).toMatchObject({
    status: 409,
    code: 'wrong-state',
    detail: expect.stringContaining('Start it'),
  });
});

it('refuses to rotate a credential that two agents hold: whichever is connected would get the new one', async () => {
  const agent = await FakeAgent.enroll(server, 'shared-rotation');
  await agent.connect(server.url);
  await online(agent);
  await expect(agent.clone().connect(server.url)).rejects.toThrow();
  expect(await server.adminClient.refused(endpoints.rotateNodeCredential, { params: { id: agent.nodeId } })).toMatchObject({
    status: 409,
    code: 'wrong-state',
    detail: expect.stringContaining('evoke'),
  });
  expect(agent.credentials).toEqual([]);
  agent.disconnect();
});

it('offers no other credential once two agents hold the first one', async () => {
  const agent = await FakeAgent.enroll(server, 'disputed-later');
  agent.onCredential = 'refused';
  await agent.connect(server.url);
  await online(agent);
  await rotate(agent);
  await until(() => expect(agent.credentials).toHaveLength(1));
  await expect(agent.clone().connect(server.url)).rejects.toThrow();
  const stored = server.mongo.db.collection<{ _id: string; spec: { rotation?: { nextHash: string } } }>('nodes');
  const nextHash = async () => (await stored.findOne({ _id: agent.nodeId }))?.spec.rotation?.nextHash;
  const offered = await nextHash();
  expect(offered).toBeDefined();
  agent.disconnect();
  const back = agent.twin();
  await until(() => back.connect(server.url));
  for (let times = 0; times < 3; times++) expect(await back.inventory([])).toMatchObject({ ok: true });
  expect([back.credentials, await nextHash()]).toEqual([[], offered]);
  back.disconnect();
});
