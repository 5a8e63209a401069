import type { ObjectStatus } from '@weft/shared/messages/report';
import { MiB } from '@weft/shared/units';
import type { ClientSession } from 'mongodb';
import { Registry } from 'prom-client';
import { describe, expect, it, vi } from 'vitest';
import type { ObjectStatusDocument } from '../../domain/documents/agent.documents.js';
import type { ReportedNodes } from '../../domain/store/reported-nodes.service.js';
import type { ReportedStatuses } from '../../domain/store/reported-statuses.service.js';
import type { StoredDrives } from '../../domain/store/stored-drives.service.js';
import type { AgentMessagesRepository } from './agent-messages.repository.js';
import { AgentMessagesService } from './agent-messages.service.js';

/** A node whose newest connection is `newest`. Records each store by the name of the repository's method. */
function service(newest: string | null, statuses: readonly ObjectStatusDocument[] = []) {
  const stored: string[] = [];
  const storing = (name: string) => async () => void stored.push(name);
  const status = { bootId: 'boot-1', connection: { connectionId: newest }, conditions: [], orphans: [] };
  const node = { _id: 'n', name: 'c1', spec: {}, status };
  const agents = {
    transaction: (work: (session: ClientSession) => Promise<unknown>) => work({} as ClientSession),
    node: async () => (newest === null ? null : node),
    assignment: async () => ({ content: { drives: [], legs: LEGS.map((legId) => ({ legId })), exports: [], attachments: [] } }),
    historyId: async () => 'history-1',
    updateNode: storing('updateNode'),
  };
  const messages = {
    drivesOf: async () => [],
    statusesOf: async () => new Map(statuses.map((each) => [each._id, each])),
  };
  const drives = { storeInventory: storing('storeInventory') };
  const reported = { store: storing('storeStatuses') };
  const each = new AgentMessagesService(
    agents as unknown as ReportedNodes,
    messages as unknown as AgentMessagesRepository,
    drives as unknown as StoredDrives,
    reported as unknown as ReportedStatuses,
    { registry: new Registry() } as never,
  );
  const agent = {
    nodeId: 'n',
    nodeName: 'c1',
    bootId: 'boot-1',
    agent: { version: '0.1.0', protocol: 1 },
    address: '10.0.0.1',
    connectionId: 'connection-1',
  };
  const report = (objects: readonly ObjectStatus[]) => ({ bootId: 'boot-1', generation: 7, full: false, objects, orphans: null });
  const host = { agentVersion: '0.1.0', hostname: 'c1', kernel: '6.12', bootId: 'boot-1', distribution: 'Debian 13', memoryBytes: 2 ** 30 };
  const inventory = {
    ...{ ...host, cpu: { model: 'm', sockets: 1, cores: 1, threads: 1 }, nics: [], drives: [] },
    capabilities: { rdma: true, nvmet: true, nvmeAuthentication: true },
  };
  return {
    stored,
    report: (objects: readonly ObjectStatus[] = []) => each.report(agent, report(objects)),
    inventory: () => each.inventory(agent, inventory),
  };
}

const LEGS = Array.from({ length: 2001 }, (_, number) => `00000000-0000-4000-8000-${number.toString().padStart(12, '0')}`);

const leg = (number: number, stderrBytes: number): ObjectStatus => ({
  ...{ kind: 'leg', id: LEGS[number] ?? expect.fail(), generation: 7, state: 'failed' },
  reason: { code: 'failed', message: 'lvs failed', stderr: 'x'.repeat(stderrBytes) },
  observed: { present: true, wiped: true, open: false, sizeBytes: 1, backed: true },
});

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/** A document as a server stores it, with its size. */
function document(number: number, stderrBytes: number): ObjectStatusDocument & { size: { bytes: number; at: Date } } {
  const status = leg(number, stderrBytes);
  const [nodeId, receivedAt] = ['n', new Date(0)];
  const size = { bytes: bytesOf(status), at: receivedAt };
  return { _id: `n/leg/${status.id}`, nodeId, kind: 'leg', objectId: status.id, bootId: 'boot-1', status, receivedAt, size, version: 1 };
}

describe('stored report bytes of a node', () => {
  const none = bytesOf(leg(1000, 0));
  const each = Math.floor((16 * MiB - 4000) / 2000);
  const stored = Array.from({ length: 2000 }, (_, number) => document(number, each - none));
  const orphans = bytesOf([]);
  const free = 16 * MiB - orphans - stored.reduce((sum, { size }) => sum + size.bytes, 0);

  it('accepts a report that fills 16 MiB, and refuses one byte more', async () => {
    const taken = service('connection-1', stored);
    await taken.report([leg(2000, free - none)]);
    expect(taken.stored).toContain('storeStatuses');
    const refused = service('connection-1', stored);
    await expect(refused.report([leg(2000, free - none + 1)])).rejects.toMatchObject({ name: 'Refusal', code: 'out-of-bounds' });
    expect(refused.stored).toEqual([]);
  });

  it.each([
    ['that an older server stored', ({ size, ...rest }: ObjectStatusDocument) => rest],
    ['that an older server replaced', (status: ObjectStatusDocument) => ({ ...status, size: { bytes: 1, at: new Date(1) } })],
  ])('counts statuses %s', async (_, older) => {
    const refused = service('connection-1', stored.map(older));
    await expect(refused.report([leg(2000, free - none + 1)])).rejects.toMatchObject({ code: 'out-of-bounds' });
  });

  it('accepts a report that shrinks a node above its limit', async () => {
    const over = service('connection-1', [...stored, document(2000, free - none + 100)]);
    await over.report([leg(2000, free - none + 50)]);
    expect(over.stored).toContain('storeStatuses');
  });

  it('measures only the statuses that a report changes', async () => {
    const toJSON = vi.fn(() => ({}));
    const unchanged = stored.slice(0, 2).map((status) => ({ ...status, status: { ...status.status, toJSON } }));
    const messages = service('connection-1', unchanged);
    await messages.report([leg(2000, 100)]);
    expect(messages.stored).toContain('storeStatuses');
    expect(toJSON).not.toHaveBeenCalled();
  });
});

describe('AgentMessagesService', () => {
  it.each(['report', 'inventory'] as const)('stores a %s of the newest connection of the node', async (kind) => {
    const { stored, ...messages } = service('connection-1');
    await messages[kind]();
    expect(stored).toContain(kind === 'report' ? 'storeStatuses' : 'storeInventory');
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
