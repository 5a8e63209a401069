import { expect, test } from 'vitest';
import { fabricOf } from './fabric.js';
import { linesOf, matchesOf, nameOf, surroundingsOf } from './outline.js';
import { node, topology } from './topologies.fixture.js';

const fabric = fabricOf(topology());

test('lists an object below its open ancestors, with level, state and parent', () => {
  const lines = linesOf(fabric, new Set(surroundingsOf(fabric, 'drive:d3')));
  const at = lines.findIndex(({ key }) => key === 'drive:d3');
  expect(lines[at]).toMatchObject({ label: 'drive D3', level: 5, position: 2, setSize: 3, isOpen: null, state: { what: 'in service' } });
  expect(lines[lines[at]?.parent ?? -1]?.key).toBe('node:t2');
  for (const key of ['volume:orders', 'attachment:a1', 'nic:c1/eth1', 'network:left', 'rack:targets/z1/r2'])
    expect(
      linesOf(fabric, new Set(surroundingsOf(fabric, key))).map((line) => line.key),
      key,
    ).toContain(key);
});

test('counts the lost nodes in the label of a closed rack', () => {
  const before = topology();
  const lost = fabricOf(topology({ nodes: [node('t1', { zone: 'z1', rack: 'r1', connection: 'lost' }), ...before.nodes.slice(1)] }));
  const labels = linesOf(lost, new Set(['area:targets', 'zone:targets/z1'])).map(({ label }) => label);
  expect(labels).toEqual(expect.arrayContaining(['zone z1: 2 nodes, 1 lost', 'rack r1: 1 node, 1 lost', 'rack r2: 1 node']));
});

test('finds names, serials and addresses that contain the text, in any case', () => {
  expect(matchesOf(fabric, 'ORD')).toEqual(['volume:orders']);
  expect(matchesOf(fabric, 'd3')).toEqual(['drive:d3']);
  expect(matchesOf(fabric, '10.0.0.t')).toEqual(['nic:t1/eth1', 'nic:t2/eth1']);
  expect(matchesOf(fabric, '  ')).toEqual([]);
});

test('names an existing object, and returns no name for a missing one', () => {
  expect(nameOf(fabric, 'drive:d1')).toBe('drive D1 of t1');
  expect(nameOf(fabric, 'nic:t1/eth1')).toBe('NIC eth1 of t1');
  for (const key of [
    'drive:gone',
    'volume:gone',
    'nic:t1/eth9',
    'network:gone',
    'class:gone',
    'rack:targets/z1/r9',
    'area:x',
    'nonsense:x',
  ])
    expect(nameOf(fabric, key), key).toBe('');
});
