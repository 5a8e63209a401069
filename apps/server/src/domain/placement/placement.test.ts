import { DomainError } from '@weft/shared/errors/errors';
import { GiB, MiB } from '@weft/shared/units';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CandidateDrive } from './candidates.js';
import { EXTENT_BYTES, largestSize, legSize, MD_DATA_OFFSET_BYTES, type PlacementRequest, placeVolume } from './placement.js';

const candidate = (node: string, n: number, more: Partial<CandidateDrive> = {}): CandidateDrive => ({
  driveId: `${node}-d${n}`,
  serial: `S-${node}-${n}`,
  nodeId: `id-${node}`,
  nodeName: node,
  failureDomain: node,
  numaNode: n % 2,
  freeBytes: 100 * GiB,
  capacityBytes: 100 * GiB,
  ...more,
});
const fleet = (nodes: number, each: number) =>
  Array.from({ length: nodes }, (_, node) => Array.from({ length: each }, (_, n) => candidate(`n${node + 1}`, n))).flat();
const request = (more: Partial<PlacementRequest> = {}): PlacementRequest => ({
  protection: 'raid10',
  sizeBytes: 10 * GiB,
  stripeWidth: 2,
  stripeSizeBytes: 65_536,
  failureDomain: 'node',
  ...more,
});
function refusal(work: () => unknown): DomainError {
  try {
    work();
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error('it was placed');
}
const place = (wanted: PlacementRequest, drives: CandidateDrive[], leftOut: string[] = []) =>
  placeVolume(wanted, { className: 'fast', drives, leftOut });
const attempt = (wanted: PlacementRequest, drives: CandidateDrive[]) => {
  try {
    return place(wanted, drives);
  } catch (error) {
    if (error instanceof DomainError && error.code.startsWith('insufficient-')) return null;
    throw error;
  }
};
const tally = (values: string[]) =>
  Object.fromEntries([...new Set(values)].map((value) => [value, values.filter((other) => other === value).length]));

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

describe('placeVolume: refusals', () => {
  test('names the missing failure domains when all drives are in one node', () => {
    const error = refusal(() => place(request(), fleet(1, 8)));
    expect(error.code).toBe('insufficient-failure-domains');
    expect(error.message).toContain('class fast has 1 failure domain (node n1), raid10 needs at least 2');
    expect(error.shortages).toEqual([{ what: 'failure-domains', unit: 'count', needed: 2, available: 1, where: 'class fast' }]);
  });

  test('names the nodes without the failure domain label', () => {
    const drives = [...fleet(2, 2).map((drive) => ({ ...drive, failureDomain: null })), candidate('n3', 0, { failureDomain: 'r1' })];
    expect(refusal(() => place(request({ failureDomain: 'rack' }), drives)).message).toContain('nodes n1, n2 have no label "rack"');
  });

  test('names the missing drives when most drives are in one failure domain', () => {
    const error = refusal(() => place(request({ stripeWidth: 3 }), [...fleet(1, 8), candidate('n2', 0)]));
    expect(error.code).toBe('insufficient-drives');
    expect(error.message).toContain('raid10 with 3 mirror sets needs 6 drives, at most 3 of one node, and 4 count: n1 has 8, n2 has 1');
  });

  test('names the failure domain that lacks space, its bytes, and the drives not counted', () => {
    const drives = [...fleet(1, 2), candidate('n2', 0, { freeBytes: 2 * GiB }), candidate('n2', 1, { freeBytes: GiB })];
    const error = refusal(() => place(request(), drives, ['2 drives of n3: lost']));
    expect(error.code).toBe('insufficient-space');
    expect(error.message).toContain(
      'class fast has 2 failure domains; raid10 with 2 mirror sets needs 4 drives, at most 2 of one node, with 5.01 GiB free each: n2 has 0, its best 2 have 1 GiB free each',
    );
    expect(error.message).toContain('Not counted: 2 drives of n3: lost');
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

const small = fc.array(
  fc.record({ domain: fc.integer({ min: 0, max: 3 }), numa: fc.integer({ min: 0, max: 1 }), free: fc.integer({ min: 0, max: 12 }) }),
  { maxLength: 8 },
);
const drivesFrom = (shape: { domain: number; numa: number; free: number }[]) =>
  shape.map(({ domain, numa, free }, n) =>
    candidate(`n${domain}`, n, { numaNode: numa, freeBytes: free * EXTENT_BYTES + 5, capacityBytes: 12 * EXTENT_BYTES + 5 }),
  );
const protection = fc.constantFrom('raid0', 'raid1', 'raid10', 'concatenated' as const);
const stripeSizeBytes = fc.constantFrom(65_536, 4 * MiB, 16 * MiB);
const asked = fc.record({ protection, size: fc.integer({ min: 1, max: 60 }), width: fc.integer({ min: 2, max: 4 }), stripeSizeBytes });
interface Asked extends Pick<PlacementRequest, 'protection' | 'stripeSizeBytes'> {
  size: number;
  width: number;
}
const ask = ({ protection, size, width, stripeSizeBytes }: Asked) =>
  request({
    ...{ protection, stripeSizeBytes, sizeBytes: size * MiB },
    stripeWidth: protection === 'raid0' || protection === 'raid10' ? width : null,
  });

/** Tries every way to form `sets` pairs over domains from these drives: slow, but exact. */
function canPair(drives: CandidateDrive[], sets: number): boolean {
  if (sets === 0) return true;
  const [first, ...rest] = drives;
  if (!first) return false;
  return (
    rest.some((other, at) => other.failureDomain !== first.failureDomain && canPair(rest.toSpliced(at, 1), sets - 1)) || canPair(rest, sets)
  );
}
/** Bytes that legs of this size offer: md and dm-stripe use whole chunks of each, a raid1 and a concatenation have none (md(4), dm-stripe). */
function offered({ protection, stripeSizeBytes }: PlacementRequest, legBytes: number, width: number): number {
  const dataBytes = legBytes - (protection === 'raid1' || protection === 'raid10' ? MD_DATA_OFFSET_BYTES : 0);
  const chunkBytes = protection === 'raid1' ? 1 : stripeSizeBytes;
  return width * Math.floor(dataBytes / chunkBytes) * chunkBytes;
}
function smallestLeg(wanted: PlacementRequest, width: number): number {
  let legBytes = EXTENT_BYTES;
  while (offered(wanted, legBytes, width) < wanted.sizeBytes) legBytes += EXTENT_BYTES;
  return legBytes;
}
function exists(wanted: PlacementRequest, drives: CandidateDrive[]): boolean {
  if (wanted.protection === 'concatenated')
    return drives.reduce((sum, drive) => sum + Math.floor(drive.freeBytes / EXTENT_BYTES), 0) * EXTENT_BYTES >= wanted.sizeBytes;
  const width = wanted.stripeWidth ?? 1;
  const fitting = drives.filter((drive) => drive.freeBytes >= smallestLeg(wanted, width));
  return wanted.protection === 'raid0' ? fitting.length >= width : canPair(fitting, width);
}
/** Fewest drives that hold the size, by trying every subset. */
function fewest(drives: CandidateDrive[], sizeBytes: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let mask = 1; mask < 2 ** drives.length; mask++) {
    const subset = drives.filter((_, n) => mask & (1 << n));
    if (subset.reduce((sum, drive) => sum + Math.floor(drive.freeBytes / EXTENT_BYTES), 0) * EXTENT_BYTES >= sizeBytes)
      best = Math.min(best, subset.length);
  }
  return best;
}

describe('placeVolume: properties', () => {
  test('places random requests exactly when brute force finds a placement', () => {
    fc.assert(
      fc.property(asked, small, (wanted, shape) => {
        expect(attempt(ask(wanted), drivesFrom(shape)) !== null).toBe(exists(ask(wanted), drivesFrom(shape)));
      }),
      { numRuns: 2000 },
    );
  });

  test('places the largest size that largestSize reports, and refuses the next larger one', () => {
    fc.assert(
      fc.property(asked, small, (wanted, shape) => {
        const [drives, asking] = [drivesFrom(shape), ask(wanted)];
        const largest = largestSize(asking, drives);
        const at = (sizeBytes: number) => attempt({ ...asking, sizeBytes }, drives) !== null;
        expect(at((largest ?? MiB - 4096) + 4096)).toBe(false);
        if (largest !== null) expect(at(largest)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  test('places enumerated requests on small clusters exactly when brute force places them', () => {
    const domains = [
      [0, 1],
      [0, 0, 1],
      [0, 1, 2],
      [0, 0, 1, 1],
      [0, 0, 0, 1],
    ];
    const [free, sizes] = [
      [3, 5, 6, 9],
      [1, 4, 8, 12, 13, 24],
    ];
    let requests = 0;
    for (const of of domains)
      for (let fill = 0; fill < free.length ** of.length; fill += 3) {
        const shape = of.map((domain, at) => ({ domain, numa: 0, free: free[Math.floor(fill / free.length ** at) % free.length] ?? 0 }));
        const drives = drivesFrom(shape);
        for (const protection of ['raid0', 'raid1', 'raid10', 'concatenated'] as const)
          for (const stripeSizeBytes of [65_536, 16 * MiB])
            for (const size of sizes) {
              const wanted = ask({ protection, size, width: 2, stripeSizeBytes });
              requests += 1;
              if ((attempt(wanted, drives) !== null) !== exists(wanted, drives))
                expect.fail(`${protection} of ${size} MiB, stripe ${stripeSizeBytes}, free extents ${shape.map(({ free }) => free)}`);
            }
      }
    expect(requests).toBeGreaterThan(4_456);
  });

  test('places with an automatic width exactly when a width from 2 to 8 can be placed', () => {
    const auto = fc.record({ protection: fc.constantFrom('raid0' as const, 'raid10' as const), size: fc.integer({ min: 1, max: 60 }) });
    fc.assert(
      fc.property(auto, small, ({ protection, size }, shape) => {
        const drives = drivesFrom(shape);
        const wanted = request({ protection, sizeBytes: size * MiB, stripeWidth: null });
        const any = [2, 3, 4, 5, 6, 7, 8].some((stripeWidth) => exists({ ...wanted, stripeWidth }, drives));
        expect(attempt(wanted, drives) !== null).toBe(any);
      }),
    );
  });

  test('puts legs on distinct drives within free space, and mirror legs in distinct domains', () => {
    fc.assert(
      fc.property(asked, small, (wanted, shape) => {
        const drives = drivesFrom(shape);
        const placed = attempt(ask(wanted), drives);
        if (!placed) return;
        const { legs } = placed;
        expect(legs.map((leg) => leg.index)).toEqual(legs.map((_, index) => index));
        expect(new Set(legs.map((leg) => leg.drive.id)).size).toBe(legs.length);
        for (const leg of legs) {
          expect(leg.sizeBytes % EXTENT_BYTES).toBe(0);
          expect(leg.dataBytes).toBeGreaterThan(0);
          expect(leg.sizeBytes).toBeLessThanOrEqual(drives.find((drive) => drive.driveId === leg.drive.id)?.freeBytes ?? 0);
        }
        const mirrored = wanted.protection === 'raid1' || wanted.protection === 'raid10';
        const data = legs.filter((leg) => !mirrored || leg.index % 2 === 0).reduce((sum, leg) => sum + leg.dataBytes, 0);
        expect(data).toBeGreaterThanOrEqual(placed.usableBytes);
        if (mirrored) for (const leg of legs) expect(legs[leg.index ^ 1]?.failureDomain).not.toBe(leg.failureDomain);
        if (mirrored) for (const leg of legs) expect(leg.sizeBytes - MD_DATA_OFFSET_BYTES).toBeGreaterThanOrEqual(leg.dataBytes);
        if (wanted.protection === 'concatenated')
          expect([legs.length, data]).toEqual([fewest(drives, placed.usableBytes), placed.usableBytes]);
        expect(placed.rawBytes).toBe(legs.reduce((sum, leg) => sum + leg.sizeBytes, 0));
      }),
      { numRuns: 1000 },
    );
  });

  test('returns the same placement for every order of the drives', () => {
    fc.assert(
      fc.property(
        asked,
        small.chain((shape) =>
          fc.tuple(
            fc.constant(shape),
            fc.shuffledSubarray(
              shape.map((_, n) => n),
              { minLength: shape.length },
            ),
          ),
        ),
        (wanted, [shape, order]) => {
          const drives = drivesFrom(shape);
          expect(
            attempt(
              ask(wanted),
              order.map((n) => drives[n] as CandidateDrive),
            ),
          ).toEqual(attempt(ask(wanted), drives));
        },
      ),
    );
  });

  test('gives nodes with equal drives leg counts that differ by at most one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 6 }), fc.integer({ min: 2, max: 4 }), fc.integer({ min: 2, max: 6 }), (nodes, each, sets) => {
        fc.pre(2 * sets <= nodes * each);
        const counts = Object.values(tally(place(request({ stripeWidth: sets }), fleet(nodes, each)).legs.map((leg) => leg.node.name)));
        expect(Math.max(...counts) - Math.min(...counts, counts.length < nodes ? 0 : Number.POSITIVE_INFINITY)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

/** Spread of fill ratios after raid1 volumes of 1 to 41 GiB fill 30 % of 2 to 5 nodes with 1 to 6 drives (100, 200, 400 GiB); null: one node has over half. */
function spreadOf(seed: number): number | null {
  let state = seed * 7919 + 3;
  const next = () => {
    // Numerical Recipes' linear congruential generator.
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  const drives = Array.from({ length: 2 + below(4) }, (_, node) =>
    Array.from({ length: 1 + below(6) }, (_, n) => {
      const bytes = 100 * 2 ** below(3) * GiB;
      return candidate(`n${node}`, n, { freeBytes: bytes, capacityBytes: bytes });
    }),
  );
  const capacity = (of: CandidateDrive[]) => of.reduce((sum, { capacityBytes }) => sum + capacityBytes, 0);
  const all = drives.flat();
  // A mirror puts at most one half into a domain: if one node has more than half of the capacity, the others must fill faster.
  if (2 * Math.max(...drives.map(capacity)) > capacity(all)) return null;
  for (let usedBytes = 0; usedBytes < 0.3 * capacity(all); ) {
    const placed = place(request({ protection: 'raid1', stripeWidth: null, sizeBytes: (1 + below(41)) * GiB }), all);
    for (const leg of placed.legs) {
      const drive = all.find(({ driveId }) => driveId === leg.drive.id);
      if (drive) drive.freeBytes -= leg.sizeBytes;
    }
    usedBytes += placed.rawBytes;
  }
  const ratios = all.map(({ freeBytes, capacityBytes }) => 1 - freeBytes / capacityBytes);
  return Math.max(...ratios) - Math.min(...ratios);
}

test('placeVolume fills drives of unequal size evenly, also with legs of up to 41 % of a drive', () => {
  const spreads = Array.from({ length: 150 }, (_, seed) => spreadOf(seed)).flatMap((spread) => spread ?? []);
  const mean = spreads.reduce((sum, spread) => sum + spread, 0) / spreads.length;
  expect(spreads.length).toBeGreaterThan(50);
  expect({ largest: Math.max(...spreads), mean }).toEqual({
    largest: expect.toSatisfy((n) => n < 0.32),
    mean: expect.toSatisfy((n) => n < 0.18),
  });
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
