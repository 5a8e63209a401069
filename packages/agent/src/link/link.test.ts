import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AGENT_NAMESPACE, type AgentAck } from '@weft/shared/links/agent-link';
import type { Report } from '@weft/shared/messages/report';
import { reportSchema } from '@weft/shared/messages/report';
import { Server, type Socket } from 'socket.io';
import { afterEach, expect, test, vi } from 'vitest';
import { Ledger } from '../ledger/ledger.js';
import type { Log } from '../log/log.js';
import type { NodeState } from '../reconcile/loop.js';
import { unreadableSlow } from '../reconcile/observer.js';
import { assignmentFor, contentFor, id, temporaryFolder } from '../testing/example-cluster.js';
import { UP } from '../testing/example-world.js';
import { retryMs, ServerLink } from './link.js';

const SECRET = 'a-credential-of-thirty-two-letters-or-more';
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

interface TestServer {
  url: string;
  reports: Report[];
  inventories: number;
  sockets: Socket[];
  http: HttpServer;
  answer: AgentAck | null;
  inventoryAnswer: AgentAck;
  /** Makes the answer, instead of `inventoryAnswer`. */
  onInventory?: () => AgentAck;
  close: () => Promise<void>;
}

async function testServer(refuse?: { message: string; code: string }): Promise<TestServer> {
  const http = createServer();
  const io = new Server(http, { pingInterval: 500, pingTimeout: 60_000 });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const server: TestServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    reports: [],
    inventories: 0,
    sockets: [],
    http,
    answer: { ok: true },
    inventoryAnswer: { ok: true },
    close: () => io.close(),
  };
  const agents = io.of(AGENT_NAMESPACE);
  agents.use((socket, next) => {
    if (!refuse && socket.handshake.auth['credential'] === SECRET) return next();
    next(Object.assign(new Error(refuse?.message ?? 'wrong credential'), { data: { code: refuse?.code ?? 'unauthenticated' } }));
  });
  agents.on('connection', (socket) => {
    server.sockets.push(socket);
    socket.on('inventory', (_, ack) => {
      server.inventories++;
      ack(server.onInventory?.() ?? server.inventoryAnswer);
    });
    socket.on('report', (report: unknown, ack) => {
      server.reports.push(reportSchema.parse(report));
      if (server.answer) ack(server.answer);
    });
  });
  cleanups.push(() => io.close());
  return server;
}

async function startLink(servers: string[], storeCredential?: (credential: string) => Promise<void>) {
  const lines: string[] = [];
  const log: Log = (level, msg, fields) => void lines.push(JSON.stringify({ level, msg, ...fields }));
  const ledger = await Ledger.open(await temporaryFolder(), log);
  const stop = new AbortController();
  const woken = vi.fn();
  const config = {
    servers,
    nodeId: id('node', 1),
    clusterId: id('cluster', 1),
    name: 't1',
    credential: SECRET,
    hostId: id('node', 1),
    hostNqn: 'nqn',
  };
  const link = new ServerLink({
    config,
    ca: undefined,
    ledger,
    bootId: 'boot-1',
    log,
    onAssignment: woken,
    onReachable: () => undefined,
    onState: () => undefined,
    storeCredential,
    random: () => 0,
  });
  const running = link.run(stop.signal);
  cleanups.push(async () => {
    stop.abort();
    await running;
  });
  return { link, ledger, lines, woken };
}

const state = (more: Partial<NodeState> = {}): NodeState => ({
  bootId: 'boot-1',
  generation: 1,
  held: { historyId: null, generation: 1, hash: '1' },
  lossId: null,
  objects: [],
  orphans: [],
  problems: [],
  inventory: unreadableSlow(null).inventory,
  ...more,
});
const leg = (number: number, open: boolean): NodeState['objects'][number] => ({
  kind: 'leg',
  id: id('leg', number),
  generation: 1,
  state: 'done',
  reason: null,
  observed: { present: true, wiped: true, backed: true, open, sizeBytes: 1 },
});

test('sends inventory and a full report first, then only changes', async () => {
  const server = await testServer();
  const { link } = await startLink([server.url]);
  link.publish(state({ objects: [leg(1, false), leg(2, false)] }));
  await vi.waitFor(() => expect(server.reports).toHaveLength(1), 20_000);
  expect(server.inventories).toBe(1);
  expect(server.reports[0]).toMatchObject({ full: true, objects: [{}, {}] });
  link.publish(state({ objects: [leg(1, false), leg(2, false)] }));
  link.publish(state({ objects: [leg(1, false), leg(2, true)] }));
  await vi.waitFor(() => expect(server.reports).toHaveLength(2), 20_000);
  expect(server.reports[1]).toMatchObject({ full: false, orphans: null, objects: [{ id: id('leg', 2), observed: { open: true } }] });
  expect(server.inventories).toBe(1);
});

test('waits until a server has acknowledged the last report, and for a bounded time if none does', async () => {
  const server = await testServer();
  const { link } = await startLink([server.url]);
  await link.told();
  link.publish(state());
  await vi.waitFor(() => expect(server.reports).toHaveLength(1), 20_000);
  link.publish(state({ objects: [leg(1, true)] }));
  await link.told();
  expect(server.reports).toHaveLength(2);
  server.answer = null;
  link.publish(state({ objects: [leg(1, false)] }));
  const began = performance.now();
  await link.told();
  expect(performance.now() - began).toBeLessThan(5000);
  await vi.waitFor(() => expect(server.reports).toHaveLength(3), 20_000);
});

test('reports once that the local clock is ahead of the server’s', async () => {
  const server = await testServer();
  server.inventoryAnswer = { ok: true, atMs: Date.now() - 60_000 };
  const { link } = await startLink([server.url]);
  const problems = [{ code: 'ledger-unwritable', message: 'the disk is full' }];
  link.publish(state({ problems }));
  await vi.waitFor(() => expect(server.reports).toHaveLength(1), 20_000);
  expect(server.reports[0]?.problems).toEqual([
    ...problems,
    {
      code: 'clock-off',
      params: { seconds: expect.any(Number), direction: 'ahead' },
      message: expect.stringMatching(/^its clock is at least \d+ s ahead of the server's$/),
    },
  ]);
  link.publish(state({ problems }));
  link.publish(state({ problems, generation: 2 }));
  await vi.waitFor(() => expect(server.reports.at(-1)?.generation).toBe(2), 20_000);
  expect(server.reports).toHaveLength(2);
});

test('stores an assignment before it acknowledges it, and refuses older or malformed ones', async () => {
  const server = await testServer();
  const { ledger, woken } = await startLink([server.url]);
  await vi.waitFor(() => expect(server.sockets).toHaveLength(1), 20_000);
  const socket = server.sockets[0];
  const assignment = (generation: number) => assignmentFor(1, generation, contentFor(1, UP));
  expect(await socket?.timeout(5000).emitWithAck('assignment', assignment(3))).toEqual({ generation: 3 });
  expect(ledger.assignment?.generation).toBe(3);
  expect(woken).toHaveBeenCalledTimes(1);
  expect(await socket?.timeout(5000).emitWithAck('assignment', assignment(2))).toEqual({ refused: expect.stringContaining('older') });
  expect(await socket?.timeout(5000).emitWithAck('assignment', { generation: 4 })).toEqual({ refused: expect.stringContaining('form') });
});

test('sends a full report to the other server when the connected one dies', async () => {
  const [first, second] = [await testServer(), await testServer()];
  const { link } = await startLink([first.url, second.url]);
  link.publish(state());
  await vi.waitFor(() => expect(first.reports).toHaveLength(1), 20_000);
  await first.close();
  await vi.waitFor(() => expect(second.reports).toHaveLength(1), 5000);
  expect(second.reports[0]?.full).toBe(true);
});

test('moves to the other server when the connected one sends no probes', async () => {
  const [first, second] = [await testServer(), await testServer()];
  const { link, lines } = await startLink([first.url, second.url]);
  link.publish(state());
  await vi.waitFor(() => expect(first.reports).toHaveLength(1), 20_000);
  // Its machine is lost: the connection stays open, and nothing arrives over it.
  const { conn } = first.sockets[0] as unknown as { conn: { sendPacket(type: string, ...more: unknown[]): void } };
  const send = conn.sendPacket.bind(conn);
  let probes = 0;
  conn.sendPacket = (type, ...more) => {
    if (type !== 'ping' || probes++ < 3) send(type, ...more);
  };
  await vi.waitFor(() => expect(second.reports).toHaveLength(1), 20_000);
  expect(lines.join('\n')).toContain('the server sends no probes');
});

test('logs why a handshake was refused, but never the credential', async () => {
  const server = await testServer({ message: 'protocol 1 is not supported', code: 'unsupported-protocol' });
  const { lines } = await startLink([server.url]);
  await vi.waitFor(() => expect(lines.join('\n')).toContain('protocol 1 is not supported'), 20_000);
  expect(lines.join('\n')).toContain('unsupported-protocol');
  expect(lines.join('\n')).not.toContain(SECRET);
});

test('sends no new report right after a refusal', async () => {
  const server = await testServer();
  server.answer = { ok: false, code: 'malformed', detail: 'no' };
  const { link, lines } = await startLink([server.url]);
  link.publish(state());
  await vi.waitFor(() => expect(lines.join('\n')).toContain('the server refused a message'), 20_000);
  link.publish(state({ generation: 2 }));
  link.publish(state({ generation: 3 }));
  expect(server.reports).toHaveLength(1);
});

test('reports although the inventory is refused: a node without reports would count as lost', async () => {
  const server = await testServer();
  server.inventoryAnswer = { ok: false, code: 'duplicate-drive', detail: 'two drives have the same serial' };
  const { link, lines } = await startLink([server.url]);
  link.publish(state());
  await vi.waitFor(() => expect(server.reports).toHaveLength(1), 20_000);
  link.publish(state({ generation: 2 }));
  await vi.waitFor(() => expect(server.reports).toHaveLength(2), 20_000);
  expect(server.inventories).toBe(1);
  expect(lines.join('\n')).toContain('"kind":"inventory","code":"duplicate-drive"');
});

test('sends no inventory of more drives than a node may have, and reports their number instead', async () => {
  const server = await testServer();
  const { link } = await startLink([server.url]);
  const { inventory } = unreadableSlow(null);
  if (!inventory) throw new Error('no inventory');
  const drive = { nsid: 1, model: 'm', firmware: '1', wwid: null, sizeBytes: 1, logicalBlockBytes: 512, pciAddress: null, numaNode: null };
  const drives = Array.from({ length: 10_000 }, (_, at) => ({
    ...{ ...drive, serial: `S${at}`, contents: [], weftDriveId: null, inUse: false, smart: null },
  }));
  link.publish(state({ inventory: { ...inventory, drives } }));
  await vi.waitFor(() => expect(server.reports).toHaveLength(1), 20_000);
  expect(server.inventories).toBe(0);
  expect(server.reports[0]?.problems).toMatchObject([{ code: 'too-many-drives', params: { drives: 10_000, mostDrives: 1024 } }]);
  link.publish(state({ inventory }));
  await vi.waitFor(() => expect(server.reports.at(-1)?.problems ?? []).toEqual([]), 20_000);
  expect(server.inventories).toBe(1);
});

test('keeps its connection when the local clock jumps, and reports at once by how much', async () => {
  const server = await testServer();
  const { link, lines } = await startLink([server.url]);
  const real = Date.now;
  server.onInventory = () => ({ ok: true, atMs: real() });
  link.publish(state());
  await vi.waitFor(() => expect(server.reports).toHaveLength(1), 20_000);
  const problemAfter = async (hours: number) => {
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => real() + hours * 3_600_000);
    try {
      const before = server.inventories;
      link.publish(state());
      await vi.waitFor(() => expect(server.inventories).toBe(before + 1), 20_000);
      await vi.waitFor(() => expect(server.reports.length).toBeGreaterThan(before), 20_000);
    } finally {
      clock.mockRestore();
    }
    return server.reports.at(-1)?.problems?.map(({ message }) => message) ?? [];
  };
  expect(await problemAfter(5)).toEqual([expect.stringMatching(/^its clock is at least (17999|18000) s ahead of the server's$/)]);
  expect(await problemAfter(-7)).toEqual([expect.stringMatching(/^its clock is at least (25199|25200) s behind the server's$/)]);
  expect(await problemAfter(0)).toEqual([]);
  expect(lines.filter((line) => line.includes('link to the server'))).toEqual([]);
});

test('backs off with jitter up to 5 s, and up to 60 s after a refusal', () => {
  const unreachable = { end: 'unreachable', detail: '' } as const;
  const refused = { end: 'refused', code: '', detail: '' } as const;
  expect(retryMs(unreachable, 1, () => 0)).toBe(500);
  expect(retryMs(unreachable, 1, () => 1)).toBe(1000);
  expect(retryMs(unreachable, 50, () => 1)).toBe(5_000);
  expect(retryMs(refused, 50, () => 1)).toBe(60_000);
});

test('confirms a new credential only once stored, and then reconnects with it', async () => {
  const server = await testServer();
  const stored: string[] = [];
  let fails = true;
  const { lines } = await startLink([server.url], async (credential) => {
    if (fails) throw new Error('no space left on device');
    stored.push(credential);
  });
  await vi.waitFor(() => expect(server.sockets).toHaveLength(1), 20_000);
  const give = (credential: unknown) => server.sockets.at(-1)?.timeout(5_000).emitWithAck('credential', { credential });
  const next = 'another-credential-of-thirty-two-letters';
  expect(await give(next)).toEqual({ stored: false });
  fails = false;
  expect(await give('short')).toEqual({ stored: false });
  expect(await give(next)).toEqual({ stored: true });
  expect(stored).toEqual([next]);
  const refused = lines.length;
  server.sockets.at(-1)?.disconnect(true);
  // This server accepts only the old one.
  await vi.waitFor(() => expect(lines.slice(refused).join()).toContain('wrong credential'), 20_000);
  expect(lines.join()).not.toContain(next);
});
