import type { DriveStatus } from '@weft/shared/messages/report';
import { GiB, MiB, TiB } from '@weft/shared/units';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DriveDocument, PoolDocument } from '../documents/drive.document.js';
import type { Changes } from '../documents/parts.js';
import { EXTENT_BYTES } from '../placement/placement.js';
import { MOST_METADATA_BYTES, moreMetadata, newPool, poolBytes, poolBytesOf } from '../placement/pool-size.js';
import { takesThinLegs, thinFreeBytes } from '../placement/thin-candidates.js';
import { advancePool } from './advance-pool.js';
import { drive } from './drives.fixture.js';

const SETTINGS = { poolExtendPercent: 70, poolStopPercent: 90, reservedRatio: 0 };
const POOL: PoolDocument = { desired: 'present', created: true, dataBytes: 10 * GiB, metadataBytes: 32 * MiB, blockBytes: 65_536 };
const USE = { present: true, mode: 'rw' as const, needsCheck: false, dataUsedPercent: 0, metadataUsedPercent: 0 };

const pooled = (pool: Partial<PoolDocument> = {}, status: Changes<DriveDocument>['status'] = {}): DriveDocument => {
  const of = { ...POOL, ...pool };
  const own = { inService: true, capacityBytes: 160 * GiB, allocatedBytes: poolBytes(of), thin: { legs: 1, bytes: GiB } };
  return drive({ spec: { desired: 'in-service', pool: of }, status: { ...own, ...status } });
};

const reported = (pool: Partial<NonNullable<DriveStatus['observed']['pool']>> | null): DriveStatus => ({
  ...{ kind: 'drive', id: 'd1', generation: 5, state: 'done', reason: null },
  observed: {
    ...{ present: true, volumeGroup: true, sizeBytes: 160 * GiB, freeBytes: 0, largestFreeBytes: 0, wipedOrderId: null },
    ...(pool && {
      pool: {
        ...{ present: true, mode: 'rw', needsCheck: false, blockBytes: 65_536, legs: 1 },
        ...{ dataBytes: 10 * GiB, dataUsedBytes: 0, metadataBytes: 32 * MiB, metadataUsedBytes: 0 },
        ...pool,
      },
    }),
  },
});

describe('sizes of pools', () => {
  it('a new pool is a sixteenth of its drive, whole extents, and fits into what is free', () => {
    expect(newPool(160 * GiB, 160 * GiB)).toEqual({ dataBytes: 10 * GiB, metadataBytes: 20 * MiB, blockBytes: 65_536 });
    expect(newPool(160 * GiB, 70 * MiB)).toBeNull();
    expect(newPool(64 * TiB, TiB)?.blockBytes).toBe(8 * 65_536);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40_000 }), fc.integer({ min: 0, max: 40_000 }), (capacity, free) => {
        const pool = newPool(capacity * EXTENT_BYTES, free * EXTENT_BYTES);
        if (pool) expect(poolBytes(pool)).toBeLessThanOrEqual(free * EXTENT_BYTES);
        expect((pool?.dataBytes ?? 0) % EXTENT_BYTES).toBe(0);
      }),
    );
  });

  it('metadata doubles, up to what the kernel uses', () => {
    expect(moreMetadata(32 * MiB, GiB)).toBe(64 * MiB);
    expect(moreMetadata(32 * MiB, 8 * MiB)).toBe(40 * MiB);
    expect(moreMetadata(MOST_METADATA_BYTES, TiB)).toBe(MOST_METADATA_BYTES);
  });
});

describe('room in pools', () => {
  const withFree = (of: DriveDocument, freeBytes: number) => ({ ...of, freeBytes });

  it('is what the pool can become, times the ratio, less what its legs promise', () => {
    expect(thinFreeBytes(withFree(pooled({}, { pool: USE }), 150 * GiB), { ratio: 2, stopPercent: 90 })).toBe(320 * GiB - GiB);
    expect(
      thinFreeBytes(withFree(pooled({}, { pool: USE, thin: { legs: 9, bytes: 400 * GiB } }), 150 * GiB), { ratio: 2, stopPercent: 90 }),
    ).toBe(0);
  });

  it.each([
    ['at the stop threshold of its data', pooled({}, { pool: { ...USE, dataUsedPercent: 90 } })],
    ['at the stop threshold of its metadata', pooled({}, { pool: { ...USE, metadataUsedPercent: 91 } })],
    ['that is full', pooled({}, { pool: { ...USE, mode: 'out-of-data-space' } })],
    ['that failed', pooled({}, { pool: { ...USE, mode: 'failed' } })],
    ['that needs a check', pooled({}, { pool: { ...USE, needsCheck: true } })],
    ['that was there and is not reported', pooled()],
  ])('is none in a pool %s', (_, of) => {
    expect(takesThinLegs(of, 90)).toBe(false);
  });

  it('is there in a pool that was ordered just now or is going because it is empty, and on a drive without one', () => {
    expect(takesThinLegs(pooled({ desired: 'absent' }), 90)).toBe(true);
    expect(takesThinLegs(pooled({ created: false }), 90)).toBe(true);
    // A report of before it was made; and of the pool that was there earlier.
    const gone = { ...USE, present: false, mode: null };
    expect(takesThinLegs(pooled({ created: false }, { pool: gone }), 90)).toBe(true);
    expect(takesThinLegs(pooled({ created: true }, { pool: gone }), 90)).toBe(false);
    expect(takesThinLegs(pooled({ created: false }, { pool: { ...USE, mode: 'failed' } }), 90)).toBe(true);
    expect(takesThinLegs(drive(), 90)).toBe(true);
  });
});

describe('advancePool', () => {
  const step = (of: DriveDocument, status: DriveStatus | null) => advancePool(of, status, SETTINGS);

  it('records that the node made it: no agent makes it again', () => {
    const next = step(pooled({ created: false }), reported({}));
    expect(next?.drive.spec.pool?.created).toBe(true);
    expect(next?.isOrder).toBe(false);
    expect(step(pooled({}, { pool: USE }), reported({}))).toBeNull();
  });

  it('stores use in whole percent, so that a drive does not change with every report', () => {
    const used = step(pooled({}, { pool: USE }), reported({ dataUsedBytes: GiB }))?.drive;
    expect(used?.status.pool?.dataUsedPercent).toBe(10);
    expect(step(used ?? pooled(), reported({ dataUsedBytes: GiB + MiB }))).toBeNull();
  });

  it('extends data and metadata at the threshold, and reserves the bytes (S6)', () => {
    const next = step(pooled(), reported({ dataUsedBytes: 7 * GiB, metadataUsedBytes: 30 * MiB }))?.drive;
    expect(next?.spec.pool).toMatchObject({ dataBytes: 20 * GiB, metadataBytes: 64 * MiB });
    expect(next?.status.allocatedBytes).toBe(next ? poolBytesOf(next) : 0);
    // The same report orders no second step.
    expect(next && step(next, reported({ dataUsedBytes: 7 * GiB, metadataUsedBytes: 30 * MiB }))).toBeNull();
  });

  it('extends a full pool by what is left, and not one whose drive is full', () => {
    const full = { mode: 'out-of-data-space' as const, dataUsedBytes: 10 * GiB };
    const next = step(pooled({}, { capacityBytes: 11 * GiB, allocatedBytes: 10.5 * GiB }), reported(full))?.drive;
    expect(next?.spec.pool?.dataBytes).toBe(10.5 * GiB);
    const none = step(pooled({}, { capacityBytes: 11 * GiB, allocatedBytes: 11 * GiB }), reported(full))?.drive;
    expect(none?.spec.pool?.dataBytes).toBe(10 * GiB);
  });

  it.each([
    ['failed', { mode: 'failed' as const }],
    ['needs a check', { needsCheck: true }],
  ])('extends no pool that %s', (_, of) => {
    expect(step(pooled(), reported({ dataUsedBytes: 9 * GiB, ...of }))?.drive.spec.pool).toEqual(POOL);
  });

  it('removes an empty pool, and frees its bytes when its node reports it gone', () => {
    const empty = pooled({}, { thin: { legs: 0, bytes: 0 } });
    const going = step(empty, reported({}));
    expect(going).toMatchObject({ isOrder: true, drive: { spec: { pool: { desired: 'absent' } } } });
    expect(step(going?.drive ?? empty, null)).toBeNull();
    expect(step(going?.drive ?? empty, reported({}))).toBeNull();
    const gone = step(going?.drive ?? empty, reported(null))?.drive;
    expect(gone?.spec.pool).toBeUndefined();
    expect(gone?.status.allocatedBytes).toBe(0);
  });

  it('keeps a pool that is going for a leg that was placed meanwhile, or makes it again once it is gone', () => {
    const going = pooled({ desired: 'absent' });
    expect(step(going, reported({ legs: 0 }))).toBeNull();
    expect(step(going, reported({ legs: 1 }))?.drive.spec.pool).toMatchObject({ desired: 'present', created: true });
    const again = step(going, reported(null))?.drive;
    expect(again?.spec.pool).toMatchObject({ desired: 'present', created: false });
    expect(again?.status.allocatedBytes).toBe(poolBytes(POOL));
  });
});
