/** Real messages of agents and consoles, mutated: each is stored, refused with a reason or ends its connection, and the server goes on as before. */
import { Logger } from '@nestjs/common';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { AGENT_NAMESPACE } from '@weft/shared/links/agent-link';
import { CONSOLE_NAMESPACE } from '@weft/shared/links/console-link';
import { GiB } from '@weft/shared/units';
import { AGENT_PROTOCOL } from '@weft/shared/version';
import { testDatabase } from '@weft/test-support/database';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../test-support/app.js';
import { FakeAgent } from '../../test-support/fake-agent.js';
import { mutated, mutatedText, randomBy } from '../../test-support/mutations.js';
import { SimulatedCluster } from '../../test-support/simulated-cluster.js';
import { StatsService } from '../stats/stats.service.js';
import { AgentsService } from './agents.service.js';
import type { AgentIdentity } from './link/agent-socket.js';
import { AgentMessagesService } from './messages/agent-messages.service.js';

const MiB = 2 ** 20;
const CLIENT = 'mutant-c1';
/** Of each kind. */
const MESSAGES = 400;
const FRAMES = 600;

interface Sent {
  agent: AgentIdentity;
  kind: 'inventory' | 'report' | 'sample';
  message: unknown;
}

let server: TestServer;
let cluster: SimulatedCluster;
let volumeId: string;
/** What real agents sent while a volume was made, attached and used. */
const sent: Sent[] = [];
const errors: unknown[][] = [];

const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 50 });
const call: TestServer['adminClient']['call'] = (...given) => server.adminClient.call(...given);
const ofKind = (kind: Sent['kind']) => sent.filter((each) => each.kind === kind);

function record(): void {
  const [receive, sample] = [AgentsService.prototype.receive, AgentsService.prototype.sample];
  vi.spyOn(AgentsService.prototype, 'receive').mockImplementation(function (this: AgentsService, socket, kind, message) {
    sent.push({ agent: socket.data, kind, message });
    return receive.call(this, socket, kind, message);
  });
  vi.spyOn(AgentsService.prototype, 'sample').mockImplementation(function (this: AgentsService, socket, message) {
    sent.push({ agent: socket.data, kind: 'sample', message });
    return sample.call(this, socket, message);
  });
}

beforeAll(async () => {
  vi.spyOn(Logger.prototype, 'error').mockImplementation((...line) => errors.push(line));
  record();
  server = await startTestServer({ mongoUri: testDatabase().uri, config: { simulated: true } });
  cluster = await SimulatedCluster.start([server], ['mutant-t1', 'mutant-t2'], [CLIENT]);
  const body = endpoints.createVolume.body.parse({ name: 'kept', driveClassId: cluster.driveClassId, sizeBytes: GiB, protection: 'raid1' });
  const { volume, job } = await call(endpoints.createVolume, { body });
  await cluster.done(job);
  volumeId = volume.id;
  const node = (await call(endpoints.listNodes, { query: { name: CLIENT } })).items[0];
  const created = await call(endpoints.createAttachment, { body: endpoints.createAttachment.body.parse({ volumeId, nodeId: node?.id }) });
  await cluster.done(created.job);
  await until(() => expect(ofKind('sample').length).toBeGreaterThan(3));
}, 120_000);
afterAll(async () => {
  vi.restoreAllMocks();
  await cluster?.stop();
  await server?.stop();
});
afterEach(async () => {
  expect(errors).toEqual([]);
  // Each answer is checked against the contract.
  for (const list of [endpoints.listNodes, endpoints.listVolumes, endpoints.listDrives, endpoints.listAttachments, endpoints.listJobs])
    await call(list, {});
  expect(({} as { isAdmin?: true }).isAdmin).toBeUndefined();
});

/** Outcomes by code, for the log. */
const counted = (outcomes: readonly string[]) =>
  [...new Set(outcomes)].map((each) => `${each} ${outcomes.filter((outcome) => outcome === each).length}`).join(', ');

test.each(['inventory', 'report'] as const)('stores or refuses each mutated %s', { timeout: 180_000 }, async (kind) => {
  const service = server.app.get(AgentMessagesService);
  const [random, originals] = [randomBy(21), ofKind(kind)];
  const before = process.memoryUsage().heapUsed;
  const outcomes: string[] = [];
  for (let n = 0; n < MESSAGES; n++) {
    const { agent, message } = originals[n % originals.length] as Sent;
    const outcome = service[kind](agent, mutated(message, random)).then(
      () => 'stored',
      (error: Error & { code?: string }) => {
        if (error.name !== 'Refusal') throw error;
        return error.code ?? '';
      },
    );
    outcomes.push(await outcome);
  }
  console.log(`${kind}: ${counted(outcomes)}`);
  expect(outcomes.filter((outcome) => outcome !== 'stored').length).toBeGreaterThan(MESSAGES / 4);
  expect(outcomes).toContain('stored');
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(200 * MiB);
});

test('takes or refuses each mutated sample', { timeout: 60_000 }, async () => {
  const service = server.app.get(StatsService);
  const [random, originals] = [randomBy(22), ofKind('sample')];
  const outcomes: string[] = [];
  for (let n = 0; n < 5 * MESSAGES; n++) {
    const { message } = originals[n % originals.length] as Sent;
    // Each from another node: the limit of samples a second is not what is tested.
    const answer = service.take(`node-${n}`, `node-${n}`, mutated(message, random));
    outcomes.push(answer.ok ? 'stored' : answer.code);
  }
  console.log(`sample: ${counted(outcomes)}`);
  expect(new Set(outcomes).size).toBeGreaterThan(1);
});

/** Frames of Socket.IO 4 as agents send them: one event of the namespace, with an acknowledgement. */
const framesOf = (namespace: string, events: readonly (readonly [string, unknown])[]) =>
  events.map(([event, message], at) => `2${namespace},${at}${JSON.stringify([event, message])}`);

/** The engine's packet: what a browser or an agent hands to its WebSocket. */
const write = (socket: Socket, frame: string): void =>
  (socket.io as unknown as { engine: { write(packet: string): void } }).engine.write(frame);

const connected = (socket: Socket): Promise<Socket> =>
  new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket));
    socket.once('connect_error', reject);
  });

const socketTo = (namespace: string, more: object) =>
  connected(io(server.url + namespace, { transports: ['websocket'], reconnection: false, forceNew: true, ...more }));

const connectConsole = () => socketTo(CONSOLE_NAMESPACE, { extraHeaders: { cookie: server.adminClient.sessionCookie ?? '' } });

/** As a newly enrolled node. */
async function connectAgent(name: string): Promise<Socket> {
  const { nodeId, credential } = (await FakeAgent.enroll(server, name)).identity;
  return socketTo(AGENT_NAMESPACE, { auth: { nodeId, credential, protocol: AGENT_PROTOCOL, agentVersion: '0.1.0', bootId: 'b' } });
}

/** Sends mutated frames over real connections, with a new one whenever the server ends one. @returns why connections ended */
async function sendFrames(connect: () => Promise<Socket>, frames: readonly string[], seed: number): Promise<string[]> {
  const random = randomBy(seed);
  const ends: string[] = [];
  let socket: Socket | undefined;
  for (let n = 0; n < FRAMES; n++) {
    if (!socket?.connected) {
      socket = await connect();
      socket.on('closing', ({ code }: { code: string }) => ends.push(code));
      socket.once('disconnect', (reason) => ends.push(reason));
    }
    write(socket, mutatedText(frames[n % frames.length] as string, random));
    if (n % 10 === 9) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await new Promise((resolve) => setTimeout(resolve, 500));
  socket?.disconnect();
  return ends;
}

test.each([AGENT_NAMESPACE, CONSOLE_NAMESPACE])(
  'an event of %s whose name is a number ends nothing but its connection',
  async (namespace) => {
    const socket = await (namespace === AGENT_NAMESPACE ? connectAgent('numbers') : connectConsole());
    for (let n = 0; n < 20; n++) write(socket, `2${namespace},[${n}]`);
    await until(() => expect(socket.connected).toBe(false));
  },
);

test('answers mutated frames of agents, or ends their connection with a reason', { timeout: 180_000 }, async () => {
  const id = crypto.randomUUID();
  const events = [
    ...sent.filter((_, at) => at % 7 === 0).map(({ kind, message }) => [kind, message] as const),
    ...(['ready', 'failed'] as const).map((state) => ['benchmark', { id, attempt: id, state, reason: 'cancelled' }] as const),
    ['drill', { id, attempt: id, state: 'done', result: null }] as const,
    ['orphan', { id, reason: null }] as const,
    ['preflight', { runId: id, facts: {}, probes: [] }] as const,
  ];
  let agents = 0;
  // A connection that was closed for its messages makes its node wait: the next one is another node's.
  const connect = () => connectAgent(`mutant-${agents++}`);
  const ends = await sendFrames(connect, framesOf(AGENT_NAMESPACE, events), 23);
  console.log(`frames of agents: ${agents} connections; ${counted(ends)}`);
  expect(agents).toBeGreaterThan(1);
});

test('answers mutated frames of consoles, or ends their connection', { timeout: 180_000 }, async () => {
  let consoles = 0;
  const connect = () => {
    consoles++;
    return connectConsole();
  };
  const events = [
    ['watch', { objects: [`volume:${volumeId}`] }],
    ['watch', { objects: [] }],
  ] as const;
  const ends = await sendFrames(connect, framesOf(CONSOLE_NAMESPACE, events), 24);
  console.log(`frames of consoles: ${consoles} connections; ${counted(ends)}`);
  expect(consoles).toBeGreaterThan(1);
});

test('the volume is as before once its agents have reported again', { timeout: 120_000 }, async () => {
  for (const name of ['mutant-t1', 'mutant-t2', CLIENT]) cluster.killAgent(name);
  await until(async () => {
    const { state, health } = await call(endpoints.getVolume, { params: { id: volumeId } });
    expect([state, health]).toEqual(['available', 'healthy']);
    const [attachment] = (await call(endpoints.listAttachments, { query: { volumeId } })).items;
    expect(attachment?.paths.map(({ controllerState }) => controllerState)).toEqual(['live', 'live']);
  });
});
