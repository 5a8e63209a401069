import { expect, test } from 'vitest';
import { fabricOf } from './fabric.js';
import { layoutOf, shapeOf } from './layout.js';
import { overall } from './links.js';
import { linesOf, nameOf, surroundingsOf } from './outline.js';
import { attachment, drive, node, topology, volume } from './topologies.fixture.js';

/** t1 has drives of both classes, t2 of one, t3 none; c1 has a volume of class fast, c2 has none. */
const mixed = topology({
  driveClasses: [
    { id: 'k1', name: 'fast' },
    { id: 'k2', name: 'bulk' },
  ],
  nodes: [
    node('t1', { rack: 'r1' }),
    node('t2', { rack: 'r2' }),
    node('t3'),
    node('t4', { zone: 'z1', rack: 'r1' }),
    node('c1'),
    node('c2'),
  ],
  drives: [
    drive('d1', 't1', { classes: [1] }),
    drive('d2', 't1', { classes: [0] }),
    drive('d3', 't2', { classes: [0] }),
    drive('d4', 't3', { classes: [] }),
    drive('d5', 't4', { classes: [0] }),
  ],
  volumes: [volume('orders', ['d2', 'd3'])],
  attachments: [attachment('a1', 'orders', 'c1')],
});
const byClass = fabricOf(mixed, 'class');

test('groups targets by the classes of their drives, and clients by those of their volumes', () => {
  const groups = (side: 'targets' | 'clients') =>
    byClass.sides[side].map(({ label, racks }) => [label, racks.flatMap(({ nodes }) => nodes.map(({ id }) => id))]);
  expect(groups('targets')).toEqual([
    ['classes bulk, fast', ['t1']],
    ['class fast', ['t2', 't4']],
    ['no class', ['t3']],
  ]);
  expect(groups('clients')).toEqual([
    ['class fast', ['c1']],
    ['no class', ['c2']],
  ]);
});

test('puts the drives of a class together in their node', () => {
  expect(byClass.drivesOf.get('t1')?.map(({ id }) => id)).toEqual(['d2', 'd1']);
  expect(
    fabricOf(mixed)
      .drivesOf.get('t1')
      ?.map(({ id }) => id),
  ).toEqual(['d1', 'd2']);
});

test('draws and names a class group, and lists its racks below it', () => {
  const { of } = layoutOf(byClass);
  expect(of.get('classes:targets/fast')?.label).toBe('class fast');
  expect(nameOf(byClass, 'classes:targets/fast')).toBe('class fast, targets');
  expect(nameOf(byClass, 'classes:clients/no such')).toBe('');
  // Racks of the same name in different zones stay apart.
  expect(nameOf(byClass, 'rack:targets/fast/z1/r1')).toBe('rack r1 in zone z1, targets');
  const open = surroundingsOf(byClass, 'node:t2');
  expect(open).toEqual(['area:targets', 'classes:targets/fast', 'rack:targets/fast//r2']);
  expect(linesOf(byClass, new Set(open)).map(({ label }) => label)).toEqual(
    expect.arrayContaining(['class fast: 2 nodes', 'rack r2: 1 node', 't2']),
  );
});

test('changes the shape with the grouping, and keeps the links between nodes', () => {
  expect(shapeOf(byClass)).not.toBe(shapeOf(fabricOf(mixed)));
  expect(overall(byClass)).toEqual(overall(fabricOf(mixed)));
});
