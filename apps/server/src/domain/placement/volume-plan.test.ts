import { GiB } from '@weft/shared/units';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attempt, candidate, fleet, request } from './placement.fixture.js';
import { EXTENT_BYTES } from './placement.js';
import { type PlanWorld, planVolume } from './volume-plan.js';

const memberOf = ({ driveId, nodeId, serial, freeBytes, capacityBytes }: ReturnType<typeof candidate>): PlanWorld['members'][number] => ({
  _id: driveId,
  nodeId,
  serial,
  freeBytes,
  spec: {},
  status: { capacityBytes, allocatedBytes: capacityBytes - freeBytes },
});
const worldOf = (drives: ReturnType<typeof candidate>[], more: PlanWorld['members'] = []): PlanWorld => ({
  driveClass: { id: 'fast-id', name: 'fast' },
  members: [...drives.map(memberOf), ...more],
  candidates: { className: 'fast', drives, leftOut: [] },
});

describe('planVolume', () => {
  it('takes of each drive its pool for thin legs, and nothing of one that has a pool', () => {
    const [first, ...others] = fleet(2, 1).map(memberOf);
    const pool = { desired: 'present' as const, created: true, dataBytes: GiB, metadataBytes: GiB, blockBytes: 65_536 };
    const members = first ? [{ ...first, spec: { pool } }, ...others] : [];
    const world = { ...worldOf(fleet(2, 1)), members };
    const plan = planVolume({ ...request({ protection: 'raid1', stripeWidth: null }), provisioning: 'thin' }, world);
    const taken = new Map(plan.capacity.drives.map(({ id, takenBytes }) => [id, takenBytes]));
    expect(taken.get(first?._id ?? '')).toBe(0);
    expect(taken.get(others[0]?._id ?? '')).toBeGreaterThanOrEqual(GiB);
    expect(plan.capacity.drives.every(({ freeBytesAfter }) => freeBytesAfter >= 0)).toBe(true);
  });

  it('states the capacity of the class, of each node and of each drive before and after', () => {
    const offline = memberOf(candidate('n9', 0, { freeBytes: 40 * GiB }));
    const plan = planVolume(request({ protection: 'raid1', stripeWidth: null }), worldOf(fleet(3, 2), [offline]));
    const legBytes = plan.legs[0]?.sizeBytes ?? 0;
    expect(plan.rawBytes).toBe(2 * legBytes);
    expect(plan.capacity.driveClass).toEqual({
      ...{ id: 'fast-id', name: 'fast', capacityBytes: 700 * GiB, allocatedBytes: 60 * GiB, freeBytes: 640 * GiB },
      ...{ takenBytes: 2 * legBytes, freeBytesAfter: 640 * GiB - 2 * legBytes },
    });
    expect(plan.capacity.nodes.map(({ name }) => name)).toEqual(plan.legs.map(({ node }) => node.name));
    for (const node of plan.capacity.nodes)
      expect(node).toMatchObject({ capacityBytes: 200 * GiB, takenBytes: legBytes, freeBytesAfter: 200 * GiB - legBytes });
    expect(plan.capacity.drives.map(({ id, name }) => ({ id, serial: name }))).toEqual(plan.legs.map(({ drive }) => drive));
    for (const drive of plan.capacity.drives)
      expect(drive).toMatchObject({ freeBytes: 100 * GiB, takenBytes: legBytes, freeBytesAfter: 100 * GiB - legBytes });
  });

  it('counts all legs of one node together', () => {
    const { capacity, legs } = planVolume(request({ stripeWidth: 4 }), worldOf(fleet(2, 4)));
    expect(capacity.drives).toHaveLength(8);
    for (const { id, takenBytes } of capacity.nodes)
      expect(takenBytes).toBe(legs.filter(({ node }) => node.id === id).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0));
    expect(capacity.nodes).toHaveLength(2);
  });

  it('states a largest size that is placeable, and independent of the requested size', () => {
    const shape = fc.record({
      protection: fc.constantFrom('raid0', 'raid1', 'raid10', 'concatenated' as const),
      isAutomatic: fc.boolean(),
      free: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 4, maxLength: 9 }),
      size: fc.integer({ min: 1, max: 20 }),
    });
    fc.assert(
      fc.property(shape, ({ protection, isAutomatic, free, size }) => {
        const drives = free.map((extents, n) => candidate(`n${n % 3}`, n, { freeBytes: extents * EXTENT_BYTES }));
        const hasWidth = !isAutomatic && (protection === 'raid0' || protection === 'raid10');
        const wanted = request({ protection, stripeWidth: hasWidth ? 2 : null, sizeBytes: size * 2 ** 20 });
        if (!attempt(wanted, drives)) return;
        const { largestSizeBytes } = planVolume(wanted, worldOf(drives));
        expect(largestSizeBytes).toBeGreaterThanOrEqual(wanted.sizeBytes);
        const largest = { ...wanted, sizeBytes: largestSizeBytes };
        expect(planVolume(largest, worldOf(drives)).largestSizeBytes).toBe(largestSizeBytes);
        expect(attempt({ ...largest, sizeBytes: largestSizeBytes + EXTENT_BYTES * 64 }, drives)).toBeNull();
      }),
    );
  });
});
