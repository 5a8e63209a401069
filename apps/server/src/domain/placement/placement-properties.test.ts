import { mirrorCopies } from '@weft/shared/kinds/volume';
import { mirrorSetOf } from '@weft/shared/mirror-sets';
import { GiB, MiB } from '@weft/shared/units';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CandidateDrive } from './candidates.js';
import { attempt, candidate, fleet, place, request, tally } from './placement.fixture.js';
import { EXTENT_BYTES, largestSize, MD_DATA_OFFSET_BYTES, type PlacementRequest } from './placement.js';

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
const copies = fc.constantFrom(2, 3);
const asked = fc.record({
  protection,
  copies,
  size: fc.integer({ min: 1, max: 60 }),
  width: fc.integer({ min: 2, max: 4 }),
  stripeSizeBytes,
});
interface Asked extends Pick<PlacementRequest, 'protection' | 'stripeSizeBytes' | 'copies'> {
  size: number;
  width: number;
}
const ask = ({ protection, copies, size, width, stripeSizeBytes }: Asked) =>
  request({
    ...(protection === 'raid10' && { copies }),
    ...{ protection, stripeSizeBytes, sizeBytes: size * MiB },
    stripeWidth: protection === 'raid0' || protection === 'raid10' ? width : null,
  });

/** Tries every way to form `sets` mirror sets over domains from these drives: slow, but exact. `begun`: domains of a set that lacks halves still. */
function canGroup(drives: CandidateDrive[], copies: number, sets: number, begun: (string | null)[] = []): boolean {
  if (begun.length === copies) return canGroup(drives, copies, sets - 1);
  if (sets === 0) return true;
  if (drives.length < copies * sets - begun.length) return false;
  if (begun.length > 0)
    return drives.some(
      ({ failureDomain }, at) =>
        !begun.includes(failureDomain) && canGroup(drives.toSpliced(at, 1), copies, sets, [...begun, failureDomain]),
    );
  const [first, ...rest] = drives;
  return first !== undefined && (canGroup(rest, copies, sets, [first.failureDomain]) || canGroup(rest, copies, sets));
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
  return wanted.protection === 'raid0' ? fitting.length >= width : canGroup(fitting, mirrorCopies(wanted), width);
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

  test('places every enumerated request on small clusters exactly when brute force does', () => {
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
    const shapes = domains.flatMap((of) =>
      Array.from({ length: free.length ** of.length }, (_, fill) =>
        of.map((domain, at) => ({ domain, numa: 0, free: free[Math.floor(fill / free.length ** at) % free.length] ?? 0 })),
      ),
    );
    const requests = (['raid0', 'raid1', 'raid10', 'concatenated'] as const).flatMap((protection) =>
      [65_536, 16 * MiB].flatMap((stripeSizeBytes) => sizes.map((size) => ({ protection, size, width: 2, stripeSizeBytes }))),
    );
    for (const shape of shapes) {
      const drives = drivesFrom(shape);
      for (const asked of requests)
        if ((attempt(ask(asked), drives) !== null) !== exists(ask(asked), drives))
          expect.fail(`${JSON.stringify(asked)}, free extents ${shape.map(({ free }) => free)}`);
    }
    // 16 + 64 + 64 + 256 + 256 fills, 4 protections, 2 stripe sizes, 6 sizes.
    expect(shapes.length * requests.length).toBe(31_488);
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
        const halves = mirrorCopies(ask(wanted));
        const data = legs.filter((leg) => !mirrored || leg.index % halves === 0).reduce((sum, leg) => sum + leg.dataBytes, 0);
        expect(data).toBeGreaterThanOrEqual(placed.usableBytes);
        const setOf = ({ index }: { index: number }) => mirrorSetOf(index, halves);
        if (mirrored)
          for (const leg of legs)
            expect(legs.filter((other) => setOf(other) === setOf(leg) && other.failureDomain === leg.failureDomain)).toEqual([leg]);
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
