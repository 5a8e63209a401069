import { expect, test } from 'vitest';
import type { VolumeDocument } from '../documents/volume.document.js';
import { advance } from '../reconcile/advance.js';
import { leg, node, volume, world } from '../world/worlds.fixture.js';

const inRacks = volume({ legs: [leg(0, 't1', { spec: { failureDomain: 'r1' } }), leg(1, 't2', { spec: { failureDomain: 'r2' } })] });
const mirror: VolumeDocument = { ...inRacks, spec: { ...inRacks.spec, failureDomain: 'rack' } };
const nodes = (first: string | undefined, second: string) => [
  node('t1', { spec: { labels: first === undefined ? {} : { rack: first } } }),
  node('t2', { spec: { labels: { rack: second } } }),
];
const violation = ({ status: { conditions } }: VolumeDocument) => conditions.find(({ type }) => type === 'FailureDomainViolated');

test('reports a failure-domain violation while a moved node puts both mirror legs in one rack', () => {
  const next = advance(world({ volume: mirror, nodes: nodes('r2', 'r2') })).volume;
  expect(next.legs.map(({ spec: { failureDomain } }) => failureDomain)).toEqual(['r2', 'r2']);
  expect(violation(next)).toMatchObject({
    status: 'true',
    reason: 'domain-shared',
    message: 'leg 0 on t1 and leg 1 on t2 share rack r2: its failure takes both mirror halves',
    unblockedBy: expect.stringContaining('evicting the drive of one of the legs'),
  });

  const corrected = advance(world({ volume: next, nodes: nodes('r3', 'r2') })).volume;
  expect(corrected.legs[0]?.spec.failureDomain).toBe('r3');
  expect(violation(corrected)).toMatchObject({ status: 'false', message: 'the mirror halves share no rack' });
});

test('keeps the last known failure domain of a leg when the node label is removed', () => {
  const next = advance(world({ volume: mirror, nodes: nodes(undefined, 'r2') })).volume;
  expect(next.legs[0]?.spec.failureDomain).toBe('r1');
  expect(violation(next)).toBeUndefined();
});

test('reports no violation for different racks, no mirror, or a joining leg', () => {
  expect(violation(advance(world({ volume: mirror, nodes: nodes('r1', 'r2') })).volume)).toBeUndefined();
  const striped = { ...mirror, spec: { ...mirror.spec, protection: 'raid0' as const } };
  expect(violation(advance(world({ volume: striped, nodes: nodes('r2', 'r2') })).volume)).toBeUndefined();
  const joining = {
    ...mirror,
    legs: mirror.legs.map((each) => (each.index === 0 ? { ...each, spec: { ...each.spec, role: 'joining' as const } } : each)),
  };
  expect(violation(advance(world({ volume: joining, nodes: nodes('r2', 'r2') })).volume)).toBeUndefined();
});

test('keeps the node as the failure domain of a leg, whatever its labels are', () => {
  const byNode = { ...inRacks, legs: [leg(0, 't1'), leg(1, 't2')] };
  const labels = { node: 't2', rack: 'r1' };
  const next = advance(world({ volume: byNode, nodes: [node('t1', { spec: { labels } }), node('t2', { spec: { labels } })] })).volume;
  expect(next.legs.map(({ spec: { failureDomain } }) => failureDomain)).toEqual(['t1', 't2']);
  expect(violation(next)).toBeUndefined();
});

test('names at most 3 pairs of mirror legs in one failure domain, and the number of the others', () => {
  const message = (sets: number) => {
    const legs = Array.from({ length: 2 * sets }, (_, index) => leg(index, `t${index + 1}`, { spec: { failureDomain: 'r1' } }));
    const names = legs.map(({ nodeName }) => node(nodeName));
    const of = { ...mirror, spec: { ...mirror.spec, protection: 'raid10' as const }, legs };
    return violation(advance(world({ volume: of, nodes: names })).volume);
  };
  const pairs = (sets: number) => message(sets)?.message.match(/leg \d+ on/g)?.length;
  expect([pairs(3), pairs(4), pairs(6)]).toEqual([6, 6, 6]);
  expect([3, 4, 6].map((sets) => message(sets)?.params?.more)).toEqual([undefined, 1, 3]);
});
