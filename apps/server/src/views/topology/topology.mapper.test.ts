import { expect, it } from 'vitest';
import { toTopologyVolume } from './topology.mapper.js';
import type { DrawnVolume } from './topology.repository.js';

const leg = (index: number, desired: 'present' | 'absent', inSync: boolean): DrawnVolume['legs'][number] => ({
  index,
  driveId: `d${index}`,
  spec: { desired },
  status: { inSync },
});

it('counts only legs that stay and have all data as in sync', () => {
  const { legs } = toTopologyVolume({
    _id: 'v',
    revision: 1,
    name: 'orders',
    spec: { protection: 'raid1', sizeBytes: 1, driveClassId: 'k' },
    status: { state: 'available', health: 'degraded' },
    legs: [leg(0, 'present', true), leg(1, 'present', false), leg(1, 'absent', true)],
  });
  expect(legs.map(({ inSync }) => inSync)).toEqual([true, false, false]);
});
