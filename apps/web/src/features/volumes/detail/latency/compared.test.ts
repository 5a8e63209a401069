import { expect, it } from 'vitest';
import type { Volume } from '../../../../api/types.js';
import { shareOf } from '../../../../ui/gauges/share-of.js';
import { comparedLegs, comparedTargets, median } from './compared.js';
import type { Latencies } from './use-latencies.js';

type Leg = Volume['legs'][number];
const leg = (index: number, node: string): Leg => ({ id: `l${index}`, index, node: { id: node, name: node } }) as Leg;
const legs = [leg(0, 'b'), leg(1, 'a'), leg(2, 'b'), leg(3, 'a')];
const latencies = (seconds: readonly (number | null)[], iops = 100): Latencies => ({
  of: new Map(seconds.map((each, at) => [`leg:l${at}`, { iops: each === null ? 0 : iops, seconds: each }])),
  reads: new Map(),
  writes: new Map(),
  from: '',
  to: '',
});
const slow = (seconds: readonly (number | null)[], iops?: number) =>
  comparedLegs({ legs }, latencies(seconds, iops)).map(({ isSlow }) => isSlow);

it('takes the middle value, or the mean of the two middle values', () => {
  expect([median([]), median([3]), median([5, 1, 3]), median([4, 1, 2, 3])]).toEqual([null, 3, 3, 2.5]);
});

it('gives shares of the longest, and none without any I/O', () => {
  expect([shareOf(1, 4), shareOf(4, 4), shareOf(null, 4), shareOf(0, 0), shareOf(null, 0)]).toEqual([0.25, 1, 0, 0, 0]);
});

it('marks a leg that takes more than twice as long as the others', () => {
  expect(slow([1e-4, 1e-4, 3e-4, 1.2e-4])).toEqual([false, false, true, false]);
  expect(slow([1e-4, 1e-4, 2e-4, 1e-4])).toEqual([false, false, false, false]);
});

it('marks no leg by a few requests, and none without another to compare with', () => {
  expect(slow([1e-4, 1e-4, 3e-4, 1e-4], 0.5)).toEqual([false, false, false, false]);
  expect(slow([3e-4, null, null, null])).toEqual([false, false, false, false]);
});

it('leaves out legs whose target sent no value', () => {
  expect(comparedLegs({ legs }, { ...latencies([]), of: new Map([['leg:l1', null]]) })).toEqual([]);
});

it('averages the legs of a target by their I/O, and marks a slow target', () => {
  const of = latencies([4e-4, 1e-4, 4e-4, 1e-4]).of as Map<string, { iops: number; seconds: number }>;
  of.set('leg:l3', { iops: 300, seconds: 2e-4 });
  const targets = comparedTargets(comparedLegs({ legs }, { ...latencies([]), of }));
  expect(targets.map(({ key, iops, isSlow }) => [key, iops, isSlow])).toEqual([
    ['a', 400, false],
    ['b', 200, true],
  ]);
  expect(targets[0]?.seconds).toBeCloseTo(1.75e-4);
});
