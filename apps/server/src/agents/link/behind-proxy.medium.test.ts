import { endpoints } from '@weft/shared/endpoints/endpoints';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../test-support/app.js';
import { FakeAgent } from '../../../test-support/fake-agent.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ mongoUri: testDatabase().uri, config: { trustProxy: 1 } });
});
afterAll(() => server?.stop());

it('shows the addresses of two holders behind one proxy, not the address of the proxy', async () => {
  const agent = await FakeAgent.enroll(server, 'proxied');
  await agent.connect(server.url, {}, { 'x-forwarded-for': '198.51.100.7' });
  const node = () => server.adminClient.call(endpoints.getNode, { params: { id: agent.nodeId } });
  await vi.waitFor(async () => expect((await node()).connection.state).toBe('online'), { timeout: 15_000 });
  await expect(agent.clone().connect(server.url, {}, { 'x-forwarded-for': '203.0.113.9' })).rejects.toThrow('198.51.100.7');
  expect((await node()).conditions).toContainEqual(
    expect.objectContaining({
      type: 'IdentityShared',
      params: expect.objectContaining({ address: '203.0.113.9', holderAddress: '198.51.100.7' }),
    }),
  );
  await agent.inventory([]);
  const targets = await server.adminClient.call(endpoints.serviceDiscovery, {});
  expect(targets.flatMap(({ targets }) => targets)).toContain('198.51.100.7:9924');
  agent.disconnect();
});
