import type { ClientSession } from 'mongodb';
import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import type { AgentsRepository } from '../agents.repository.js';
import type { AgentMessagesRepository } from './agent-messages.repository.js';
import { AgentMessagesService } from './agent-messages.service.js';

/** A node whose newest connection is `newest`; what a message stores is kept by the name of the repository's method. */
function service(newest: string | null) {
  const stored: string[] = [];
  const storing = (name: string) => async () => void stored.push(name);
  const node = { _id: 'n', name: 'c1', bootId: 'boot-1', connection: { connectionId: newest }, conditions: [], orphans: [] };
  const agents = {
    transaction: (work: (session: ClientSession) => Promise<unknown>) => work({} as ClientSession),
    node: async () => (newest === null ? null : node),
    assignment: async () => null,
    historyId: async () => 'history-1',
    updateNode: storing('updateNode'),
  };
  const messages = {
    drivesOf: async () => [],
    statusesOf: async () => new Map(),
    storeDrives: storing('storeDrives'),
    storeStatuses: storing('storeStatuses'),
  };
  const each = new AgentMessagesService(
    agents as unknown as AgentsRepository,
    messages as unknown as AgentMessagesRepository,
    { registry: new Registry() } as never,
  );
  const agent = { nodeId: 'n', nodeName: 'c1', bootId: 'boot-1', connectionId: 'connection-1' };
  const report = { bootId: 'boot-1', generation: 7, full: false, objects: [], orphans: null };
  const host = { agentVersion: '0.1.0', hostname: 'c1', kernel: '6.12', bootId: 'boot-1', distribution: 'Debian 13', memoryBytes: 2 ** 30 };
  const inventory = {
    ...{ ...host, cpu: { model: 'm', sockets: 1, cores: 1, threads: 1 }, nics: [], drives: [] },
    capabilities: { rdma: true, nvmet: true, nvmeAuthentication: true },
  };
  return { stored, report: () => each.report(agent, report), inventory: () => each.inventory(agent, inventory) };
}

describe('messages of an agent', () => {
  it.each(['report', 'inventory'] as const)('stores a %s of the newest connection of the node', async (kind) => {
    const { stored, ...messages } = service('connection-1');
    await messages[kind]();
    expect(stored).toContain(kind === 'report' ? 'storeStatuses' : 'storeDrives');
  });

  it.each(['report', 'inventory'] as const)('refuses a %s of a superseded connection and stores nothing (S12)', async (kind) => {
    const { stored, ...messages } = service('connection-2');
    await expect(messages[kind]()).rejects.toMatchObject({ name: 'Refusal', code: 'superseded' });
    expect(stored).toEqual([]);
  });

  it.each(['report', 'inventory'] as const)('refuses a %s of a node that was removed', async (kind) => {
    const { stored, ...messages } = service(null);
    await expect(messages[kind]()).rejects.toMatchObject({ name: 'Refusal', code: 'node-removed' });
    expect(stored).toEqual([]);
  });
});
