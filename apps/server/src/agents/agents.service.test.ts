import { EventEmitter } from 'node:events';
import { Logger } from '@nestjs/common';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AgentsService } from './agents.service.js';
import { type AgentSocket, Refusal } from './link/agent-socket.js';

/** A socket that connects while `greet` settles. @returns what the socket sent, by event. */
async function connect(greet: () => Promise<string | null>) {
  const sent: Record<string, unknown> = {};
  const socket = {
    data: { nodeId: 'n', nodeName: 'c1', bootId: 'boot-1', connectionId: 'connection-1' },
    connected: true,
    handshake: { address: '127.0.0.1' },
    conn: new EventEmitter(),
    onAny: () => undefined,
    emit: (event: string, data: unknown) => {
      sent[event] = data;
    },
    disconnect: () => undefined,
  };
  const none = { connected: () => undefined };
  const service = new AgentsService(
    { connect: async () => ({ acceptedGeneration: null }) } as never,
    { greet } as never,
    { id: 'server-1' } as never,
    {} as never,
    none as never,
    none as never,
    { scrapeToken: null } as never,
  );
  service.connected(socket as unknown as AgentSocket);
  await vi.waitFor(() => expect(sent['closing']).toBeDefined());
  return sent;
}

describe('AgentsService.connected', () => {
  Logger.overrideLogger(false);
  const logged = vi.spyOn(Logger.prototype, 'error');
  beforeEach(() => void logged.mockClear());

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
