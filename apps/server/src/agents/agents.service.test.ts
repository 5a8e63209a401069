import { EventEmitter } from 'node:events';
import { ConsoleLogger, Logger } from '@nestjs/common';
import { afterAll, beforeAll, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { AgentsService } from './agents.service.js';
import { type AgentSocket, Refusal } from './link/agent-socket.js';

/** A socket of node `n`. `sent` is what it sent, by event. */
function socketOf(connectionId: string) {
  const sent: Record<string, unknown> = {};
  const socket = {
    data: { nodeId: 'n', nodeName: 'c1', bootId: 'boot-1', connectionId },
    connected: true,
    handshake: { address: '127.0.0.1' },
    conn: { request: { websocket: new EventEmitter() } },
    onAny: () => undefined,
    emit: (event: string, data: unknown) => {
      sent[event] = data;
    },
    disconnect: () => undefined,
  };
  return { socket: socket as unknown as AgentSocket, sent };
}

/** A service that has one agent's socket. */
function connected(agents: object, messages: object) {
  const { socket, sent } = socketOf('connection-1');
  const none = { connected: () => undefined, disconnected: () => undefined };
  let handOver: () => void = () => undefined;
  const shutdown = {
    onHandOver: (listener: () => void) => {
      handOver = listener;
    },
  };
  const feed = { onChange: () => undefined, onResync: () => undefined };
  const service = new AgentsService(
    agents as never,
    none as never,
    none as never,
    messages as never,
    { id: 'server-1' } as never,
    feed as never,
    none as never,
    none as never,
    none as never,
    none as never,
    { outcome: async () => undefined } as never,
    none as never,
    none as never,
    none as never,
    none as never,
    { scrapeToken: null } as never,
    shutdown as never,
  );
  service.onModuleInit();
  service.connected(socket);
  return { service, socket, sent, handOver: () => handOver() };
}

/** Connects while `greet` settles. @returns what the socket sent, by event. */
async function connect(greet: () => Promise<string | null>) {
  const { sent } = connected({ connect: async () => ({ acceptedGeneration: null }) }, { greet });
  await vi.waitFor(() => expect(sent['closing']).toBeDefined());
  return sent;
}

beforeAll(() => Logger.overrideLogger(false));
afterAll(() => Logger.overrideLogger(new ConsoleLogger()));

describe('AgentsService.connected', () => {
  let logged: MockInstance<Logger['error']>;
  beforeEach(() => {
    logged = vi.spyOn(Logger.prototype, 'error');
  });

  it('closes a connection that a newer one replaced meanwhile, and logs no error', async () => {
    const sent = await connect(() => Promise.reject(new Refusal('connection-superseded', { nodeName: 'c1' })));
    expect(sent['closing']).toMatchObject({ code: 'superseded' });
    expect(logged).not.toHaveBeenCalled();
  });

  it('closes a connection that the database could not store, and logs the error', async () => {
    const sent = await connect(() => Promise.reject(new Error('no primary')));
    expect(sent['closing']).toMatchObject({ code: 'unavailable' });
    await vi.waitFor(() => expect(logged).toHaveBeenCalledOnce());
  });
});

describe('AgentsService.receive', () => {
  it('refuses messages of a connection that a newer one has replaced, and stores those of the newer one (S12)', async () => {
    const stored: string[] = [];
    const note = async ({ connectionId }: { connectionId: string }) => void stored.push(connectionId);
    const agents = { connect: async () => ({ spec: {}, status: { acceptedGeneration: null } }), assignment: async () => null };
    const { service, socket } = connected(agents, { greet: async () => null, inventory: note });
    const newer = socketOf('connection-2');
    service.connected(newer.socket);
    const older = [
      await service.receive(socket, 'report', {}),
      await service.receive(socket, 'inventory', {}),
      await service.sample(socket, {}),
    ];
    expect(older).toEqual(Array(3).fill(expect.objectContaining({ ok: false, code: 'superseded' })));
    expect(await service.receive(newer.socket, 'inventory', {})).toMatchObject({ ok: true });
    expect(stored).toEqual(['connection-2']);
  });
});

describe('AgentsService.disconnected', () => {
  it('stores that the node is lost though the agent sent more messages than may wait, after those that were accepted', async () => {
    const order: string[] = [];
    let establish: (node: object) => void = () => undefined;
    const { service, socket, sent } = connected(
      {
        connect: () => new Promise((resolve) => (establish = resolve)),
        assignment: async () => null,
        markLost: async (nodeId: string, connectionId: string) => void order.push(`lost ${nodeId} ${connectionId}`),
      },
      { greet: async () => null, inventory: async () => void order.push('inventory'), refused: async () => undefined },
    );
    const answers = Array.from({ length: 50 }, () => service.receive(socket, 'inventory', {}));
    expect(sent['closing']).toMatchObject({ code: 'too-many-bad-messages' });
    service.disconnected(socket);
    establish({ spec: {}, status: { acceptedGeneration: null } });
    const accepted = (await Promise.all(answers)).filter(({ ok }) => ok);
    await vi.waitFor(() => expect(order.at(-1)).toBe('lost n connection-1'));
    expect(accepted).toHaveLength(16);
    expect(order).toEqual([...accepted.map(() => 'inventory'), 'lost n connection-1']);
  });
});

describe('AgentsService, while its server hands over to others', () => {
  it('asks an agent to move once nothing of it is on its way, does not mark its node lost, and takes no new agent', async () => {
    vi.useFakeTimers();
    const lost = vi.fn(async () => undefined);
    let establish: (node: object) => void = () => undefined;
    const agents = {
      connect: () => new Promise((resolve) => (establish = resolve)),
      assignment: async () => null,
      markLost: lost,
      markAllLost: async () => undefined,
    };
    const { service, socket, sent, handOver } = connected(agents, { greet: async () => null });
    handOver();
    await vi.advanceTimersByTimeAsync(1000);
    expect(sent['closing']).toBeUndefined();

    establish({ spec: {}, status: { acceptedGeneration: null } });
    await vi.advanceTimersByTimeAsync(1000);
    expect(sent['closing']).toMatchObject({ code: 'server-stopping' });
    service.disconnected(socket);
    const late = socketOf('connection-2');
    service.connected(late.socket);
    expect(late.sent['closing']).toMatchObject({ code: 'server-stopping' });
    expect(service.count).toBe(0);

    await service.beforeApplicationShutdown();
    expect(lost).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBeGreaterThan(0); // the node would count as lost if the agent did not arrive elsewhere
    vi.useRealTimers();
  });
});
