import { textOfMessage } from '@weft/shared/text/rendering/render';
import { expect, test } from 'vitest';
import type { DriveDocument } from '../documents/drive.document.js';
import type { MaintenanceDocument } from '../documents/maintenance.document.js';
import type { Changes } from '../documents/parts.js';
import { candidates } from './candidates.js';

const member = (serial: string, nodeId: string, more: Changes<DriveDocument> = {}) =>
  ({
    _id: `d-${serial}`,
    serial,
    nodeId,
    nodeName: nodeId,
    freeBytes: 7,
    ...more,
    spec: { desired: 'in-service', wipe: null, ...more.spec },
    status: { inService: true, present: true, inventory: { numaNode: 1 }, capacityBytes: 10, ...more.status },
  }) as DriveDocument & { freeBytes: number };
const NOW = new Date('2026-01-01T00:00:00Z');
const node = (name: string, state: 'online' | 'lost', labels = {}, maintenance?: MaintenanceDocument) =>
  [name, { name, spec: { labels, maintenance }, status: { connection: { state, since: null, serverId: null } } }] as const;
const nodes = new Map([node('n1', 'online', { rack: 'r1' }), node('n2', 'online'), node('n3', 'lost', { rack: 'r3' })]);

test('returns only in-service, present drives of online nodes, and why others are left out', () => {
  const members = [
    member('A', 'n1'),
    member('B', 'n2'),
    member('C', 'n3'),
    member('D', 'n1', { spec: { desired: 'observed' }, status: { inService: false } }),
    member('E', 'n2', { status: { present: false } }),
  ];
  const found = candidates('fast', members, nodes, 'rack', NOW);
  expect(found.drives.map(({ serial, failureDomain, freeBytes, numaNode }) => [serial, failureDomain, freeBytes, numaNode])).toEqual([
    ['A', 'r1', 7, 1],
    ['B', null, 7, 1],
  ]);
  expect(found.leftOut.map(textOfMessage)).toEqual([
    '1 of nodes that are not online (C of n3)',
    '1 not in service (D of n1)',
    '1 missing from their nodes (E of n2)',
  ]);
  const [offline] = found.leftOut;
  const [drive, node] = [
    { kind: 'drive', id: 'd-C', name: 'C' },
    { kind: 'node', id: 'n3', name: 'n3' },
  ];
  expect(offline).toEqual({
    code: 'drives-of-offline-nodes',
    params: { count: 1, drives: [{ code: 'drive-of-node', params: { drive, node } }] },
  });
});

test('names the first six of the drives that it leaves out for one reason, and counts all', () => {
  const members = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'].map((serial) => member(serial, 'n1', { spec: { scheduling: 'cordoned' } }));
  const { leftOut } = candidates('fast', members, nodes, 'node', NOW);
  expect(leftOut.map(textOfMessage)).toEqual(['8 cordoned (A of n1, B of n1, C of n1, D of n1, E of n1, F of n1 and 2 more)']);
});

test('needs no label when the failure domain is the node', () => {
  expect(candidates('fast', [member('B', 'n2')], nodes, 'node', NOW).drives[0]?.failureDomain).toBe('n2');
});

test('leaves out the drives of a node in maintenance until the maintenance ends or expires', () => {
  const until = new Date(NOW.getTime() + 1000);
  const maintenance = { since: NOW, until, requestedBy: 'admin', forced: false, endedAt: null, endedBy: null };
  const of = (change: Partial<MaintenanceDocument>, now = NOW) =>
    candidates('fast', [member('A', 'n1')], new Map([node('n1', 'online', {}, { ...maintenance, ...change })]), 'node', now);
  expect(of({}).drives).toEqual([]);
  expect(of({}).leftOut.map(textOfMessage)).toEqual([
    '1 of n1, in maintenance since 2026-01-01T00:00:00.000Z, until 2026-01-01T00:00:01.000Z, asked for by admin (A of n1)',
  ]);
  expect(of({ endedAt: NOW }).drives).toHaveLength(1);
  expect(of({}, until).drives).toHaveLength(1);
});
