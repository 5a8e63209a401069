import { expect, test } from 'vitest';
import { HitIndex } from './canvas/hit-index.js';
import { fabricOf } from './fabric.js';
import { type Box, layoutOf, shapeOf } from './layout.js';
import { drive, largeTopology, node, topology } from './topologies.fixture.js';

const inside = (inner: Box, outer: Box) =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width + 0.001 &&
  inner.y + inner.height <= outer.y + outer.height + 0.001;
const overlap = (a: Box, b: Box) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

test('places volumes, clients, networks and targets left to right, each in its container', () => {
  const { of } = layoutOf(fabricOf(topology()));
  const box = (key: string) => of.get(key) as Box;
  const order = ['volume:orders', 'node:c1', 'network:left', 'node:t1'].map((key) => box(key).x);
  expect(order).toEqual([...order].sort((a, b) => a - b));
  expect(inside(box('drive:d1'), box('node:t1'))).toBe(true);
  expect(inside(box('nic:t1/eth1'), box('node:t1'))).toBe(true);
  expect(inside(box('node:t1'), box('rack:targets/z1/r1'))).toBe(true);
  expect(inside(box('rack:targets/z1/r1'), box('zone:targets/z1'))).toBe(true);
  expect(inside(box('zone:targets/z1'), box('area:targets'))).toBe(true);
  expect(inside(box('nic:c1/eth1'), box('node:c1'))).toBe(true);
});

test('lays out 1,128 nodes and 3,072 drives without overlap, near the given aspect ratio', () => {
  const { boxes, width, height } = layoutOf(fabricOf(largeTopology()), 1.6);
  for (const kind of ['rack', 'node', 'drive', 'volume', 'class', 'zone'] as const) {
    const ofKind = boxes.filter((box) => box.kind === kind);
    const index = new HitIndex(ofKind);
    for (const box of ofKind) {
      expect(index.at(box.x + box.width / 2, box.y + box.height / 2)?.key).toBe(box.key);
      expect(index.at(box.x + 0.01, box.y + 0.01)?.key).toBe(box.key);
    }
  }
  const nodes = boxes.filter(({ kind }) => kind === 'node').slice(0, 300);
  expect(nodes.some((a, at) => nodes.slice(at + 1).some((b) => overlap(a, b)))).toBe(false);
  expect(width / height).toBeGreaterThan(1.2);
  expect(width / height).toBeLessThan(2.1);
});

test('groups a node with the clients only while all its drives are occupied', () => {
  const boot = drive('boot', 'c1', { state: 'occupied' });
  const withBoot = topology({ drives: [...topology().drives, boot] });
  const side = (of: typeof withBoot) =>
    fabricOf(of).sides.clients.flatMap(({ racks }) => racks.flatMap(({ nodes }) => nodes.map(({ id }) => id)));
  expect(side(withBoot)).toEqual(['c1']);
  expect(side(topology({ drives: [...topology().drives, { ...boot, state: 'available' }] }))).toEqual([]);
});

test('keeps the shape when a state changes, and changes it with a new drive or location', () => {
  const shape = (of: Parameters<typeof fabricOf>[0]) => shapeOf(fabricOf(of));
  const before = topology();
  const lost = topology({ nodes: before.nodes.map((each) => ({ ...each, connection: 'lost' as const })) });
  expect(shape(lost)).toBe(shape(before));
  expect(shape(topology({ drives: [...before.drives, drive('d5', 't2')] }))).not.toBe(shape(before));
  expect(shape(topology({ nodes: [node('t1', { zone: 'z2' }), ...before.nodes.slice(1)] }))).not.toBe(shape(before));
});

test('hits the innermost box at a point, and none outside', () => {
  const layout = layoutOf(fabricOf(topology()));
  const index = new HitIndex(layout.boxes);
  const at = (key: string) => layout.of.get(key) as Box;
  const d1 = at('drive:d1');
  expect(index.at(d1.x + 1, d1.y + 1)?.key).toBe('drive:d1');
  expect(index.at(d1.x + d1.width + 0.5, d1.y + 1)?.key).toBe('node:t1');
  expect(index.at(-5, -5)).toBeNull();
  expect(index.at(layout.width + 1, 10)).toBeNull();
});
