import { hostname } from 'node:os';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { AGENT_PROTOCOL, WEFT_VERSION } from '@weft/shared/version';
import { expect, it, vi } from 'vitest';
import type { TestServer } from '../../../test-support/app.js';
import { FakeAgent } from '../../../test-support/fake-agent.js';
import { useTwoServers } from '../../../test-support/two-servers.js';
import type { ServerDocument } from '../../core/servers/servers.js';

let server: TestServer;
let other: TestServer;
useTwoServers((servers) => {
  ({ server, other } = servers);
});

const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 100 });
const versionFindings = async () =>
  (await server.adminClient.call(endpoints.overview)).findings.filter(({ subject }) => subject.kind === 'server');
const node = (agent: FakeAgent) => server.adminClient.call(endpoints.getNode, { params: { id: agent.nodeId } });

it('lists every server with version, protocol and agents, and which one answers', async () => {
  const { items } = await server.adminClient.call(endpoints.listServers);
  const own = { hostname: hostname(), version: WEFT_VERSION, protocol: AGENT_PROTOCOL, online: true, agents: 0 };
  expect(items).toMatchObject([own, own]);
  expect(items.filter(({ answering }) => answering)).toHaveLength(1);
  expect((await other.adminClient.call(endpoints.listServers)).items.find(({ answering }) => answering)?.id).toBe(
    items.find(({ answering }) => !answering)?.id,
  );
  expect(await versionFindings()).toEqual([]);
});

it('reports an older server: offline ones are listed, and only a live one is a problem', async () => {
  const servers = server.mongo.db.collection<ServerDocument>('servers');
  const older = {
    hostname: 'older',
    version: '0.0.9',
    address: null,
    agents: 7,
    startedAt: new Date(),
    seenAt: new Date(Date.now() - 60_000),
  };
  await servers.insertOne({ _id: '00000000-0000-4000-8000-000000000009', ...older });
  expect((await server.adminClient.call(endpoints.listServers)).items).toContainEqual(
    expect.objectContaining({ hostname: 'older', version: '0.0.9', protocol: null, agents: null, online: false }),
  );
  expect(await versionFindings()).toEqual([]);
  await servers.updateOne({ hostname: 'older' }, { $set: { seenAt: new Date(Date.now() + 3_600_000) } });
  expect(await versionFindings()).toMatchObject([
    { severity: 'info', what: 'differ', data: { because: { code: 'versions-differ', params: { nodes: 0 } } } },
  ]);
  await servers.deleteOne({ hostname: 'older' });
});

it('shows version and protocol of an agent, and that they differ until the agent is upgraded', async () => {
  const agent = await FakeAgent.enroll(server, 'skewed');
  expect(await node(agent)).toMatchObject({ agentVersion: null, agentProtocol: null });
  await agent.connect(server.url, { protocol: AGENT_PROTOCOL - 1, agentVersion: '0.0.9' });
  await until(async () =>
    expect(await node(agent)).toMatchObject({
      ...{ agentVersion: '0.0.9', agentProtocol: AGENT_PROTOCOL - 1 },
      conditions: [{ type: 'VersionSkewed', status: 'true', reason: 'agent-version-differs' }],
    }),
  );
  const agents = [{ code: 'program-version', params: { version: '0.0.9', protocol: AGENT_PROTOCOL - 1 } }];
  expect(await versionFindings()).toMatchObject([{ severity: 'warn', data: { because: { params: { nodes: 1, agents } } } }]);
  agent.disconnect();
  await until(async () => expect((await node(agent)).connection.state).toBe('lost'));
  const upgraded = agent.twin();
  await upgraded.connect(server.url, { agentVersion: WEFT_VERSION });
  await until(async () => expect(await node(agent)).toMatchObject({ agentProtocol: AGENT_PROTOCOL, conditions: [] }));
  expect(await versionFindings()).toEqual([]);
  upgraded.disconnect();
});
