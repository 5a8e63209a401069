import { describe, expect, it } from 'vitest';
import type { DriveMap } from '../../../api/types.js';
import { MOST_LINES, miniLayout, nodeLines } from './mini-layout.js';

type Drive = DriveMap['drives'][number];
const drive = (more: Partial<Drive> = {}): Drive => ({
  id: 'd',
  serial: 's',
  nodeId: 'n',
  state: 'in-service',
  sizeBytes: 1,
  freeBytes: 1,
  freeRatio: 1,
  wearRatio: 0,
  iops: 0,
  throughputBytesPerSecond: 0,
  latencySeconds: null,
  ...more,
});

describe('miniLayout', () => {
  it('keeps 3,072 drives inside the box, none upon another', () => {
    const { cell, cells } = miniLayout(
      Array.from({ length: 3072 }, () => drive()),
      420,
      150,
    );
    expect(cells).toHaveLength(3072);
    expect(Math.max(...cells.map(({ x }) => x + cell))).toBeLessThanOrEqual(420);
    expect(Math.max(...cells.map(({ y }) => y + cell))).toBeLessThanOrEqual(150);
    expect(new Set(cells.map(({ x, y }) => `${x} ${y}`)).size).toBe(3072);
  });

  it('tells a missing drive from one without observation and from an idle one', () => {
    const { cells } = miniLayout([drive({ state: 'missing', iops: null }), drive({ iops: null }), drive({ iops: 0 })], 100, 100);
    expect(cells.map(({ level }) => level)).toEqual(['bad', null, 0]);
  });
});

describe('nodeLines', () => {
  const node = (id: string) => ({ id, name: id, rack: null, zone: null });

  it('has the drives of each node in a line of its own', () => {
    const lines = nodeLines({
      nodes: [node('a'), node('b')],
      drives: [drive({ nodeId: 'a' }), drive({ nodeId: 'b' }), drive({ nodeId: 'b' })],
    });
    expect(lines?.map(({ name, levels }) => [name, levels.length])).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
  });

  it('has none when there are too many nodes', () => {
    expect(nodeLines({ nodes: Array.from({ length: MOST_LINES + 1 }, (_, at) => node(String(at))), drives: [] })).toBeNull();
  });
});
