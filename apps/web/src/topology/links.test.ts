import { expect, test } from 'vitest';
import { fabricOf } from './fabric.js';
import { follow, overall, pathName } from './links.js';
import { attachment, largeTopology, node, topology } from './topologies.fixture.js';

const names = ({ links }: ReturnType<typeof follow>) => links.map(({ from, to, tone }) => `${from} ${to} ${tone}`);

test('follows a volume to its client, over NICs and networks, to the drives of its legs', () => {
  const followed = follow(fabricOf(topology()), 'volume:orders');
  expect(names(followed)).toEqual([
    'volume:orders node:c1 good',
    'nic:c1/eth1 network:left good',
    'network:left nic:t1/eth1 good',
    'network:left nic:t2/eth1 good',
  ]);
  expect([...followed.ends]).toEqual([
    ['drive:d1', 'good'],
    ['drive:d3', 'good'],
  ]);
  expect(followed.keys.has('drive:d2')).toBe(false);
});

test('links an unattached volume directly to its drives', () => {
  expect(names(follow(fabricOf(topology()), 'volume:logs'))).toEqual(['volume:logs drive:d2 good', 'volume:logs drive:d4 good']);
});

test('follows a drive only along volumes with a leg on it, and only to that drive', () => {
  const { keys } = follow(fabricOf(topology()), 'drive:d3');
  expect(keys.has('volume:orders')).toBe(true);
  expect(keys.has('nic:t2/eth1')).toBe(true);
  expect(keys.has('nic:t1/eth1')).toBe(false);
});

test('shows a link to a lost target as a warning, unless its client reports the path', () => {
  const before = topology();
  const fabric = fabricOf(topology({ nodes: [node('t1', { connection: 'lost' }), ...before.nodes.slice(1)] }));
  const way = (paths = new Map<string, string | null>()) =>
    follow(fabric, 'volume:orders', paths).links.find(({ to }) => to === 'nic:t1/eth1')?.tone;
  expect(way()).toBe('warn');
  expect(way(new Map([[pathName('a1', '10.0.0.t1'), 'live']]))).toBe('good');
  expect(way(new Map([[pathName('a1', '10.0.0.t1'), 'connecting']]))).toBe('bad');
});

test('follows a NIC only along the links that use it', () => {
  const fabric = fabricOf(topology());
  expect(names(follow(fabric, 'nic:t1/eth1'))).toEqual([
    'volume:orders node:c1 good',
    'nic:c1/eth1 network:left good',
    'network:left nic:t1/eth1 good',
  ]);
});

test('draws a few attachments individually, and many as sums by zone', () => {
  expect(overall(fabricOf(topology())).map(({ from, to, count }) => `${from} ${to} ${count}`)).toEqual([
    'node:c1 node:t1 1',
    'node:c1 node:t2 1',
  ]);
  const large = overall(fabricOf(largeTopology()));
  expect(large.length).toBeLessThanOrEqual(60);
  expect(large.reduce((sum, { count }) => sum + count, 0)).toBe(16_000);
  expect(large.every(({ from }) => from.startsWith('zone:'))).toBe(true);
});

test('draws nothing for an attachment of a deleted volume', () => {
  const fabric = fabricOf(topology({ attachments: [attachment('a2', 'gone', 'c1')] }));
  expect(overall(fabric)).toEqual([]);
  expect(follow(fabric, 'attachment:a2').links).toEqual([]);
});
