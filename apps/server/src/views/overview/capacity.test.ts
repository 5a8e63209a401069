import { expect, test } from 'vitest';
import { capacitiesOf } from './capacity.js';

const GiB = 2 ** 30;
const mirrors = (name: string, bytes: number) => ({ driveClassId: 'fast', node: { id: name, name }, bytes });
const classOf = (openOnNode: [string, number][]) => {
  const totals = {
    driveCount: 6,
    inServiceCount: 5,
    nodeCount: 3,
    capacityBytes: 600 * GiB,
    allocatedBytes: 300 * GiB,
    freeBytes: 300 * GiB,
  };
  return { id: 'fast', name: 'fast', totals: { ...totals, openOnNode: new Map(openOnNode) } } as unknown as Parameters<
    typeof capacitiesOf
  >[0][number];
};
const repairOf = (of: ReturnType<typeof classOf>, held: ReturnType<typeof mirrors>[], closed: string[] = []) =>
  capacitiesOf([of], held, new Set(closed))[0]?.repair;

test('names the node whose loss leaves the least free space among equal nodes', () => {
  const free = classOf([
    ['t1', 50 * GiB],
    ['t2', 150 * GiB],
    ['t3', 100 * GiB],
  ]);
  const held = [mirrors('t1', 90 * GiB), mirrors('t2', 90 * GiB)];
  expect(repairOf(free, held)).toEqual({ node: { id: 't2', name: 't2' }, neededBytes: 90 * GiB, availableBytes: 150 * GiB });
  expect(repairOf(free, held.toReversed())).toEqual(repairOf(free, held));
});

test('names a node that holds less if hardly any space is free elsewhere', () => {
  const free = classOf([
    ['t1', 20 * GiB],
    ['t3', 280 * GiB],
  ]);
  expect(repairOf(free, [mirrors('t1', 90 * GiB), mirrors('t3', 60 * GiB)])?.node.name).toBe('t3');
});

test('counts no space of nodes that take no new legs', () => {
  const free = classOf([
    ['t1', 100 * GiB],
    ['t2', 100 * GiB],
    ['t3', 100 * GiB],
  ]);
  const held = [mirrors('t1', 90 * GiB)];
  expect(repairOf(free, held)?.availableBytes).toBe(200 * GiB);
  expect(repairOf(free, held, ['t2'])?.availableBytes).toBe(100 * GiB);
  expect(repairOf(free, held, ['t1', 't2', 't3'])?.availableBytes).toBe(0);
});

test('requires no free space without mirrors', () => {
  expect(repairOf(classOf([]), [])).toBe(null);
});
