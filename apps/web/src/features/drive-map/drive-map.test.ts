import { expect, test } from 'vitest';
import { brushed, brushedRange, type MapRow, sorted } from './brush.js';
import { driveAt, mapLayout } from './map-layout.js';
import { mapSearch, measureNames } from './map-search.js';
import { levelCount, levelOf, levelText } from './measures.js';

const row = (serial: string, node: string, more: Partial<MapRow> = {}): MapRow => ({
  id: serial,
  serial,
  nodeId: node,
  state: 'in-service',
  sizeBytes: 1,
  freeBytes: 1,
  freeRatio: 1,
  wearRatio: null,
  iops: null,
  throughputBytesPerSecond: null,
  latencySeconds: null,
  node: { id: node, name: node, rack: 'r1', zone: null },
  at: '2026-01-01T00:00:00Z',
  ...more,
});
const many = Array.from({ length: 128 * 24 }, (_, at) => row(`d${at}`, `t${Math.floor(at / 24)}`));

test('fits 3,072 drives on one screen, each at its own position', () => {
  const layout = mapLayout(many, 1150, 640);
  expect(layout.height).toBeLessThanOrEqual(640);
  expect(new Set(layout.cells.map(({ x, y }) => `${x} ${y}`)).size).toBe(many.length);
  expect(Math.max(...layout.cells.map(({ x }) => x + layout.cell))).toBeLessThanOrEqual(1150);
  expect(layout.blocks).toHaveLength(128);
});

test('gives each label room up to the next label, within the map', () => {
  const racks = [row('a', 'n1'), row('b', 'n2'), row('c', 'n3', { node: { id: 'n3', name: 'n3', rack: 'r2', zone: null } })];
  const { blocks } = mapLayout(racks, 600, 500);
  const [first, second, third] = blocks;
  expect(blocks.map(({ rack }) => rack)).toEqual(['r1', null, 'r2']);
  expect((first?.x ?? 0) + (first?.room.rack ?? 0)).toBeLessThan(third?.x ?? 0);
  expect((first?.x ?? 0) + (first?.room.rack ?? 0)).toBeGreaterThan(second?.x ?? 0);
  expect((first?.x ?? 0) + (first?.room.node ?? 0)).toBeLessThan(second?.x ?? 0);
  expect((third?.x ?? 0) + (third?.room.rack ?? 0)).toBe(600);
});

test('finds the drive at a position, and none outside the cells', () => {
  const layout = mapLayout(many, 1150, 640);
  const at = layout.cells[1000] ?? { x: 0, y: 0 };
  expect(driveAt(layout, at.x + 1, at.y + 1)).toBe(1000);
  expect(driveAt(layout, at.x + 1, -1)).toBeNull();
});

test('maps values to levels, and levels to the text of their range', () => {
  expect(levelOf('wear', row('a', 'n', { wearRatio: 0.1 }))).toBe(1);
  expect(levelOf('wear', row('a', 'n', { wearRatio: 1.2 }))).toBe(levelCount('wear') - 1);
  expect(levelOf('wear', row('a', 'n'))).toBeNull();
  expect(levelText('wear', 1)).toBe('10 % to 20 %');
  expect(levelText('latency', 0)).toMatch(/^under 50/);
  expect(levelText('load', levelCount('load') - 1)).toMatch(/and more$/);
});

test('has ten levels for every measure', () => {
  for (const name of measureNames) expect(levelCount(name)).toBe(10);
});

test('selects only the drives that are in both the position range and the value range', () => {
  const rows = ['a', 'b', 'c', 'd'].map((serial, at) => row(serial, 'n', { wearRatio: at / 10 }));
  expect(brushed(rows, { first: 'c', last: 'b' }, 'wear')).toEqual([false, true, true, false]);
  expect(brushed(rows, { first: 'a', last: 'c', from: 1, to: 3 }, 'wear')).toEqual([false, true, true, false]);
  expect(brushed(rows, {}, 'wear')).toEqual([true, true, true, true]);
  expect(brushedRange(rows, { first: 'a', last: 'gone' })).toBeNull();
});

test('sorts drives without a value last in both directions', () => {
  const rows = [row('a', 'n'), row('b', 'n', { wearRatio: 0.2 }), row('c', 'n', { wearRatio: 0.1 })];
  expect(sorted(rows, 'wear').map(({ serial }) => serial)).toEqual(['c', 'b', 'a']);
  expect(sorted(rows, '-wear').map(({ serial }) => serial)).toEqual(['b', 'c', 'a']);
  expect(sorted(rows, 'colour')).toEqual(rows);
});

test('drops invalid values from the address', () => {
  expect(mapSearch({ by: 'latency', from: 2, to: 4, first: 'a', last: 'b' })).toEqual({
    by: 'latency',
    from: 2,
    to: 4,
    first: 'a',
    last: 'b',
  });
  expect(mapSearch({ by: 'colour', from: 5, to: 1, first: 'a' })).toEqual({});
});
