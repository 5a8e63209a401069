import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Alert } from '@weft/shared/kinds/alerting/alert';
import { emptyHistogram } from '@weft/shared/stats/histograms';
import { testDatabase } from '@weft/test-support/database';
import { promtool } from '@weft/test-support/prometheus';
import { HttpReceiver } from '@weft/test-support/receivers/http-receiver';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, test } from 'vitest';
import { startTestServer, type TestServer } from '../../test-support/app.js';
import { driveInventory, FakeAgent } from '../../test-support/fake-agent.js';
import { storedVolume } from '../../test-support/stored-volume.js';
import { startBeside } from '../../test-support/two-servers.js';
import { Thresholds } from '../domain/alerts/thresholds.js';
import type { AlertDocument } from '../domain/documents/alert.document.js';
import { encodeHistogram } from '../stats/history/stored-histogram.js';
import { StatsQueryService } from '../stats/query/stats-query.service.js';
import { AlertEvaluator } from './alert-evaluator.service.js';
import { AlertWorldRepository } from './alert-world.repository.js';
import { AlertWorldReader } from './alert-world-reader.js';
import { LatencyObjectives } from './latency-objectives.js';

const SOON = { timeout: 30_000, interval: 200 };
const secretsKey = '0123456789abcdef'.repeat(4);

let server: TestServer;
let other: TestServer;
let receiver: HttpReceiver;
/** The evaluations of all servers are so much later than it is. */
let aheadMs = 0;

const setAhead = (of: TestServer) => {
  of.app.get(AlertEvaluator).now = () => new Date(Date.now() + aheadMs);
  of.app.get(AlertWorldReader).slowMs = 0;
};
const list = async (query: Record<string, string> = {}): Promise<Alert[]> =>
  (await server.adminClient.call(endpoints.listAlerts, { query: { limit: 200, ...query } as never })).items;
const alertOf = async (rule: string, query: Record<string, string> = {}) => (await list({ rule, ...query }))[0];
interface Received {
  event: string;
  alert: Alert;
}
const received = (): [string, string][] =>
  receiver.received
    .flatMap(({ body }) => (JSON.parse(body) as { notifications: Received[] }).notifications)
    .map(({ event, alert }) => [event, `${alert.rule} ${alert.subject.name}`]);

beforeAll(async () => {
  server = await startTestServer({ mongoUri: testDatabase().uri, config: { secretsKey } });
  other = await startBeside(server, { secretsKey });
  for (const each of [server, other]) setAhead(each);
  receiver = await HttpReceiver.start();
  const target = { type: 'webhook' as const, url: receiver.url, authority: null };
  await server.adminClient.call(endpoints.createChannel, { body: { name: 'hook', target } as never });
});
afterAll(async () => {
  await other?.stop();
  await server?.stop();
  await receiver?.stop();
});

describe('a lost node', () => {
  let target: FakeAgent;

  it('is pending, fires after its time, and is notified once', async () => {
    target = await FakeAgent.enroll(server, 't1', { zone: 'z1' });
    await target.connect(server.url);
    await target.inventory([driveInventory('S1')]);
    target.disconnect();
    await expect.poll(async () => (await alertOf('WeftNodeSilent'))?.state, SOON).toBe('pending');
    expect(received()).toEqual([]);
    aheadMs = 130_000;
    await expect.poll(received, SOON).toEqual([['firing', 'WeftNodeSilent t1']]);
    expect(await alertOf('WeftNodeSilent')).toMatchObject({
      ...{ state: 'firing', severity: 'warning', causedBy: null, labels: { node: 't1', zone: 'z1' } },
      ...{
        summary: 'Node t1 has not been connected to any server for a minute.',
        link: expect.stringContaining(`/nodes/${target.nodeId}?at=`),
      },
    });
  });

  it('can be acknowledged, with who and why, and is refused before it fires', async () => {
    const id = (await alertOf('WeftNodeSilent'))?.id ?? '';
    const acknowledge = () => other.adminClient.call(endpoints.acknowledgeAlert, { params: { id }, body: { comment: 'on my way' } });
    expect(await acknowledge()).toMatchObject({ acknowledged: { by: 'admin', comment: 'on my way' } });
    await expect.poll(async () => (await alertOf('WeftNodeSilent'))?.acknowledged?.by, SOON).toBe('admin');
    await server.adminClient.call(endpoints.unacknowledgeAlert, { params: { id }, body: {} });
    await expect(server.adminClient.call(endpoints.unacknowledgeAlert, { params: { id }, body: {} })).rejects.toThrow(
      '"code":"wrong-state"',
    );
  });

  it('is neither lost nor notified again when the evaluating server stops', async () => {
    const holder = async () => (await server.mongo.db.collection('leases').findOne({ _id: 'alerts' as never }))?.['holder'] as string;
    const before = await holder();
    await other.stop();
    other = await startBeside(server, { secretsKey });
    setAhead(other);
    const counted = async () => await server.mongo.db.collection<AlertDocument>('alerts').countDocuments({ rule: 'WeftNodeSilent' });
    await expect.poll(holder, SOON).toBeTruthy();
    aheadMs += 60_000;
    await new Promise((resolve) => setTimeout(resolve, 12_000));
    expect([typeof before, await counted(), received()]).toEqual(['string', 1, [['firing', 'WeftNodeSilent t1']]]);
  });

  it('resolves after it is back', async () => {
    const back = target.twin();
    await back.connect(server.url);
    await expect.poll(async () => await server.mongo.db.collection('alerts').countDocuments({ clearedAt: { $ne: null } }), SOON).toBe(1);
    aheadMs += 61_000;
    await expect.poll(received, SOON).toEqual([
      ['firing', 'WeftNodeSilent t1'],
      ['resolved', 'WeftNodeSilent t1'],
    ]);
    await expect.poll(async () => (await list({ open: 'true' })).map(({ rule }) => rule), SOON).toEqual([]);
    expect(await list({ state: 'resolved' })).toHaveLength(1);
    back.disconnect();
  });
});

describe('silences', () => {
  const at = (seconds: number) => new Date(Date.now() + aheadMs + seconds * 1000).toISOString();

  it('keep matching alerts from the channels until they end', async () => {
    const before = received().length;
    const silence = await server.adminClient.call(endpoints.createSilence, {
      body: { matchers: [{ label: 'node', operator: '=', value: 't*' }], endsAt: at(3600), comment: 'rack move' },
    });
    expect(silence).toMatchObject({ state: 'active', createdBy: 'admin' });
    await expect.poll(async () => (await alertOf('WeftNodeSilent', { open: 'true' }))?.silencedBy, SOON).toEqual([silence.id]);
    aheadMs += 61_000;
    await expect.poll(async () => (await alertOf('WeftNodeSilent', { open: 'true' }))?.state, SOON).toBe('firing');
    expect(received()).toHaveLength(before);
    // Servers compare the end with their evaluation's clock, which is ahead here.
    await server.mongo.db.collection('silences').updateOne({ _id: silence.id as never }, { $set: { endsAt: new Date() } });
    await expect.poll(received, SOON).toHaveLength(before + 1);
    await expect(server.adminClient.call(endpoints.endSilence, { params: { id: silence.id }, body: {} })).rejects.toThrow(
      '"code":"wrong-state"',
    );
  });

  it('are refused without a matcher, when they end before they start, and for longer than 90 days', async () => {
    const create = (body: object) => server.adminClient.call(endpoints.createSilence, { body: body as never });
    const matchers = [{ label: 'node', value: 't1' }];
    for (const wrong of [
      { matchers: [], endsAt: at(60), comment: 'x' },
      { matchers, startsAt: at(60), endsAt: at(30), comment: 'x' },
      { matchers, endsAt: at(91 * 86_400), comment: 'x' },
      { matchers, endsAt: at(60), comment: ' ' },
    ])
      await expect(create(wrong)).rejects.toThrow('"code":"invalid-field"');
  });
});

test('a threshold of the settings changes when a rule fires', async () => {
  const agent = await FakeAgent.enroll(server, 'warm');
  await agent.connect(server.url);
  const smart = {
    ...{ temperatureCelsius: 45, percentageUsed: 1, availableSparePercent: 100, mediaErrors: 0, criticalWarning: 0 },
    ...{ powerOnHours: 1, unsafeShutdowns: 0 },
  };
  await agent.inventory([driveInventory('WARM', { smart })]);
  const { version } = await server.adminClient.call(endpoints.getSettings);
  const threshold = { rule: 'WeftDriveHot', driveClass: null, volumeLabel: null, value: 44 };
  await server.adminClient.call(endpoints.updateSettings, { body: { alertThresholds: [threshold] }, ifMatch: version });
  await expect
    .poll(async () => alertOf('WeftDriveHot'), { timeout: 60_000 })
    .toMatchObject({ value: 45, threshold: 44, summary: 'Drive WARM of node warm is at 45 °C.', state: 'pending' });
  agent.disconnect();
});

test('finds drives and NICs with a degraded PCIe link among those whose link is as fast as it can be, or unknown', async () => {
  const agent = await FakeAgent.enroll(server, 'linked');
  await agent.connect(server.url);
  const rate = (gigatransfersPerSecond: number | null, lanes: number | null) => ({ gigatransfersPerSecond, lanes });
  const link = (lanes: number | null, slot = rate(16, 4)) => ({ current: rate(16, lanes), device: rate(16, 4), slot });
  const nic = { ...{ macAddress: '02:00:00:00:00:01', speedBitsPerSecond: 1e11, mtuBytes: 9000, up: true, rdmaDevice: null, numaNode: 0 } };
  await agent.inventory(
    [
      driveInventory('FULL', { pciLink: link(4) }),
      driveInventory('HALF', { pciLink: link(2) }),
      driveInventory('UNKNOWN', { pciLink: link(null) }),
      driveInventory('NARROW', { pciLink: link(2, rate(16, 2)) }),
      driveInventory('PLAIN'),
    ],
    {
      nics: [
        { ...nic, name: 'ens1', addresses: [], pciAddress: '0000:81:00.0', pciLink: link(4) },
        { ...nic, name: 'ens2', addresses: [], pciAddress: '0000:82:00.0', pciLink: link(1) },
      ],
    },
  );
  await expect
    .poll(() => alertOf('WeftDriveLinkDegraded'), { timeout: 60_000 })
    .toMatchObject({
      ...{ value: 0.5, subject: { name: 'HALF' }, state: 'pending' },
      summary: 'The PCIe link of drive HALF of node linked runs at 50 % of what the drive and its slot support.',
    });
  expect((await list({ rule: 'WeftDriveLinkDegraded' })).map(({ subject }) => subject.name)).toEqual(['HALF']);
  expect(await list({ rule: 'WeftNicLinkDegraded' })).toMatchObject([{ value: 0.25, labels: { nic: 'ens2', node: 'linked' } }]);
  agent.disconnect();
});

test('counts the errors of NICs from the stored statistics', async () => {
  const agent = await FakeAgent.enroll(server, 'noisy');
  await agent.connect(server.url);
  const minute = (ago: number) => ({
    ...{ at: new Date(Date.now() + aheadMs - ago * 60_000), series: { kind: 'node', id: agent.nodeId }, coveredMs: 60_000, nicErrors: 6 },
  });
  // The one of half an hour ago does not count.
  await server.mongo.db.collection('statisticsMinutes').insertMany([minute(2), minute(4), minute(30)]);
  await expect
    .poll(() => alertOf('WeftNicErrors'), { timeout: 60_000 })
    .toMatchObject({ value: 12, threshold: 10, subject: { name: 'noisy' }, state: 'pending' });
  agent.disconnect();
});

test('finds the slow leg of a mirror from the stored statistics, and none of a volume without mirrors', async () => {
  const legs = (name: string) => ['one', 'two'].map((drive) => ({ nodeId: `n-${drive}`, driveId: `${name}-${drive}` }));
  const mirror = storedVolume('uneven', legs('uneven'));
  const plain = storedVolume('plain', legs('plain'));
  Object.assign(mirror.spec, { protection: 'raid1' });
  await server.mongo.db.collection('volumes').insertMany([mirror, plain] as never[]);
  const minute = (volume: typeof mirror, at: number, writes: number, seconds: number) => ({
    ...{ at: new Date(Date.now() + aheadMs - 120_000), coveredMs: 60_000, writes, writeTimeNs: writes * seconds * 1e9 },
    series: { kind: 'leg', id: volume.legs[at]?.id, volume: volume._id, drive: volume.legs[at]?.driveId, node: volume.legs[at]?.nodeId },
  });
  await server.mongo.db
    .collection('statisticsMinutes')
    .insertMany([
      minute(mirror, 0, 2000, 0.001),
      minute(mirror, 1, 2000, 0.006),
      minute(plain, 0, 2000, 0.001),
      minute(plain, 1, 2000, 0.006),
    ]);
  await expect
    .poll(() => alertOf('WeftLegSlow'), { timeout: 60_000 })
    .toMatchObject({
      value: 6,
      threshold: 4,
      subject: { name: 'uneven' },
      labels: { drive: mirror.legs[1]?.driveSerial },
      state: 'pending',
    });
  expect(await list({ rule: 'WeftLegSlow' })).toHaveLength(1);
});

test('counts slow I/O of volumes with a latency objective from the stored minutes, half an hour at a time', async () => {
  const volume = storedVolume('goal', [{ nodeId: 'n-goal', driveId: 'd-goal' }]);
  Object.assign(volume.spec, { labels: { tier: 'goal' } });
  await server.mongo.db.collection('volumes').insertOne(volume as never);
  const end = Math.floor(Date.now() / 60_000 - 5) * 60_000;
  const counts = emptyHistogram();
  [counts[10], counts[60]] = [98, 2];
  const series = { kind: 'attachment', id: 'a-goal', volume: volume._id, node: 'n-client' };
  const points = Array.from({ length: 360 }, (_, ago) => ({
    ...{ at: new Date(end - (ago + 1) * 60_000), series, coveredMs: 60_000, histogram: encodeHistogram(counts) },
  }));
  await server.mongo.db.collection('statisticsMinutes').insertMany(points);
  await server.mongo.db
    .collection('statisticsProgress')
    .updateOne({ _id: 'minutes' as never }, { $set: { until: new Date(end) } }, { upsert: true });
  const objectives = new LatencyObjectives(server.app.get(AlertWorldRepository), server.app.get(StatsQueryService));
  const volumeLabel = { key: 'tier', value: 'goal' };
  const thresholds = new Thresholds([{ rule: 'WeftLatencyObjectiveMissed', driveClass: null, volumeLabel, value: 0.001 }]);
  const read = async () => await objectives.read(thresholds, new Map(), new Date(end + 60_000));
  expect(await read()).toMatchObject([{ volume: { name: 'goal' }, objective: 0.001024, minutes: undefined }]);
  // Twelve reads suffice, unless the server's own roll-up moves the end meanwhile.
  let [latency] = await read();
  for (let reads = 0; reads < 40 && latency?.minutes?.share(360) === undefined; reads++) [latency] = await read();
  expect(latency?.minutes?.share(60)).toBeCloseTo(0.02);
  expect(latency?.minutes?.share(360)).toBeCloseTo(0.02);
  expect(await objectives.read(new Thresholds([]), new Map(), new Date(end))).toEqual([]);
});

test('finds API tokens that are in use and expire soon', async () => {
  const issue = async (name: string, expiresInDays: number) =>
    (await server.adminClient.call(endpoints.createApiToken, { body: { name, role: 'viewer', expiresInDays } })).token;
  const use = (token: string) => server.anonymous.try(endpoints.listNodes, { headers: { authorization: `Bearer ${token}` } });
  await issue('unused', 3);
  for (const token of [await issue('in-use', 3), await issue('long', 20)]) expect((await use(token)).status).toBe(200);
  const { apiTokens } = await server.app.get(AlertWorldReader).read(new Thresholds([]), new Date());
  expect(apiTokens.map(({ name, user }) => [name, user])).toEqual([['in-use', 'admin']]);
});

test('settings refuse thresholds that no rule can use', async () => {
  const { version } = await server.adminClient.call(endpoints.getSettings);
  const set = (threshold: object) =>
    server.adminClient.call(endpoints.updateSettings, { body: { alertThresholds: [threshold] } as never, ifMatch: version });
  for (const wrong of [
    { rule: 'WeftDriveHott', value: 50 },
    { rule: 'WeftVolumeStalled', value: 1 },
    { rule: 'WeftDriveHot', value: 5 },
    { rule: 'WeftDriveHot', value: 50, volumeLabel: { key: 'tier', value: 'gold' } },
    { rule: 'WeftNicErrors', value: 50, driveClass: 'fast' },
  ])
    await expect(set(wrong)).rejects.toThrow('"code":"invalid-field"');
});

test('sends Prometheus the rules with the thresholds of the settings', async () => {
  const { body } = await server.adminClient.request('GET', '/api/v1/prometheus/rules');
  const folder = await mkdtemp(join(tmpdir(), 'weft-rules-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'rules.yml'), String(body));
  expect(await promtool(['check', 'rules', join(folder, 'rules.yml')])).toContain('SUCCESS');
  expect(String(body)).toContain('weft_drive_temperature_celsius >= 44');
  expect(String(body)).toContain('weft_drive_wear_ratio >= 0.8');
});

test('the timeline of a node has its alerts', async () => {
  const id = (await list({ rule: 'WeftNodeSilent' })).find(({ subject }) => subject.name === 't1')?.subject.id ?? '';
  await expect
    .poll(
      async () =>
        (await server.adminClient.call(endpoints.listEvents, { query: { subjectId: id, kind: 'alert', limit: 50 } as never })).items,
      SOON,
    )
    .toMatchObject(
      expect.arrayContaining([expect.objectContaining({ severity: 'warning', message: 'Alert WeftNodeSilent of t1 began to fire.' })]),
    );
});

test('metrics count open alerts by rule and state', async () => {
  const { body } = await server.adminClient.request('GET', '/metrics');
  expect(String(body)).toMatch(/weft_server_alerts\{rule="WeftNodeSilent",severity="warning",state="firing"\} [1-9]/);
});
