import { DomainError } from '@weft/shared/errors/domain-error';
import { MOST } from '@weft/shared/messages/bounded';
import { GiB, MiB } from '@weft/shared/units';
import { describe, expect, test } from 'vitest';
import type { CandidateDrive } from './candidates.js';
import { checkShape } from './check-shape.js';
import { attempt, candidate, cordoned, fleet, place, request, tally } from './placement.fixture.js';
import { EXTENT_BYTES, largestSize, legSize, MD_DATA_OFFSET_BYTES, type PlacementRequest } from './placement.js';

function refusal(work: () => unknown): DomainError {
  try {
    work();
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error('it was placed');
}

describe('placeVolume and legSize: examples', () => {
  test('spreads 3 raid10 sets evenly over 3 nodes, their NUMA nodes and all pairs of nodes', () => {
    const { legs } = place(request({ stripeWidth: 3 }), fleet(3, 2));
    expect(tally(legs.map((leg) => leg.node.name))).toEqual({ n1: 2, n2: 2, n3: 2 });
    expect(tally(legs.map((leg) => `${leg.node.name}/${leg.numaNode}`))).toEqual({
      'n1/0': 1,
      'n1/1': 1,
      'n2/0': 1,
      'n2/1': 1,
      'n3/0': 1,
      'n3/1': 1,
    });
    const sets = [0, 1, 2].map((set) => [legs[2 * set]?.node.name, legs[2 * set + 1]?.node.name].sort().join('+'));
    expect(sets.sort()).toEqual(['n1+n2', 'n1+n3', 'n2+n3']);
    expect(tally(legs.filter((leg) => leg.index % 2 === 0).map((leg) => leg.node.name))).toEqual({ n1: 1, n2: 1, n3: 1 });
  });

  test('concatenates no more drives than one assignment lists', () => {
    const drives = Array.from({ length: MOST.legs + 1 }, (_, n) => candidate('n1', n, { freeBytes: GiB }));
    const wanted = (sizeBytes: number) => request({ protection: 'concatenated', stripeWidth: null, sizeBytes });
    expect(place(wanted(MOST.legs * GiB), drives).legs).toHaveLength(MOST.legs);
    expect(attempt(wanted(MOST.legs * GiB + EXTENT_BYTES), drives)).toBeNull();
    expect(largestSize(wanted(MOST.legs * GiB + EXTENT_BYTES), drives)).toBe(MOST.legs * GiB);
  });

  test('places raid1 on the drives with the most free space', () => {
    const drives = [
      candidate('n1', 0, { freeBytes: 40 * GiB }),
      candidate('n1', 1),
      candidate('n2', 0, { freeBytes: 60 * GiB }),
      candidate('n3', 0),
    ];
    expect(
      place(request({ protection: 'raid1', stripeWidth: null }), drives)
        .legs.map((leg) => leg.drive.id)
        .sort(),
    ).toEqual(['n1-d1', 'n3-d0']);
  });

  test('takes the second leg of a node from its other NUMA node, though a drive of the first has more space', () => {
    const drives = [
      candidate('n1', 0, { numaNode: 0 }),
      candidate('n1', 1, { numaNode: 0, freeBytes: 99 * GiB }),
      candidate('n1', 2, { numaNode: 1, freeBytes: 50 * GiB }),
    ];
    const { legs } = place(request({ protection: 'raid0' }), drives);
    expect(legs.map(({ drive }) => drive.id)).toEqual(['n1-d0', 'n1-d2']);
  });

  test('concatenates the drives with the most free space, and no drive more than needed', () => {
    const drives = [
      candidate('n1', 0, { freeBytes: 40 * GiB, capacityBytes: 40 * GiB }),
      candidate('n2', 0, { freeBytes: 50 * GiB, capacityBytes: 1000 * GiB }),
      candidate('n3', 0, { freeBytes: 39 * GiB, capacityBytes: 39 * GiB }),
    ];
    const used = (sizeBytes: number) =>
      place(request({ protection: 'concatenated', stripeWidth: null, sizeBytes }), drives).legs.map(({ drive }) => drive.id);
    expect(used(78 * GiB)).toEqual(['n2-d0', 'n1-d0']);
    expect(used(90 * GiB)).toEqual(['n2-d0', 'n1-d0']);
    expect(used(90 * GiB + 1)).toEqual(['n2-d0', 'n1-d0', 'n3-d0']);
  });

  test('makes no automatic width above 64', () => {
    const drives = fleet(1, 80).map((drive) => ({ ...drive, freeBytes: EXTENT_BYTES }));
    const sizeOf = (legs: number) => request({ protection: 'raid0', stripeWidth: null, sizeBytes: legs * EXTENT_BYTES });
    expect(place(sizeOf(64), drives).stripeWidth).toBe(64);
    expect(attempt(sizeOf(65), drives)).toBeNull();
  });

  test('places a large leg on a large drive that holds data, and a small leg on an empty one', () => {
    const drives = ['n1', 'n2'].flatMap((node) => [
      candidate(node, 0),
      candidate(node, 1, { freeBytes: 380 * GiB, capacityBytes: 400 * GiB }),
    ]);
    const ids = (protection: PlacementRequest['protection'], sizeBytes: number) =>
      place(request({ protection, sizeBytes, stripeWidth: null }), drives).legs.map((leg) => leg.drive.id);
    expect(ids('raid1', 40 * GiB).sort()).toEqual(['n1-d1', 'n2-d1']);
    expect(ids('raid1', 4 * GiB).sort()).toEqual(['n1-d0', 'n2-d0']);
    expect(ids('concatenated', 40 * GiB)).toEqual(['n1-d1']);
    expect(ids('concatenated', 4 * GiB)).toEqual(['n1-d0']);
  });

  test('sizes a mirror leg so that the data fits after md rounds down to whole chunks', () => {
    const size = legSize({ protection: 'raid10', sizeBytes: 100 * MiB + 4096, stripeSizeBytes: 65_536 }, 3);
    const md = Math.floor((size.sizeBytes - MD_DATA_OFFSET_BYTES) / 65_536) * 65_536;
    expect(md).toBeGreaterThanOrEqual(size.dataBytes);
    expect(3 * size.dataBytes).toBeGreaterThanOrEqual(100 * MiB + 4096);
  });

  test.each(['raid1', 'raid10', 'raid0', 'concatenated'] as const)(
    'places %s on drives with exactly the space of a leg, and refuses one byte less (S6)',
    (protection) => {
      const wanted = request({ protection, stripeWidth: protection === 'raid0' || protection === 'raid10' ? 2 : null });
      // A concatenation takes whole extents of all drives: together they hold exactly its size.
      const legBytes = protection === 'concatenated' ? wanted.sizeBytes / 4 : legSize(wanted, wanted.stripeWidth ?? 1).sizeBytes;
      const count = protection === 'concatenated' || protection === 'raid10' ? 2 : 1;
      const drives = (freeBytes: number) =>
        fleet(2, count).map((drive, at) => ({ ...drive, freeBytes: at === 0 ? freeBytes : legBytes, capacityBytes: 2 * legBytes }));
      expect(attempt(wanted, drives(legBytes))?.legs).toHaveLength(2 * count);
      expect(attempt(wanted, drives(legBytes - 1))).toBeNull();
    },
  );

  test('sizes a leg to its data and data offset, rounded up to whole extents', () => {
    const at = (protection: PlacementRequest['protection'], sizeBytes: number, width: number) =>
      legSize({ protection, sizeBytes, stripeSizeBytes: 65_536 }, width);
    const extents = 10 * EXTENT_BYTES;
    expect(at('raid0', 2 * extents, 2)).toEqual({ dataBytes: extents, sizeBytes: extents });
    expect(at('raid0', 2 * extents + 1, 2)).toEqual({ dataBytes: extents + 65_536, sizeBytes: extents + EXTENT_BYTES });
    expect(at('raid10', 2 * extents, 2)).toEqual({ dataBytes: extents, sizeBytes: extents + MD_DATA_OFFSET_BYTES });
    expect(at('raid10', 2 * extents + 1, 2).sizeBytes).toBe(extents + MD_DATA_OFFSET_BYTES + EXTENT_BYTES);
  });

  test('chooses width 2 for small volumes, up to 8 for large ones, and more only if needed', () => {
    const width = (sizeBytes: number, drives: CandidateDrive[]) => place(request({ stripeWidth: null, sizeBytes }), drives).stripeWidth;
    expect(width(256 * MiB, fleet(3, 2))).toBe(2);
    expect(width(50 * GiB, fleet(3, 2))).toBe(3);
    expect(width(50 * GiB, fleet(4, 8))).toBe(8);
    expect(width(1000 * GiB, fleet(4, 8))).toBe(11);
  });
});

describe('placeVolume: three copies', () => {
  const three = (more: Partial<PlacementRequest> = {}) => request({ protection: 'raid1', copies: 3, stripeWidth: null, ...more });

  test('places three legs in three failure domains, and takes three times the size', () => {
    const placed = place(three(), fleet(4, 2));
    expect(placed.legs.map(({ index }) => index)).toEqual([0, 1, 2]);
    expect(new Set(placed.legs.map(({ failureDomain }) => failureDomain)).size).toBe(3);
    expect(placed.rawBytes).toBe(3 * (10 * GiB + 8 * MiB));
  });

  test('refuses two failure domains with numbers, and the size that three do not have', () => {
    const domains = refusal(() => place(three(), fleet(2, 4)));
    expect(domains.message).toContain('Class fast has 2 failure domains (node n1, n2), raid1 with 3 copies needs at least 3.');
    expect(domains.message).toContain('or choose 2 copies');
    expect(domains.shortages).toEqual([{ what: 'failure-domains', unit: 'count', needed: 3, available: 2, where: 'class fast' }]);
    const drives = [...fleet(2, 1), candidate('n3', 0, { freeBytes: GiB })];
    const space = refusal(() => place(three(), drives));
    expect(space.message).toContain('raid1 with 3 copies and 1 mirror set needs 3 drives, at most 1 of one node, with 10.01 GiB free each');
    expect(space.fittingSizeBytes).toBe(GiB - MD_DATA_OFFSET_BYTES);
    expect(place(three({ sizeBytes: GiB - MD_DATA_OFFSET_BYTES }), drives).legs).toHaveLength(3);
  });

  test('checkShape refuses copies that the protection cannot have', () => {
    const check = (protection: PlacementRequest['protection'], copies: number | null) => () =>
      checkShape({ protection, copies, stripeWidth: null, cache: null, provisioning: 'thick', integrity: 'none' });
    for (const copies of [null, 2, 3]) expect(check('raid1', copies)).not.toThrow();
    for (const copies of [null, 2, 3]) expect(check('raid10', copies)).not.toThrow();
    for (const copies of [null, 1]) expect(check('raid0', copies)).not.toThrow();
    expect(check('raid1', 1)).toThrow('raid1 needs at least 2 copies');
    for (const protection of ['raid0', 'concatenated'] as const) expect(check(protection, 2)).toThrow('has one copy');
  });
});

describe('placeVolume: refusals', () => {
  test('names the missing failure domains when all drives are in one node', () => {
    const error = refusal(() => place(request(), fleet(1, 8)));
    expect(error.code).toBe('insufficient-failure-domains');
    expect(error.message).toContain('Class fast has 1 failure domain (node n1), raid10 needs at least 2');
    expect(error.shortages).toEqual([{ what: 'failure-domains', unit: 'count', needed: 2, available: 1, where: 'class fast' }]);
  });

  test('names the nodes without the failure domain label', () => {
    const drives = [...fleet(2, 2).map((drive) => ({ ...drive, failureDomain: null })), candidate('n3', 0, { failureDomain: 'r1' })];
    expect(refusal(() => place(request({ failureDomain: 'rack' }), drives)).message).toContain('Nodes n1, n2 have no label "rack"');
  });

  test('names the missing drives when most drives are in one failure domain', () => {
    const error = refusal(() => place(request({ stripeWidth: 3 }), [...fleet(1, 8), candidate('n2', 0)]));
    expect(error.code).toBe('insufficient-drives');
    expect(error.message).toContain('raid10 with 3 mirror sets needs 6 drives, at most 3 of one node, and 4 count: n1 has 8, n2 has 1');
  });

  test('names the failure domain that lacks space, its bytes, and the drives not counted', () => {
    const drives = [...fleet(1, 2), candidate('n2', 0, { freeBytes: 2 * GiB }), candidate('n2', 1, { freeBytes: GiB })];
    const error = refusal(() => place(request(), drives, [cordoned('n3')]));
    expect(error.code).toBe('insufficient-space');
    expect(error.message).toContain(
      'Class fast has 2 failure domains; raid10 with 2 mirror sets needs 4 drives, at most 2 of one node, with 5.01 GiB free each: n2 has 0, its best 2 have 1 GiB free each',
    );
    expect(error.message).toContain('Not counted: 1 cordoned (S of n3).');
    expect(error.shortages).toEqual([{ what: 'space', unit: 'bytes', needed: 5 * GiB + 8 * MiB, available: GiB, where: 'n2' }]);
  });

  test('names the missing drives of raid0 and the missing bytes of a concatenation', () => {
    expect(refusal(() => place(request({ protection: 'raid0', stripeWidth: 4 }), fleet(1, 3))).message).toContain(
      'has 3 drives in service, raid0 needs 4',
    );
    expect(
      refusal(() => place(request({ protection: 'concatenated', stripeWidth: null, sizeBytes: 301 * GiB }), fleet(1, 3))).message,
    ).toContain('has 300 GiB free on 3 drives, concatenated needs 301 GiB');
  });
});

test('placeVolume states the largest size that fits when it refuses for lack of space', () => {
  const error = refusal(() => place(request({ protection: 'raid1', stripeWidth: null, sizeBytes: 200 * GiB }), fleet(2, 1)));
  expect(error.fittingSizeBytes).toBe(100 * GiB - MD_DATA_OFFSET_BYTES);
  expect(refusal(() => place(request(), fleet(1, 8))).fittingSizeBytes).toBeUndefined();
});

describe('placeVolume: drives of nodes without a failure domain', () => {
  const unlabelled = (node: string) => candidate(node, 0, { failureDomain: null });

  test('places no mirror leg on such a drive, and omits the drive from the largest size', () => {
    const drives = [candidate('n1', 0), unlabelled('n2'), unlabelled('n3')];
    for (const protection of ['raid1', 'raid10'] as const) expect(attempt(request({ protection, stripeWidth: null }), drives)).toBeNull();
    expect(largestSize(request({ protection: 'raid1', stripeWidth: null }), drives)).toBeNull();
  });

  test('places raid0 legs on such drives, with each node as its own failure domain', () => {
    const { legs } = place(request({ protection: 'raid0' }), [unlabelled('n1'), unlabelled('n2')]);
    expect(legs.map(({ failureDomain }) => failureDomain).sort()).toEqual(['n1', 'n2']);
  });
});

describe('placeVolume: a concatenation over several drives', () => {
  const extents = (...free: number[]) => free.map((each, n) => candidate('n1', n, { freeBytes: each * EXTENT_BYTES }));
  const shares = (needed: number, ...free: number[]) =>
    place(request({ protection: 'concatenated', stripeWidth: null, sizeBytes: needed * EXTENT_BYTES }), extents(...free)).legs.map(
      ({ drive, sizeBytes }) => [Number(drive.serial.split('-').at(-1)), sizeBytes / EXTENT_BYTES],
    );

  test('fills drives to about the same fraction, the largest first, and skips full ones', () => {
    expect(shares(12, 6, 10)).toEqual([
      [1, 8],
      [0, 4],
    ]);
    expect(shares(15, 10, 6)).toEqual([
      [0, 10],
      [1, 5],
    ]);
    expect(shares(9, 4, 1, 4)).toEqual([
      [0, 4],
      [2, 4],
      [1, 1],
    ]);
    expect(shares(9, 4, 0, 5)).toEqual([
      [2, 5],
      [0, 4],
    ]);
    expect(shares(10, 10, 4)).toEqual([[0, 10]]);
  });

  test('fills the emptiest drive to its last extent rather than a part of a fuller one', () => {
    const [small, large] = extents(10, 20);
    const drives = [
      { ...(small ?? expect.fail()), capacityBytes: 10 * EXTENT_BYTES },
      { ...(large ?? expect.fail()), capacityBytes: 100 * EXTENT_BYTES },
    ];
    const { legs } = place(request({ protection: 'concatenated', stripeWidth: null, sizeBytes: 10 * EXTENT_BYTES }), drives);
    expect(legs.map(({ drive, sizeBytes }) => [drive.id, sizeBytes])).toEqual([['n1-d0', 10 * EXTENT_BYTES]]);
  });
});

describe('placeVolume: mirror pairs over many failure domains', () => {
  const placed = () => place(request({ stripeWidth: 6 }), fleet(4, 3)).legs.map((leg) => leg.node.name);

  test('pairs every two failure domains exactly once', () => {
    const names = placed();
    const pairs = Array.from({ length: 6 }, (_, set) =>
      names
        .slice(2 * set, 2 * set + 2)
        .sort()
        .join(' '),
    );
    expect(tally(pairs)).toEqual({ 'n1 n2': 1, 'n1 n3': 1, 'n1 n4': 1, 'n2 n3': 1, 'n2 n4': 1, 'n3 n4': 1 });
  });

  test('pairs failure domains of unequal size with every other one before any two a second time', () => {
    const drives = [3, 6, 3, 6].flatMap((count, at) => Array.from({ length: count }, (_, n) => candidate(`n${at + 1}`, n)));
    const names = place(request({ stripeWidth: 7 }), drives).legs.map((leg) => leg.node.name);
    const pairs = Array.from({ length: 7 }, (_, set) =>
      names
        .slice(2 * set, 2 * set + 2)
        .sort()
        .join(' '),
    );
    expect(Object.values(tally(pairs)).sort()).toEqual([1, 1, 1, 1, 1, 2]);
  });

  test('spreads the first mirror legs over all failure domains, at most one more in any of them', () => {
    const first = Object.values(tally(placed().filter((_, at) => at % 2 === 0)));
    expect([first.length, Math.max(...first) - Math.min(...first)]).toEqual([4, 1]);
  });

  test('largestSize without a width returns the largest size of all widths', () => {
    const drives = [...fleet(4, 3), candidate('n5', 0, { freeBytes: 40 * GiB })];
    const of = (stripeWidth: number | null) => largestSize(request({ protection: 'raid0', stripeWidth }), drives) ?? 0;
    expect(of(null)).toBe(Math.max(...Array.from({ length: 12 }, (_, at) => of(at + 2))));
  });
});
