import { MAX_RACKS, MAX_TROUBLED_NODES } from '@weft/shared/kinds/zones/zone';
import type { ReadTopology } from '@weft/shared/kinds/zones/zone-answers';
import { expect, it } from 'vitest';
import { summaryOf } from './racks.js';

const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const node = (n: number, more: Partial<ReadTopology['nodes'][number]> = {}): ReadTopology['nodes'][number] => ({
  ...{ id: idOf(n), name: `t${n}`, zone: 'z1', rack: 'r1', connection: 'online', inMaintenance: false, troubled: false },
  ...more,
});
const drive = (n: number) => ({ nodeId: idOf(n), troubled: false, capacityBytes: 100, allocatedBytes: 40 });
const topology = (more: Partial<ReadTopology>): ReadTopology => ({
  storageNetworks: ['left'],
  nodes: [],
  drives: [],
  volumes: [],
  attachments: [],
  ...more,
});

it('adds up nodes and drives by the labels of their nodes, in order', () => {
  const nodes = [
    node(1),
    node(2, { rack: 'r10' }),
    node(3, { rack: 'r2', connection: 'lost' }),
    node(4, { zone: null, rack: null, connection: 'away' }),
  ];
  const { racks, rackCount } = summaryOf(topology({ nodes, drives: [drive(1), drive(1), { ...drive(3), troubled: true }] }));
  expect(racks.map(({ rack }) => rack)).toEqual([null, 'r1', 'r2', 'r10']);
  expect(rackCount).toBe(4);
  expect(racks[1]).toMatchObject({ nodes: { online: 1, lost: 0 }, drives: { total: 2, troubled: 0 }, capacityBytes: 200, usedBytes: 80 });
  expect(racks[2]).toMatchObject({ nodes: { lost: 1 }, troubled: [{ name: 't3' }], troubledCount: 1, drives: { troubled: 1 } });
  expect(racks[0]).toMatchObject({ nodes: { online: 0, never: 1 } });
});

it('counts volumes by the words of the zone, and attachments with fewer paths', () => {
  const volumes = ['healthy', 'healthy', 'frozen'].map((health, n) => ({ id: idOf(n), health }));
  const attachments = [
    { paths: 2, livePaths: 2 },
    { paths: 2, livePaths: 1 },
  ];
  const { volumes: counted, attachments: counts } = summaryOf(topology({ volumes, attachments }));
  expect(counted).toEqual({
    total: 3,
    byHealth: [
      { health: 'healthy', count: 2 },
      { health: 'frozen', count: 1 },
    ],
  });
  expect(counts).toEqual({ total: 2, fewerPaths: 1 });
});

it('bounds racks and names of troubled nodes, and counts all of them', () => {
  const nodes = Array.from({ length: MAX_RACKS + 1 }, (_, n) => node(n, { rack: `r${n}` }));
  const sick = Array.from({ length: MAX_TROUBLED_NODES + 5 }, (_, n) => node(1000 + n, { rack: 'r0', troubled: true }));
  const { racks, rackCount } = summaryOf(topology({ nodes: [...nodes, ...sick] }));
  expect([racks.length, rackCount]).toEqual([MAX_RACKS, MAX_RACKS + 1]);
  expect([racks[0]?.troubled.length, racks[0]?.troubledCount]).toEqual([MAX_TROUBLED_NODES, MAX_TROUBLED_NODES + 5]);
});
