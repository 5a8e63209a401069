import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Channel, ChannelTarget } from '@weft/shared/kinds/alerting/channel';
import { testDatabase } from '@weft/test-support/database';
import { Alertmanager } from '@weft/test-support/receivers/alertmanager';
import { type TestCertificate, testCertificate } from '@weft/test-support/receivers/certificate';
import { HttpReceiver } from '@weft/test-support/receivers/http-receiver';
import { MailServer } from '@weft/test-support/receivers/mail-server';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, test } from 'vitest';
import { startTestServer, type TestServer } from '../../test-support/app.js';
import { startBeside } from '../../test-support/two-servers.js';
import { newStored } from '../core/mongo/objects.js';
import type { NotificationDocument } from '../domain/documents/alert.document.js';
import { ChannelsService, type Notice } from './channels.service.js';
import { testDelivery } from './delivery.js';

const SOON = { timeout: 20_000, interval: 100 };
const config = { secretsKey: '0123456789abcdef'.repeat(4), publicUrl: 'https://weft.example:8443' };

let server: TestServer;
let folder: string;
let certificate: TestCertificate;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'weft-channels-'));
  certificate = await testCertificate(folder);
  server = await startTestServer({ mongoUri: testDatabase().uri, config });
});
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

let made = 0;
const create = async (target: ChannelTarget, route: object = {}): Promise<Channel> => {
  const channel = await server.adminClient.call(endpoints.createChannel, {
    body: { name: `c${made++}`, enabled: true, route: { minSeverity: 'warning', ...route }, target } as never,
  });
  onTestFinished(async () => {
    const { version } = await get(channel);
    await server.adminClient.call(endpoints.deleteChannel, { params: { id: channel.id }, ifMatch: version });
  });
  return channel;
};
const get = ({ id }: Pick<Channel, 'id'>): Promise<Channel> => server.adminClient.call(endpoints.getChannel, { params: { id } });
const sendTest = ({ id }: Channel) => server.adminClient.call(endpoints.testChannel, { params: { id }, body: {} });
const notificationsOf = async ({ id }: Channel) =>
  (await server.adminClient.call(endpoints.listNotifications, { query: { channelId: id } })).items;

/** Notifies the channels of an alert, as the evaluation does. */
async function notify(event: Notice['event'] = 'firing', severity: 'warning' | 'critical' = 'warning', name = 't1'): Promise<void> {
  const at = new Date();
  const [{ alert }] = testDelivery({ name }, newStored()._id, { clusterId: '', simulated: false, consoleUrl: null, at }).alerts;
  const notified = {
    ...alert,
    rule: 'WeftNodeSilent',
    severity,
    summary: `Node ${name} is <silent>.`,
    labels: { rule: 'WeftNodeSilent', node: name },
  };
  const channels = server.app.get(ChannelsService);
  await server.mongo.transaction((session) => channels.notify([{ alert: notified, event }], session));
}

const listening = async (receiver: Server): Promise<number> => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void receiver.close());
  return (receiver.address() as { port: number }).port;
};

describe.each(['starttls', 'tls'] as const)('an SMTP server with %s and authentication', (mode) => {
  let mail: MailServer;
  beforeAll(async () => {
    mail = await MailServer.start(mode, certificate);
  });
  afterAll(() => mail?.stop());

  const target = (more: Partial<Extract<ChannelTarget, { type: 'smtp' }>> = {}) => ({
    ...{ type: 'smtp' as const, host: '127.0.0.1', port: mail.port, security: mode, username: mail.user, password: mail.password },
    ...{ from: 'weft@example.com', to: ['storage@example.com'], authority: certificate.certificate },
    ...more,
  });

  it('gets an alert as HTML and text, over TLS, from the user', async () => {
    await create(target());
    await notify('firing', 'critical');
    await expect.poll(() => mail.received.length, SOON).toBe(1);
    const [received] = mail.received;
    expect(received).toMatchObject({ from: 'weft@example.com', to: ['storage@example.com'], tls: true, user: 'weft' });
    const content = (received?.content ?? '').replace(/=\r?\n/g, '').replaceAll('=3D', '=');
    expect(content).toContain('Subject: [Firing (critical)] Node t1 is <silent>.');
    for (const part of ['Content-Type: text/plain', 'Content-Type: text/html', 'Auto-Submitted: auto-generated'])
      expect(content).toContain(part);
    expect(content).toContain('Node t1 is &lt;silent&gt;.');
    expect(content).toContain('https://weft.example:8443/alerts/');
  });

  it('is an error with a wrong password, an unknown certificate, and for a refused recipient', async () => {
    expect(await sendTest(await create(target({ password: 'wrong' })))).toMatchObject({
      sent: false,
      error: expect.stringContaining('535'),
    });
    expect(await sendTest(await create(target({ authority: null })))).toMatchObject({
      sent: false,
      error: expect.stringMatching(/self.signed certificate/),
    });
    expect(await sendTest(await create(target({ to: ['nobody@example.com'] })))).toMatchObject({
      sent: false,
      error: expect.stringContaining('550'),
    });
  });
});

it('sends no mail in clear to a server without STARTTLS when the channel asks for it', async () => {
  const mail = await MailServer.start('none', certificate);
  onTestFinished(() => mail.stop());
  const target = {
    type: 'smtp' as const,
    host: '127.0.0.1',
    port: mail.port,
    username: null,
    from: 'weft@example.com',
    to: ['a@example.com'],
    authority: null,
  };
  expect(await sendTest(await create({ ...target, security: 'starttls' }))).toMatchObject({ sent: false });
  expect(mail.received).toEqual([]);
  expect(await sendTest(await create({ ...target, security: 'none' }))).toMatchObject({ sent: true, error: null });
  expect(mail.received).toMatchObject([{ tls: false, user: null }]);
});

describe('a webhook', () => {
  const webhook = (url: string, more: object = {}) => ({
    type: 'webhook' as const,
    url,
    secret: 'shared secret',
    authority: null,
    ...more,
  });

  it('gets alerts with a signature that the receiver can check', async () => {
    const receiver = await HttpReceiver.start(certificate);
    onTestFinished(() => receiver.stop());
    const channel = await create(webhook(`${receiver.url}/hook`, { authority: certificate.certificate }));
    await notify();
    await expect.poll(() => receiver.received.length, SOON).toBe(1);
    const { headers, body, path } = receiver.received[0] ?? { headers: {}, body: '', path: '' };
    const [, t, sum] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['weft-signature'])) ?? [];
    expect(sum).toBe(createHmac('sha256', 'shared secret').update(`${t}.${body}`).digest('hex'));
    expect(path).toBe('/hook');
    expect(JSON.parse(body)).toMatchObject({
      version: 1,
      channel: channel.name,
      notifications: [{ event: 'firing', alert: { rule: 'WeftNodeSilent' } }],
    });
    await expect.poll(async () => (await notificationsOf(channel)).map(({ state }) => state), SOON).toEqual(['sent']);
    expect(await get(channel)).toMatchObject({ failure: null, waitingCount: 0, lastSentAt: expect.any(String) });
  });

  it('is tried again while the receiver is gone, and then gets what happened meanwhile in one message', async () => {
    const first = await HttpReceiver.start();
    await first.stop();
    const channel = await create(webhook(first.url));
    await notify('firing');
    await expect
      .poll(async () => (await get(channel)).failure, SOON)
      .toMatchObject({ attempts: 1, error: expect.stringContaining('ECONNREFUSED') });
    await notify('resolved');
    const receiver = await HttpReceiver.start(undefined, first.port);
    onTestFinished(() => receiver.stop());
    await expect.poll(() => receiver.received.length, { timeout: 40_000 }).toBe(1);
    expect((JSON.parse(receiver.received[0]?.body ?? '') as { notifications: Notice[] }).notifications.map(({ event }) => event)).toEqual([
      'firing',
      'resolved',
    ]);
    await expect.poll(async () => (await get(channel)).failure, SOON).toBe(null);
  });

  it('delays no other channel while its receiver does not answer', async () => {
    const [slow, quick] = [await HttpReceiver.start(), await HttpReceiver.start()];
    slow.answer = 'never';
    onTestFinished(() => slow.stop());
    onTestFinished(() => quick.stop());
    const channel = await create(webhook(slow.url));
    await create(webhook(quick.url));
    await notify();
    await expect.poll(() => [slow.received.length, quick.received.length], SOON).toEqual([1, 1]);
    await notify('resolved');
    await expect.poll(() => quick.received.length, SOON).toBe(2);
    expect(slow.received).toHaveLength(1);
    await expect
      .poll(async () => (await get(channel)).failure?.error, { timeout: 40_000 })
      .toBe('The receiver did not answer within 20 s.');
  });

  it('that refuses becomes dead letters, which people can send again', async () => {
    const receiver = await HttpReceiver.start();
    receiver.answer = 400;
    onTestFinished(() => receiver.stop());
    const channel = await create(webhook(receiver.url));
    await notify();
    await expect.poll(async () => (await get(channel)).failure?.error, SOON).toBe('The receiver answered 400: answer 400');
    // As after four attempts: their delays take minutes.
    const past = { 'failure.attempts': 4, 'failure.nextAttemptAt': new Date() };
    await server.mongo.db.collection('channels').updateOne({ _id: channel.id as never }, { $set: past });
    await expect.poll(async () => (await get(channel)).failedCount, SOON).toBe(1);
    expect(await notificationsOf(channel)).toMatchObject([{ state: 'failed', error: 'The receiver answered 400: answer 400' }]);
    receiver.answer = 204;
    await server.adminClient.call(endpoints.resendNotifications, { params: { id: channel.id }, body: {} });
    await expect.poll(async () => (await notificationsOf(channel)).map(({ state }) => state), SOON).toEqual(['sent']);
  });

  it('does not follow a redirect', async () => {
    const receiver = await HttpReceiver.start();
    receiver.answer = 302;
    onTestFinished(() => receiver.stop());
    expect(await sendTest(await create(webhook(receiver.url)))).toMatchObject({
      sent: false,
      error: 'The receiver answered 302: answer 302',
    });
    expect(receiver.received).toHaveLength(1);
  });
});

test('Slack and Teams get a message in their form at their secret address', async () => {
  const receiver = await HttpReceiver.start();
  onTestFinished(() => receiver.stop());
  const [slack, teams] = [
    await create({ type: 'slack', url: `${receiver.url}/slack/T0/B0/secret`, authority: null }),
    await create({ type: 'teams', url: `${receiver.url}/teams/secret`, authority: null }),
  ];
  expect(slack.target).not.toHaveProperty('url');
  for (const channel of [slack, teams]) expect(await sendTest(channel)).toMatchObject({ sent: true });
  const [first, second] = receiver.received.map(({ path, body }) => [path, JSON.parse(body)] as const);
  expect(first).toMatchObject([
    '/slack/T0/B0/secret',
    { text: expect.stringContaining('[Test]'), attachments: [{ title: expect.any(String) }] },
  ]);
  expect(second).toMatchObject([
    '/teams/secret',
    { type: 'message', attachments: [{ content: { type: 'AdaptiveCard', version: '1.4' } }] },
  ]);
});

test.each(['tcp', 'tls'] as const)('syslog over %s gets RFC 5424 messages with octet counts', async (transport) => {
  let received = '';
  const take = (socket: Socket) => socket.on('data', (data) => (received += data.toString('utf8'))).on('end', () => socket.end());
  const receiver =
    transport === 'tcp'
      ? createServer(take)
      : createTlsServer({ cert: certificate.certificate, key: readFileSync(certificate.keyPath) }, take);
  const port = await listening(receiver);
  const channel = await create({ type: 'syslog', host: '127.0.0.1', port, transport, authority: certificate.certificate });
  expect(await sendTest(channel)).toMatchObject({ sent: true, error: null });
  await expect.poll(() => received, SOON).not.toBe('');
  const [, length, message = ''] = /^(\d+) ([\s\S]*)$/.exec(received) ?? [];
  expect(Buffer.byteLength(message)).toBe(Number(length));
  expect(message).toMatch(
    /^<30>1 \S+Z \S+ weft-server \d+ WeftTest \[weft@32473 event="test" rule="WeftTest" severity="warning" .*\] \ufeff\[Test\] Test of channel/,
  );
});

test('a real Alertmanager shows firing alerts with their labels, and ends resolved ones', async () => {
  const alertmanager = await Alertmanager.start(await mkdtemp(join(folder, 'alertmanager-')));
  onTestFinished(() => alertmanager.stop());
  await create({ type: 'alertmanager', url: alertmanager.url, username: null, authority: null });
  await notify('firing', 'critical', 't9');
  await expect
    .poll(() => alertmanager.alerts(), SOON)
    .toMatchObject([
      {
        labels: { alertname: 'WeftNodeSilent', severity: 'critical', node: 't9', simulated: 'false' },
        annotations: { summary: 'Node t9 is <silent>.' },
        status: { state: 'active' },
      },
    ]);
});

describe('secrets', () => {
  const target = { type: 'webhook' as const, url: 'https://hooks.example/a', secret: 'never shown', authority: null };

  it('are stored encrypted, and never in an answer', async () => {
    const channel = await create(target);
    expect(channel).toMatchObject({ secretSet: true });
    expect(JSON.stringify([channel, await get(channel)])).not.toContain('never shown');
    const stored = await server.mongo.db.collection('channels').findOne({ _id: channel.id as never });
    expect(JSON.stringify(stored)).not.toContain('never shown');
    expect(stored?.['secret']).toMatchObject({ keyId: expect.stringMatching(/^[0-9a-f]{16}$/) });
  });

  it('stay with a change, but do not go to another receiver', async () => {
    const { secret, ...rest } = target;
    const channel = await create(target);
    const update = (ifMatch: number, body: object) =>
      server.adminClient.call(endpoints.updateChannel, { params: { id: channel.id }, ifMatch, body: body as never });
    expect(await update(channel.version, { target: rest })).toMatchObject({ secretSet: true });
    const elsewhere = { ...rest, url: 'https://elsewhere.example/a' };
    await expect(update(2, { target: elsewhere })).rejects.toThrow('"code":"not-possible"');
    expect(await update(2, { target: { ...elsewhere, secret } })).toMatchObject({ secretSet: true, target: { url: elsewhere.url } });
  });

  it('are refused without a key, and unreadable with another key', async () => {
    const channel = await create(target);
    const [keyless, other] = [await startBeside(server, { secretsKey: null }), await startBeside(server, { secretsKey: 'f'.repeat(64) })];
    onTestFinished(() => keyless.stop());
    onTestFinished(() => other.stop());
    const body = { name: 'keyless', enabled: true, route: {}, target } as never;
    await expect(keyless.adminClient.call(endpoints.createChannel, { body })).rejects.toThrow('"code":"not-possible"');
    await expect(other.adminClient.call(endpoints.testChannel, { params: { id: channel.id }, body: {} })).rejects.toThrow(
      '"code":"not-possible"',
    );
  });

  it.each([
    ['a Slack channel without its address', { type: 'slack', authority: null }],
    ['a password without a username', { type: 'alertmanager', url: 'https://a.example', username: null, password: 'x', authority: null }],
    [
      'a mail address with a line break',
      { type: 'smtp', host: 'm', port: 25, security: 'tls', from: 'a@b.c\r\nBcc: x@y.z', to: ['a@b.c'] },
    ],
  ])('refuse %s', async (_, wrong) => {
    const body = { name: 'wrong', target: wrong } as never;
    await expect(server.adminClient.call(endpoints.createChannel, { body })).rejects.toThrow('"code":"invalid-field"');
  });
});

test('routes send critical alerts at once, and others with the next digest', async () => {
  const receiver = await HttpReceiver.start();
  onTestFinished(() => receiver.stop());
  const channel = await create(
    { type: 'webhook', url: receiver.url, authority: null },
    { digestMinutes: 1440, matchers: [{ label: 'node', operator: '=', value: 'route-*' }] },
  );
  await notify('firing', 'warning', 'route-1');
  await notify('firing', 'critical', 'route-2');
  await notify('firing', 'critical', 'elsewhere');
  await expect.poll(() => receiver.received.length, SOON).toBe(1);
  expect(receiver.received[0]?.body).toContain('route-2');
  expect(await get(channel)).toMatchObject({ waitingCount: 1 });
  expect((await notificationsOf(channel)).map(({ summary }) => summary)).not.toContain('Node elsewhere is <silent>.');
  await server.mongo.db
    .collection<NotificationDocument>('notifications')
    .updateMany({ channelId: channel.id }, { $set: { dueAt: new Date() } });
  await expect.poll(() => receiver.received.length, SOON).toBe(2);
  expect(receiver.received[1]?.body).toContain('route-1');
});
