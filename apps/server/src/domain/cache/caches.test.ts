import type { VolumeCache } from '@weft/shared/cache/volume-cache';
import { CACHE_INCOMPLETE } from '@weft/shared/kinds/condition-types';
import type { LegStatus } from '@weft/shared/messages/report';
import { GiB, MiB, TiB } from '@weft/shared/units';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ObjectStatusDocument } from '../documents/agent.documents.js';
import type { LegDocument, VolumeDocument } from '../documents/volume.document.js';
import { EXTENT_BYTES } from '../placement/placement.js';
import type { CacheDrive } from '../world/cache-drive.js';
import { VolumeWorld } from '../world/volume-world.js';
import { leg, NOW, node, volume } from '../world/worlds.fixture.js';
import { advanceCaches } from './advance-caches.js';
import { cacheSize, largestLegWithin, totalBytes } from './cache-size.js';
import { placeCaches } from './place-caches.js';

const policy = (fields: Partial<VolumeCache> = {}): VolumeCache => ({
  ...{ mode: 'write-through', bytesPerLeg: 100 * MiB, percentOfLeg: null, acceptsLoss: false },
  ...fields,
});
const drive = (nodeId: string, fields: Partial<CacheDrive> = {}): CacheDrive => ({
  ...{ driveId: `cache-${nodeId}`, serial: `C-${nodeId}`, nodeId, freeBytes: GiB, keeps: true, takes: true },
  ...fields,
});

describe('cacheSize', () => {
  it('is whole extents, with blocks that keep their number below the limit of LVM', () => {
    expect(cacheSize(policy(), 10 * GiB)).toEqual({ dataBytes: 100 * MiB, metadataBytes: 8 * MiB, blockBytes: 65_536 });
    expect(cacheSize(policy({ bytesPerLeg: null, percentOfLeg: 3 }), GiB)).toMatchObject({ dataBytes: 32 * MiB });
    const large = cacheSize(policy({ bytesPerLeg: TiB }), 10 * TiB);
    expect(large.dataBytes / large.blockBytes).toBeLessThanOrEqual(1_000_000);
    expect(large.metadataBytes).toBeGreaterThanOrEqual(TiB / 1000);
  });

  it('fits the room of the largest leg, and of no larger one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: 1, max: 100 }), (rooms, percentOfLeg) => {
        const roomBytes = rooms * EXTENT_BYTES;
        const shared = policy({ bytesPerLeg: null, percentOfLeg });
        const most = largestLegWithin(shared, roomBytes);
        expect(most === 0 || totalBytes(cacheSize(shared, most)) <= roomBytes).toBe(true);
        expect(totalBytes(cacheSize(shared, most + EXTENT_BYTES))).toBeGreaterThan(roomBytes);
      }),
    );
    expect(largestLegWithin(policy(), 108 * MiB)).toBe(Number.POSITIVE_INFINITY);
    expect(largestLegWithin(policy(), 108 * MiB - 1)).toBe(0);
  });
});

describe('placeCaches', () => {
  it("reserves on the leg's own target, on the drive with the most free bytes there, and never more than is free (S6)", () => {
    const drives = [drive('t1', { freeBytes: 150 * MiB }), drive('t1', { driveId: 'b', freeBytes: 160 * MiB }), drive('t2')];
    const legs = [leg(0, 't1'), leg(1, 't1', { id: 'leg-1' }), leg(2, 't1', { id: 'leg-2' })];
    const placed = placeCaches(legs, () => true, policy(), drives);
    expect(placed.legs.map(({ spec }) => spec.cache?.driveId)).toEqual(['b', 'cache-t1', undefined]);
    expect(placed.without).toEqual([{ leg: legs[2], neededBytes: 108 * MiB, freeBytes: 52 * MiB }]);
  });

  it('uses no drive that takes none', () => {
    const placed = placeCaches([leg(0, 't1')], () => true, policy(), [drive('t1', { takes: false })]);
    expect(placed.without).toHaveLength(1);
  });
});

describe('advanceCaches', () => {
  const cached = (index: number, nodeName: string, change: Partial<NonNullable<LegDocument['spec']['cache']>> = {}): LegDocument => {
    const cache = {
      driveId: `cache-${nodeName}`,
      driveSerial: `C-${nodeName}`,
      ...cacheSize(policy(), 2 ** 30),
      orderGeneration: 6,
      ...change,
    };
    return leg(index, nodeName, { spec: { cache } });
  };
  const step = (of: VolumeDocument, reports: ObjectStatusDocument[] = [], drives = [drive('t1'), drive('t2')]): VolumeDocument => {
    const nodes = new Map(['t1', 't2'].map((name) => [name, node(name)]));
    return advanceCaches(new VolumeWorld(of, [], nodes, reports, NOW, undefined, undefined, undefined, drives), of);
  };
  const with_ = (cache: VolumeCache | null, legs: LegDocument[]) => ({ ...volume({ spec: { cache } }), legs });
  const caches = ({ legs }: VolumeDocument) => legs.map(({ spec }) => spec.cache && (spec.cache.isEnding ? 'ending' : spec.cache.driveId));
  const reported = (nodeName: string, index: number, observed: Partial<LegStatus['observed']>, generation = 6): ObjectStatusDocument => ({
    ...{
      _id: `${nodeName}/leg/leg-${index}`,
      nodeId: nodeName,
      kind: 'leg',
      objectId: `leg-${index}`,
      bootId: 'boot-1',
      receivedAt: NOW,
      version: 1,
    },
    status: {
      ...{ kind: 'leg', id: `leg-${index}`, generation, state: 'done', reason: null },
      observed: { present: true, wiped: true, open: false, sizeBytes: 2 ** 30, backed: true, ...observed },
    },
  });
  const running = { inUse: true, failed: false, mode: 'write-through' as const };
  const incomplete = ({ status }: VolumeDocument) => status.conditions.find(({ type }) => type === CACHE_INCOMPLETE);

  it('leaves a volume without a policy as it is', () => {
    const plain = volume();
    expect(step(plain)).toBe(plain);
  });

  it('reserves a cache for each leg that has none', () => {
    expect(caches(step(with_(policy(), [leg(0, 't1'), leg(1, 't2')])))).toEqual(['cache-t1', 'cache-t2']);
  });

  it('names legs without room, and ends that when there is some', () => {
    const short = step(with_(policy(), [leg(0, 't1'), leg(1, 't2')]), [], [drive('t1')]);
    expect(caches(short)).toEqual(['cache-t1', undefined]);
    expect(incomplete(short)?.message).toContain('leg 1 on t2, whose cache drives have 0 B free of 108 MiB');
    expect(incomplete(step(short))).toBeUndefined();
  });

  it.each([
    ['without a policy', null, [drive('t1'), drive('t2')]],
    ['of another size', policy({ bytesPerLeg: 200 * MiB }), [drive('t1'), drive('t2')]],
    [
      'whose drive leaves its service',
      policy(),
      [drive('t1', { keeps: false, takes: false }), drive('t2', { keeps: false, takes: false })],
    ],
    ['whose drive is not known any more', policy(), []],
  ])('ends a cache %s', (_, wanted, drives) => {
    expect(caches(step(with_(wanted, [cached(0, 't1'), cached(1, 't2')]), [], drives))).toEqual(['ending', 'ending']);
  });

  it('keeps a cache of another mode, and one whose drive takes no new ones', () => {
    const full = [drive('t1', { takes: false }), drive('t2', { takes: false })];
    expect(caches(step(with_(policy({ mode: 'write-back' }), [cached(0, 't1'), cached(1, 't2')]), [], full))).toEqual([
      'cache-t1',
      'cache-t2',
    ]);
  });

  it('frees the bytes of an ended cache only when its target reports the leg whole without it, after the order (S12)', () => {
    const ending = with_(null, [cached(0, 't1', { isEnding: true }), leg(1, 't2')]);
    expect(caches(step(ending))).toEqual(['ending', undefined]);
    expect(caches(step(ending, [reported('t1', 0, {}, 5)]))).toEqual(['ending', undefined]);
    expect(caches(step(ending, [reported('t1', 0, { cache: running })]))).toEqual(['ending', undefined]);
    expect(caches(step(ending, [reported('t1', 0, { backed: false })]))).toEqual(['ending', undefined]);
    const freed = step(ending, [reported('t1', 0, {})]);
    expect(caches(freed)).toEqual([undefined, undefined]);
    expect(freed.legs[0]?.spec).not.toHaveProperty('cache');
  });

  it('moves a cache to another drive of its target when its own is evicted', () => {
    const drives = [drive('t1', { keeps: false, takes: false }), drive('t1', { driveId: 'other' }), drive('t2')];
    const ending = step(with_(policy(), [cached(0, 't1'), cached(1, 't2')]), [], drives);
    expect(caches(ending)).toEqual(['ending', 'cache-t2']);
    expect(caches(step(ending, [reported('t1', 0, {})], drives))).toEqual(['other', 'cache-t2']);
  });

  it('leaves the cache of a leg that moves away, or is to be removed, with its leg', () => {
    const leaving = { ...cached(0, 't1'), spec: { ...cached(0, 't1').spec, role: 'leaving' as const } };
    const absent = { ...cached(1, 't2'), spec: { ...cached(1, 't2').spec, desired: 'absent' as const } };
    expect(caches(step(with_(policy(), [leaving, absent])))).toEqual(['cache-t1', 'cache-t2']);
    const joining = leg(0, 't1', { spec: { role: 'joining' } });
    expect(caches(step(with_(policy(), [joining, cached(1, 't2')])))).toEqual([undefined, 'cache-t2']);
  });

  it('names a cache that its target has lost, and none that only starts', () => {
    const both = with_(policy(), [cached(0, 't1'), cached(1, 't2')]);
    expect(incomplete(step(both, [reported('t1', 0, { cache: running }), reported('t2', 1, { cache: running })]))).toBeUndefined();
    expect(incomplete(step(both, [reported('t1', 0, {}, 5)]))).toBeUndefined();
    const lost = step(both, [reported('t1', 0, {}), reported('t2', 1, { cache: { ...running, failed: true, mode: null } })]);
    expect(incomplete(lost)?.message).toContain('leg 0 on t1, which does not have cache drive C-t1 now');
    expect(incomplete(lost)?.message).toContain('leg 1 on t2');
  });
});
