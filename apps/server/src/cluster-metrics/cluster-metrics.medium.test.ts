import { randomUUID } from 'node:crypto';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Condition } from '@weft/shared/kinds/common';
import { testDatabase } from '@weft/test-support/database';
import { metricDifferences } from '@weft/test-support/exposition';
import { afterAll, beforeAll, expect, it, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../test-support/app.js';
import { driveInventory, FakeAgent } from '../../test-support/fake-agent.js';
import { storedAttachment } from '../../test-support/stored-attachment.js';
import { storedVolume } from '../../test-support/stored-volume.js';
import type { AttachmentDocument } from '../domain/documents/attachment.document.js';
import type { VolumeDocument } from '../domain/documents/volume.document.js';

/** Long enough for a busy machine. */
const PATIENCE = { timeout: 15_000, interval: 100 };
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

test('exposes servers, agents and cluster state to Prometheus with the scrape token', async () => {
  const agent = await FakeAgent.enroll(server, 'seen', { rack: 'r7' });
  await agent.connect(server.url);
  await agent.inventory([driveInventory('M1')], { metrics: { port: 4100, path: '/metrics/seen' } });
  const away = await FakeAgent.enroll(server, 'away');
  await server.mongo.db.collection<ReturnType<typeof storedVolume>>('volumes').insertOne(storedVolume('db', []));
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
    expect(text).toMatch(/^weft_server_node_connection_losses_total\{node="seen"\} 0$/m);
    expect(text).toMatch(/weft_server_mongodb_member_up\{member="[^"]+"\} 1/);
    expect(text).toMatch(/weft_server_jobs\{state="(running|waiting)"\} 1/);
    expect(text).toContain('weft_server_agent_reports_total 1');
    expect(metricDifferences('server', [text])).toEqual([]);
  }, PATIENCE);
  expect((await server.anonymous.request('GET', '/metrics')).status).toBe(401);
  expect(away.isConnected).toBe(false);
  agent.disconnect();
});

it('counts orphans by side, and by whether one may hold the only copy', async () => {
  const agent = await FakeAgent.enroll(server, 'orphaned');
  await agent.connect(server.url);
  await agent.inventory([driveInventory('FOREIGN', { weftDriveId: randomUUID() })]);
  await vi.waitFor(async () => {
    const text = String(await scrape('/metrics'));
    expect(text).toContain('weft_server_orphans{side="host",only_copy="unknown"} 1');
    expect(text).toContain('weft_server_ignored_orphans 0');
    for (const only of ['yes', 'no']) expect(text).toContain(`weft_server_orphans{side="host",only_copy="${only}"} 0`);
    expect(metricDifferences('server', [text])).toEqual([]);
  }, PATIENCE);
  agent.disconnect();
});

it('counts ignored orphans apart', async () => {
  const [orphan] = (await server.adminClient.call(endpoints.listOrphans)).items;
  await server.adminClient.call(endpoints.ignoreOrphan, { params: { id: orphan?.id ?? '' }, body: { reason: 'spare' } });
  const text = String(await scrape('/metrics'));
  expect(text).toContain('weft_server_orphans{side="host",only_copy="unknown"} 0');
  expect(text).toContain('weft_server_ignored_orphans 1');
});

it('exports metrics of disputed node identities and of foreign hosts', async () => {
  const [held, other] = [await FakeAgent.enroll(server, 'held'), await FakeAgent.enroll(server, 'unique')];
  await held.connect(server.url);
  await vi.waitFor(async () => expect(await scrape('/metrics')).toContain('weft_server_node_connected{node="held"} 1'), PATIENCE);
  await expect(held.clone().connect(server.url)).rejects.toMatchObject({ data: { code: 'two-holders' } });
  const client = { _id: other.nodeId, name: 'unique' };
  // Its volume is unknown to every reconciler, so the conditions stay as they are here.
  const attachment = (volume: string, conditions: Condition[]) => ({
    ...storedAttachment({ _id: volume, name: volume }, client),
    status: { ...storedAttachment({ _id: volume, name: volume }, client).status, conditions },
  });
  const said = { type: 'ForeignHost', since: new Date().toISOString(), reason: 'foreign-host', message: 'a host at 10.0.0.7 is connected' };
  await server.mongo.db
    .collection<AttachmentDocument>('attachments')
    .insertMany([
      attachment('entered', [{ ...said, status: 'true' }]),
      attachment('left', [{ ...said, status: 'false' }]),
      attachment('quiet', []),
    ]);
  await vi.waitFor(async () => {
    const text = String(await scrape('/metrics'));
    expect(text).toContain('weft_server_node_identity_disputed{node="held"} 1');
    expect(text).toContain('weft_server_node_identity_disputed{node="unique"} 0');
    expect(text).toContain('weft_server_foreign_host{volume="entered",client="unique"} 1');
    for (const volume of ['left', 'quiet']) expect(text).toContain(`weft_server_foreign_host{volume="${volume}",client="unique"} 0`);
    expect(metricDifferences('server', [text])).toEqual([]);
  }, PATIENCE);
  held.disconnect();
});

it('exports checksum errors of legs, and those of volumes that nobody has acknowledged', async () => {
  const plain = storedVolume('checked', [
    { driveId: 'd1', nodeId: 't1' },
    { driveId: 'd2', nodeId: 't2' },
  ]);
  const ids = plain.legs.map(({ id }) => id);
  const known = { reported: 0, bootId: 'b', restarts: 0 };
  const volume: VolumeDocument = {
    ...plain,
    spec: {
      ...{ ...plain.spec, protection: 'raid1', integrity: 'dm-integrity' },
      checksumsAcknowledged: { by: 'ann', at: new Date(), legs: [{ legId: ids[1] ?? '', errors: 2 }] },
    },
    status: {
      ...plain.status,
      checksums: [0, 5].map((errors, index) => ({ ...known, legId: ids[index] ?? '', errors })),
    },
  };
  await server.mongo.db.collection<VolumeDocument>('volumes').insertOne(volume);
  await vi.waitFor(async () => {
    const text = String(await scrape('/metrics'));
    expect(text).toContain('weft_server_leg_checksum_errors{volume="checked",node="t2",drive="d2"} 5');
    expect(text).not.toContain('drive="d1"');
    expect(text).toContain('weft_server_volume_checksum_errors{volume="checked"} 3');
    expect(metricDifferences('server', [text])).toEqual([]);
  }, PATIENCE);
});
