import { GiB } from '@weft/shared/units';
import { describe, expect, it } from 'vitest';
import type { CandidateDrive } from './candidates.js';
import { candidate, cordoned, fleet, request } from './placement.fixture.js';
import type { PlacementRequest } from './placement.js';
import { describeShortage } from './placement-shortage.js';

const NEEDED = 50 * GiB;
const shortage = (more: Partial<PlacementRequest>, drives: CandidateDrive[], legBytes: (width: number) => number = () => NEEDED) => {
  const { reason, shortages, fittingSizeBytes } = describeShortage(
    request(more),
    { className: 'fast', drives, leftOut: [cordoned('n9')] },
    legBytes,
    7 * GiB,
  );
  return { reason: reason.code, params: reason.params, shortages, fittingSizeBytes };
};
/** Drives of one node with these GiB free. */
const node = (name: string, ...free: number[]) => free.map((each, n) => candidate(name, n, { freeBytes: each * GiB }));

const drivesShort = (needed: number, available: number) => [{ what: 'drives', unit: 'count', needed, available, where: 'class fast' }];
const spaceShort = (where: string, available: number) => ({
  what: 'space',
  unit: 'bytes',
  needed: NEEDED,
  available: available * GiB,
  where,
});

describe('describeShortage of mirrors', () => {
  it('lists failure domains, and nodes without one, by name', () => {
    const drives = [...node('n3', 1), ...node('n1', 1), ...node('n2', 1)].map((each) => ({ ...each, failureDomain: null }));
    expect(shortage({ failureDomain: 'rack' }, [...drives, candidate('n4', 0, { failureDomain: 'r1' })])).toEqual({
      reason: 'mirrors-need-domains',
      params: expect.objectContaining({ domains: ['r1'], unlabelledNodes: ['n1', 'n2', 'n3'], notCounted: [cordoned('n9')] }),
      shortages: [{ what: 'failure-domains', unit: 'count', needed: 2, available: 1, where: 'class fast' }],
      fittingSizeBytes: 7 * GiB,
    });
  });

  it('counts the missing drives: two for each mirror set, at most one per set and failure domain', () => {
    expect(shortage({ stripeWidth: 3 }, [...node('n2', 9), ...node('n1', 9, 9, 9, 9)])).toEqual({
      reason: 'mirrors-need-drives',
      params: expect.objectContaining({
        ...{ mirrorSets: 3, usableDrives: 4 },
        domains: [
          { code: 'domain-drives', params: { domain: 'n1', drives: 4 } },
          { code: 'domain-drives', params: { domain: 'n2', drives: 1 } },
        ],
      }),
      shortages: drivesShort(6, 4),
      fittingSizeBytes: 7 * GiB,
    });
  });

  it('lists the failure domains that lack space, with the free bytes of the last drive that each must contribute', () => {
    const drives = [...node('n2', 10, 50, 40), ...node('n1', 60, 50, 1), ...node('n3', 49)];
    expect(shortage({ stripeWidth: 2 }, drives)).toEqual({
      reason: 'mirrors-need-space',
      params: expect.objectContaining({
        ...{ mirrorSets: 2, neededBytes: NEEDED, domainCount: 3 },
        domains: [
          { code: 'domain-space', params: { domain: 'n2', neededDrives: 2, fittingDrives: 1, freeBytes: 40 * GiB } },
          { code: 'domain-space', params: { domain: 'n3', neededDrives: 1, fittingDrives: 0, freeBytes: 49 * GiB } },
        ],
      }),
      shortages: [spaceShort('n2', 40), spaceShort('n3', 49)],
      fittingSizeBytes: 7 * GiB,
    });
  });

  it.each<[string, Partial<PlacementRequest>, CandidateDrive[], number]>([
    ['one set for raid1, however many drives there are', { protection: 'raid1', stripeWidth: null }, fleet(2, 4), 1],
    ['the requested sets', { stripeWidth: 2 }, fleet(2, 4), 2],
    ['as many sets as the drives allow without a requested width', { stripeWidth: null }, fleet(2, 4), 4],
    ['at least two', { stripeWidth: null }, fleet(2, 1), 2],
    ['no more than pairs of failure domains have drives', { stripeWidth: null }, [...fleet(1, 9), ...node('n2', 1, 1, 1)], 3],
    ['at most 64', { stripeWidth: null }, fleet(2, 70), 64],
  ])('states the size of each leg for %s', (_, more, drives, sets) => {
    const { params } = shortage(more, drives, (width) => width * 1000 * GiB);
    expect(params).toMatchObject({ mirrorSets: sets, ...(sets <= drives.length / 2 ? { neededBytes: sets * 1000 * GiB } : {}) });
  });
});

describe('describeShortage without mirrors', () => {
  it.each<[Partial<PlacementRequest>, number, number]>([
    [{ protection: 'raid0', stripeWidth: 4 }, 3, 4],
    [{ protection: 'raid0', stripeWidth: null }, 1, 2],
    [{ protection: 'concatenated', stripeWidth: null }, 0, 1],
  ])('counts the missing drives of %o', (more, has, needed) => {
    expect(shortage(more, fleet(1, has))).toEqual({
      reason: 'legs-need-drives',
      params: expect.objectContaining({ drives: has, neededDrives: needed, widthRequested: more.stripeWidth !== null }),
      shortages: drivesShort(needed, has),
      fittingSizeBytes: 7 * GiB,
    });
  });

  it('adds up the free space for a concatenation, of one drive too', () => {
    for (const drives of [node('n1', 9), node('n1', 4, 5)])
      expect(shortage({ protection: 'concatenated', stripeWidth: null }, drives)).toEqual({
        reason: 'concatenation-needs-space',
        params: expect.objectContaining({ drives: drives.length, freeBytes: 9 * GiB, neededBytes: NEEDED }),
        shortages: [spaceShort('class fast', 9)],
        fittingSizeBytes: 7 * GiB,
      });
  });

  it('lists the nodes with a drive that lacks space for a stripe, with the least free bytes there', () => {
    expect(shortage({ protection: 'raid0', stripeWidth: 3 }, [...node('n3', 1, 60, 2), ...node('n1', 49), ...node('n2', 50)])).toEqual({
      reason: 'legs-need-space',
      params: expect.objectContaining({
        ...{ legs: 3, drives: 5, fittingDrives: 2, neededBytes: NEEDED },
        nodes: [
          { code: 'node-space', params: { nodeName: 'n1', freeBytes: 49 * GiB } },
          { code: 'node-space', params: { nodeName: 'n3', freeBytes: GiB } },
        ],
      }),
      shortages: [spaceShort('n1', 49), spaceShort('n3', 1)],
      fittingSizeBytes: 7 * GiB,
    });
  });

  it.each([
    [3, 3],
    [70, 64],
  ])('states the size of each leg for a stripe over all of %i drives, at most 64', (drives, legs) => {
    const { params } = shortage({ protection: 'raid0', stripeWidth: null }, fleet(1, drives), (width) => width * 1000 * GiB);
    expect(params).toMatchObject({ legs, neededBytes: legs * 1000 * GiB });
  });
});
