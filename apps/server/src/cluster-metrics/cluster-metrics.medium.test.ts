import { endpoints } from '@weft/shared/endpoints/endpoints';
import { testDatabase } from '@weft/test-support/database';
import { metricDifferences } from '@weft/test-support/exposition';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../test-support/app.js';
import { driveInventory, FakeAgent } from '../../test-support/fake-agent.js';
import { storedVolume } from '../../test-support/stored-volume.js';

const token = 'scrape-scrape-scrape';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ mongoUri: testDatabase().uri, config: { scrapeToken: token } });
});
afterAll(() => server?.stop());

const scrape = async (path: string) => {
  const { status, body } = await server.anonymous.request('GET', path, { headers: { authorization: `Bearer ${token}` } });
  expect(status).toBe(200);
  return body;
};

test('given a cluster, when Prometheus comes with the scrape token, then it finds the servers and agents, and the state of everything', async () => {
  const agent = await FakeAgent.enroll(server, 'seen', { rack: 'r7' });
  await agent.connect(server.url);
  await agent.inventory([driveInventory('M1')], { metrics: { port: 4100, path: '/metrics/seen' } });
  const away = await FakeAgent.enroll(server, 'away');
  await server.mongo.collection<ReturnType<typeof storedVolume>>('volumes').insertOne(storedVolume('db', []));
  await agent.report([]);
  const [drive] = (await server.adminClient.call(endpoints.listDrives)).items;
  await server.adminClient.call(endpoints.takeDrive, { params: { id: drive?.id ?? '' }, ifMatch: drive?.version ?? 0 });

  const { clusterId } = await server.adminClient.call(endpoints.getSettings);
  const common = { weft_cluster: clusterId, simulated: 'false' };
  expect(await scrape('/api/v1/prometheus/targets')).toEqual([
    { targets: [new URL(server.url).host], labels: { ...common, job: 'weft-server' } },
    {
      targets: ['127.0.0.1:4100'],
      labels: { ...common, job: 'weft-agent', node: 'seen', node_id: agent.nodeId, rack: 'r7', __metrics_path__: '/metrics/seen' },
    },
  ]);
  await vi.waitFor(async () => {
    const text = String(await scrape('/metrics'));
    expect(text).toContain('weft_server_volume_health{volume="db",health="detached"} 1');
    expect(text).toContain('weft_server_node_connected{node="seen"} 1');
    expect(text).toContain('weft_server_node_connected{node="away"} 0');
    expect(text).toMatch(/weft_server_mongodb_member_up\{member="[^"]+"\} 1/);
    expect(text).toMatch(/weft_server_jobs\{state="(running|waiting)"\} 1/);
    expect(text).toContain('weft_server_agent_reports_total 1');
    expect(metricDifferences('server', [text])).toEqual([]);
  });
  expect((await server.anonymous.request('GET', '/metrics')).status).toBe(401);
  expect(away.isConnected).toBe(false);
  agent.disconnect();
});
