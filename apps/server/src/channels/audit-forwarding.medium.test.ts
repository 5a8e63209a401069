import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Channel, ChannelTarget } from '@weft/shared/kinds/alerting/channel';
import type { AuditEntry } from '@weft/shared/kinds/audit';
import { testDatabase } from '@weft/test-support/database';
import { testCertificate } from '@weft/test-support/receivers/certificate';
import { HttpReceiver } from '@weft/test-support/receivers/http-receiver';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { startTestServer, type TestServer } from '../../test-support/app.js';
import { startBeside } from '../../test-support/two-servers.js';
import type { ChainLink } from '../audit/chain/audit-chain.js';

const SOON = { timeout: 30_000, interval: 100 };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ mongoUri: testDatabase().uri, config: { secretsKey: '0123456789abcdef'.repeat(4) } });
});
afterAll(() => server?.stop());

let made = 0;
const create = async (target: object, more: object = {}): Promise<Channel> => {
  const body = { name: `audit-${made++}`, carries: 'audit', target, ...more } as never;
  const channel = await server.adminClient.call(endpoints.createChannel, { body });
  onTestFinished(async () => {
    const { version } = await get(channel);
    await server.adminClient.call(endpoints.deleteChannel, { params: { id: channel.id }, ifMatch: version });
  });
  return channel;
};
const get = ({ id }: Channel) => server.adminClient.call(endpoints.getChannel, { params: { id } });
const receiving = async (): Promise<HttpReceiver> => {
  const receiver = await HttpReceiver.start();
  onTestFinished(() => receiver.stop());
  return receiver;
};
interface Body {
  link: Pick<ChainLink, 'sequence' | 'hash' | 'previous'>;
  entries: AuditEntry[];
}
const bodies = ({ received }: HttpReceiver): Body[] => received.map(({ body }) => JSON.parse(body) as Body);
/** Makes an entry of the audit. @returns the id of its subject */
const change = async (of = server): Promise<string> => {
  const made = await of.adminClient.call(endpoints.createEnrollmentToken, {
    body: { description: '', labels: {}, expiresInSeconds: 600 },
  });
  return made.id;
};
const subjects = (receiver: HttpReceiver): string[] =>
  bodies(receiver).flatMap(({ entries }) => entries.flatMap(({ subject }) => (subject ? [subject.id] : [])));

it('a webhook gets signed entries of changes and refusals from then on, with the links of the hash chain', async () => {
  const before = await change();
  const entry = await server.mongo.db.collection('audit').findOne({ 'subject.id': before });
  const sealed = () => server.mongo.db.collection('auditChain').countDocuments({ 'entries.id': entry?._id as never });
  await expect.poll(sealed, SOON).toBe(1);
  const receiver = await receiving();
  await create({ type: 'webhook', url: receiver.url, secret: 'shared', authority: null });
  const after = await change();
  await server.anonymous.try(endpoints.createEnrollmentToken, { body: { description: '', labels: {}, expiresInSeconds: 600 } });
  await expect.poll(() => subjects(receiver), SOON).toContain(after);
  await expect.poll(() => bodies(receiver).flatMap(({ entries }) => entries.map(({ action }) => action)), SOON).toContain('refusal');
  expect(subjects(receiver)).not.toContain(before);
  for (const { body, headers } of receiver.received) {
    const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['weft-signature'])) ?? [];
    expect(createHmac('sha256', 'shared').update(`${t}.${body}`).digest('hex')).toBe(v1);
  }
  const links = await server.mongo.collection<ChainLink>('auditChain').find().toArray();
  for (const { link } of bodies(receiver))
    expect(links.find(({ sequence }) => sequence === link.sequence)).toMatchObject({ hash: link.hash, previous: link.previous });
  expect(JSON.stringify(bodies(receiver))).not.toContain('"shared"');
});

it('a receiver that was away gets the missed entries in order and once, also from another server', async () => {
  const receiver = await receiving();
  receiver.answer = 503;
  const channel = await create({ type: 'webhook', url: receiver.url, authority: null });
  const first = await change();
  await expect.poll(async () => (await get(channel)).failure?.error, SOON).toMatch(/^The receiver answered 503/);
  const second = await change();
  await expect.poll(async () => (await get(channel)).waitingCount, SOON).toBeGreaterThan(1);
  expect((await get(channel)).failure?.attempts).toBe(1);
  const other = await startBeside(server, {});
  onTestFinished(() => other.stop());
  receiver.received.length = 0;
  receiver.answer = 204;
  // The delay before the next attempt is over.
  const due = { 'failure.nextAttemptAt': new Date(0) };
  await server.mongo.db.collection('channels').updateOne({ _id: channel.id as never }, { $set: due });
  const third = await change(other);
  await expect.poll(() => subjects(receiver).filter((id) => [first, second, third].includes(id)), SOON).toEqual([first, second, third]);
  const sequences = bodies(receiver).map(({ link }) => link.sequence);
  expect(sequences).toEqual([...new Set(sequences)].sort((one, two) => one - two));
  await expect.poll(() => get(channel), SOON).toMatchObject({ failure: null, waitingCount: 0 });
});

it('syslog over TLS gets one RFC 5424 message an entry, with the entry as JSON', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'weft-audit-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const certificate = await testCertificate(folder);
  let received = '';
  const take = (socket: Socket) => socket.on('data', (data) => (received += data.toString('utf8'))).on('end', () => socket.end());
  const receiver = createTlsServer({ cert: certificate.certificate, key: readFileSync(certificate.keyPath) }, take);
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void receiver.close());
  const { port } = receiver.address() as { port: number };
  const channel = await create({ type: 'syslog', host: '127.0.0.1', port, transport: 'tls', authority: certificate.certificate });
  const test = await server.adminClient.call(endpoints.testChannel, { params: { id: channel.id }, body: {} });
  expect(test).toMatchObject({ sent: true, error: null });
  const id = await change();
  await expect.poll(() => received, SOON).toContain(id);
  await expect.poll(() => messagesOf(received).some((message) => message.includes(id)), SOON).toBe(true);
  const message = messagesOf(received).find((each) => each.includes(id)) ?? '';
  // Facility 13 (log audit), severity 6: 13 * 8 + 6.
  const [, data, json = ''] = /^<110>1 \S+Z \S+ weft-server \d+ change \[weft@32473 (.*?)\] \ufeff(.*)$/.exec(message) ?? [];
  expect(data).toMatch(/ action="change" by="admin" kind="enrollment-token" .*route="createEnrollmentToken" status="201" /);
  expect(data).toMatch(/ sequence="\d+" hash="[0-9a-f]{64}" /);
  expect(JSON.parse(json)).toMatchObject({ by: 'admin', action: 'change', subject: { id } });
});

/** RFC 6587, 3.4.1: octet counting. */
function messagesOf(received: string): string[] {
  const bytes = Buffer.from(received);
  const messages: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(' ', at);
    const end = space + 1 + Number(bytes.subarray(at, space).toString());
    messages.push(bytes.subarray(space + 1, end).toString());
    at = end;
  }
  return messages;
}

it.each([
  ['mail', { type: 'smtp', host: 'm', port: 25, security: 'tls', from: 'a@b.example', to: ['a@b.example'] }],
  ['datagrams', { type: 'syslog', host: '127.0.0.1', port: 514, transport: 'udp' }],
])('does not go by %s', async (_, target) => {
  const body = { name: 'wrong', carries: 'audit', target } as never;
  await expect(server.adminClient.call(endpoints.createChannel, { body })).rejects.toThrow('"field":"carries"');
});

it('stays with a target that takes it', async () => {
  const tcp = { type: 'syslog', host: '127.0.0.1', port: 9, transport: 'tcp', authority: null } as const;
  const channel = await create(tcp, { enabled: false });
  const target: ChannelTarget = { ...tcp, transport: 'udp' };
  const at = { params: { id: channel.id }, ifMatch: channel.version, body: { target } };
  expect(await server.adminClient.refused(endpoints.updateChannel, at)).toMatchObject({
    code: 'not-possible',
    reason: { code: 'channel-takes-no-audit' },
  });
});
