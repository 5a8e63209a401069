import { expect, test } from 'vitest';
import type { NodeDocument } from '../domain/documents/node.document.js';
import { agentTarget } from './targets.js';

const nic = (...addresses: string[]) => ({ addresses });
const node = (more: object = {}, connection: object = {}) =>
  ({
    _id: 'id',
    name: 'n1',
    spec: { labels: { rack: 'r1', owner: 'me' } },
    status: {
      inventory: { hostname: 'n1.example', nics: [nic('10.10.0.1/24'), nic('192.0.2.7/24')], ...more },
      connection: { state: 'online', since: null, serverId: null, ...connection },
    },
  }) as unknown as NodeDocument;
const storage = ['10.10.0.0/16'];

test('targets the address an agent connects from, labelled with its failure domains', () => {
  expect(agentTarget(node({}, { address: '198.51.100.4' }), storage)).toEqual([
    { targets: ['198.51.100.4:9924'], labels: { job: 'weft-agent', node: 'n1', node_id: 'id', rack: 'r1' } },
  ]);
  expect(agentTarget(node({}, { address: '2001:db8::4' }), storage)[0]?.targets).toEqual(['[2001:db8::4]:9924']);
});

test('targets the first address outside storage networks, or else the hostname', () => {
  expect(agentTarget(node(), storage)[0]?.targets).toEqual(['192.0.2.7:9924']);
  expect(agentTarget(node({ nics: [nic('10.10.0.1/24', 'fe80::1/64')] }), storage)[0]?.targets).toEqual(['n1.example:9924']);
});

test('targets the metrics port and path an agent reports, or none when it serves none', () => {
  const [target] = agentTarget(node({ metrics: { port: 4100, path: '/metrics/n1' } }), storage);
  expect(target).toMatchObject({ targets: ['192.0.2.7:4100'], labels: { __metrics_path__: '/metrics/n1' } });
  expect(agentTarget(node({ metrics: null }), storage)).toEqual([]);
});
