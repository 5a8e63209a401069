/** Live statistics of two real server processes on one database: agents on both, a viewer on one. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import {
  CONSOLE_NAMESPACE,
  type ConsoleToServerEvents,
  type LiveStatistics,
  type ServerToConsoleEvents,
} from '@weft/shared/links/console-link';
import { SERVER_NAMESPACE } from '@weft/shared/links/server-link';
import { GiB } from '@weft/shared/units';
import { type MongoReplicaSet, startMongo } from '@weft/test-support/mongo';
import { MongoClient } from 'mongodb';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { ApiClient, until } from '../../support/api-client.js';
import { ScriptedAgent } from '../../support/scripted-agent.js';
import { ServerProcess } from '../../support/server-process.js';
import { takeDrives } from '../../support/take-drives.js';

const certificate = fileURLToPath(new URL('../tls/certificate.pem', import.meta.url));
const key = fileURLToPath(new URL('../tls/key.pem', import.meta.url));
const scrapeToken = 'scrape-token-of-the-test';

let directory: string;
let mongo: MongoReplicaSet;
let database: MongoClient;
let servers: { near: ServerProcess; far: ServerProcess };
let api: ApiClient;
let farApi: ApiClient;
let target: ScriptedAgent;
let clients: { near: ScriptedAgent; far: ScriptedAgent };
let volumeId: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'weft-peers-'));
  mongo = await startMongo({ members: 1 });
  database = await MongoClient.connect(mongo.uri);
  const near = await startServer('near', { NODE_EXTRA_CA_CERTS: certificate });
  servers = { near, far: await startServer('far') };
  api = await near.administrator();
  await api.call(endpoints.createUser, { body: { name: 'other', role: 'administrator', password: 'correct horse battery' } });
  farApi = await other(servers.far);
  const { version } = await api.call(endpoints.getSettings);
  await api.call(endpoints.updateSettings, { body: { storageNetworks: [{ name: 'left', cidrs: ['10.0.0.0/16'] }] }, ifMatch: version });
  target = await ScriptedAgent.enroll(api, 't1', [{ serial: 't1-d', sizeBytes: 100 * GiB }], { network: 1 });
  clients = {
    near: await ScriptedAgent.enroll(api, 'c1', [], { network: 2 }),
    far: await ScriptedAgent.enroll(farApi, 'c2', [], { network: 3 }),
  };
  await takeDrives(api, 1);
  const members = { by: 'selector' as const, selector: { models: ['scripted'] } };
  const driveClass = await api.call(endpoints.createDriveClass, { body: { name: 'all', members } });
  const body = { name: 'v', sizeBytes: GiB, protection: 'concatenated' as const, driveClassId: driveClass.id };
  const { job, volume } = await api.call(endpoints.createVolume, { body });
  await api.done(job.id);
  volumeId = volume.id;
  for (const { nodeId } of [clients.near, clients.far])
    await api.done((await api.call(endpoints.createAttachment, { body: { volumeId, nodeId, mode: 'shared' } })).job.id);
}, 120_000);

afterAll(async () => {
  await Promise.allSettled([target, clients?.near, clients?.far].map((each) => each?.close()));
  await Promise.all([servers?.near.stop(), servers?.far.stop()]);
  await database?.close();
  await mongo?.stop();
  await rm(directory, { recursive: true, force: true });
});

function startServer(name: string, environment: Record<string, string> = {}): Promise<ServerProcess> {
  const always = { WEFT_LOG_LEVEL: 'warn', WEFT_SCRAPE_TOKEN: scrapeToken };
  return ServerProcess.start({ directory: join(directory, name), mongoUri: mongo.uri, environment: { ...always, ...environment } });
}

/** Logs in as a second administrator: a session is valid for one address. */
async function other(server: ServerProcess): Promise<ApiClient> {
  const client = new ApiClient(server.url);
  await client.login('other', 'correct horse battery');
  return client;
}

/** A browser that watches objects at one server. */
async function watching(at: ApiClient, objects: string[]) {
  const browser: Socket<ServerToConsoleEvents, ConsoleToServerEvents> = io(at.url + CONSOLE_NAMESPACE, {
    transports: ['websocket'],
    forceNew: true,
    extraHeaders: { cookie: at.sessionCookie ?? '' },
  });
  onTestFinished(() => {
    browser.disconnect();
  });
  const heard = new Map<string, LiveStatistics>();
  browser.on('statistics', (message) => heard.set(message.object, message));
  await new Promise<void>((resolve) => browser.once('connect', resolve));
  expect(await browser.emitWithAck('watch', { objects })).toEqual({ ok: true });
  return (object: string, part: object) =>
    until(`${object}: ${JSON.stringify(part)}`, 30, () => {
      const { heard: nodes, expected, values } = heard.get(object) ?? { heard: -1, expected: -1, values: {} };
      const found = { heard: nodes, expected, iops: values.iops };
      return Promise.resolve(JSON.stringify(found) === JSON.stringify(part) ? (heard.get(object) as LiveStatistics) : undefined);
    });
}

/** Samples once a second: a fixed number of reads, all in one bucket that only this client uses. */
async function sampling(agent: ScriptedAgent, reads: number, bucket: number): Promise<{ stop(): void }> {
  const { items } = await api.call(endpoints.listAttachments);
  const attachmentId = items.find(({ node }) => node.id === agent.nodeId)?.id ?? '';
  const latency = {
    reads,
    writes: 0,
    readBytes: reads * 4096,
    writtenBytes: 0,
    timeNs: reads * 1e5,
    histogram: [[bucket, reads]] as [number, number][],
  };
  const timer = setInterval(() => {
    // Its server may be gone: then the sample reaches no server, which the test expects.
    if (agent.connected) agent.sample([{ attachmentId, volumeId, io: latency }]).catch(() => undefined);
  }, 1000);
  return { stop: () => clearInterval(timer) };
}

test('shows the sum of clients on both servers, and what is missing when one is killed', { timeout: 120_000 }, async () => {
  const samplers = [await sampling(clients.near, 1000, 10), await sampling(clients.far, 500, 40)];
  const objects = [`volume:${volumeId}`, 'cluster', `client:${clients.far.nodeId}`];
  const says = await watching(api, objects);

  for (const object of [`volume:${volumeId}`, 'cluster']) {
    const { values } = await says(object, { heard: 2, expected: 2, iops: 1500 });
    const map = values['latency-heat-map'] as number[];
    expect([map[10], map[40]]).toEqual([1000, 500]);
  }
  await says(`client:${clients.far.nodeId}`, { heard: 1, expected: 1, iops: 500 });

  await servers.far.kill();
  await says(`client:${clients.far.nodeId}`, { heard: 0, expected: 1, iops: null });
  for (const object of objects.slice(0, 2)) await says(object, { heard: 1, expected: 2, iops: 1000 });

  await servers.far.start();
  for (const object of objects.slice(0, 2)) await says(object, { heard: 2, expected: 2, iops: 1500 });
  for (const { stop } of samplers) stop();
});

/** Links for the other servers' live statistics: how many servers this one queries, and how many of them it is connected to. */
async function links(server: ServerProcess): Promise<string[]> {
  const text = await (await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${scrapeToken}` } })).text();
  return [...text.matchAll(/^weft_server_peer_links(?:_up)? (\d+)$/gm)].map(([, count = '']) => count);
}
const haveLinks = (server: ServerProcess, counts: string[]) =>
  until(`${counts.join(', of them connected ')} links`, 30, async () =>
    JSON.stringify(await links(server)) === JSON.stringify(counts) ? true : undefined,
  );

test('reads statistics of an HTTPS-only server if it trusts its certificate, else logs why', { timeout: 120_000 }, async () => {
  // For `fetch` in this test, which accepts no certificates; the servers are separate processes, and verify them.
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const sealed = await startServer('sealed', { WEFT_TLS_CERTIFICATE: certificate, WEFT_TLS_KEY: key });
  onTestFinished(async () => void (await sealed.stop()));
  const agent = await ScriptedAgent.enroll(await other(sealed), 'c3', [], { network: 4, ca: await readFile(certificate, 'utf8') });
  onTestFinished(() => agent.close());
  const { job } = await api.call(endpoints.createAttachment, { body: { volumeId, nodeId: agent.nodeId, mode: 'shared' } });
  await api.done(job.id);
  const { stop } = await sampling(agent, 250, 20);
  onTestFinished(stop);

  const object = `client:${agent.nodeId}`;
  const [nearSays] = [await watching(api, [object]), await watching(farApi, [object])];
  await nearSays(object, { heard: 1, expected: 1, iops: 250 });
  await haveLinks(servers.near, ['2', '2']);
  await haveLinks(servers.far, ['2', '1']);
  expect(await readFile(servers.far.log, 'utf8')).toMatch(/self-signed certificate.*trusts its certificate/);
});

test("accepts only its own secret in the servers' namespace", async () => {
  const documents = await database.db('weft').collection('servers').find().sort({ seenAt: -1 }).toArray();
  const of = (server: ServerProcess) => String(documents.find(({ peerUrl }) => peerUrl === server.url)?.['peerSecret']);
  const connect = (auth: object) => {
    const socket = io(servers.near.url + SERVER_NAMESPACE, { transports: ['websocket'], forceNew: true, reconnection: false, auth });
    return new Promise<Socket>((resolve, reject) => {
      socket.once('connect', () => resolve(socket));
      socket.once('connect_error', reject);
    });
  };
  const serverId = randomUUID();
  for (const auth of [{}, { serverId, secret: 'x'.repeat(43) }, { serverId, secret: of(servers.far) }])
    await expect(connect(auth)).rejects.toMatchObject({ data: { code: 'unauthenticated' } });
  const peer = await connect({ serverId, secret: of(servers.near) });
  expect(await peer.emitWithAck('watch', { objects: ['nonsense'] })).toMatchObject({ ok: false, code: 'malformed' });
  expect(await peer.emitWithAck('watch', { objects: ['cluster'] })).toEqual({ ok: true });
  peer.disconnect();
});
