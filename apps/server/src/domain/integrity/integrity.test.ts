import { DomainError } from '@weft/shared/errors/domain-error';
import { integrityVolumeBytes } from '@weft/shared/integrity/integrity-layout';
import { CHECKSUM_ERRORS } from '@weft/shared/kinds/condition-types';
import type { VolumeCreate } from '@weft/shared/kinds/volume';
import type { LegStatus } from '@weft/shared/messages/report';
import { GiB, MiB } from '@weft/shared/units';
import { describe, expect, it } from 'vitest';
import { checkCache, checkShape } from '../placement/check-shape.js';
import { candidate, fleet, request } from '../placement/placement.fixture.js';
import { largestSize, legSize, MD_DATA_OFFSET_BYTES } from '../placement/placement.js';
import type { VolumeWorld } from '../world/volume-world.js';
import { leg, NOW, volume } from '../world/worlds.fixture.js';
import { checksumErrorsIn, withChecksumErrors } from './checksum-errors.js';
import { candidatesWithIntegrity } from './integrity-candidates.js';

const integrity = 'dm-integrity' as const;

describe('legs on dm-integrity', () => {
  it('reserve their checksums too, so that the data fits in front of md’s offset (S6)', () => {
    for (const sizeBytes of [MiB, GiB, 10 * GiB, 1000 * GiB]) {
      const plain = legSize({ protection: 'raid1', sizeBytes, stripeSizeBytes: 65_536 }, 1);
      const checked = legSize({ protection: 'raid1', sizeBytes, stripeSizeBytes: 65_536, integrity }, 1);
      expect(checked.dataBytes).toBe(plain.dataBytes);
      expect(checked.sizeBytes).toBeGreaterThanOrEqual(integrityVolumeBytes(plain.dataBytes + MD_DATA_OFFSET_BYTES));
      expect(checked.sizeBytes % (4 * MiB)).toBe(0);
    }
  });

  it('fit exactly into the largest size that a dry run names', () => {
    const drives = fleet(2, 1).map((drive) => ({ ...drive, freeBytes: 100 * MiB }));
    const wanted = request({ protection: 'raid1', stripeWidth: null, sizeBytes: 10 * MiB, integrity });
    const largest = largestSize(wanted, drives) ?? 0;
    expect(largest).toBeLessThan(100 * MiB - MD_DATA_OFFSET_BYTES);
    expect(legSize({ ...wanted, sizeBytes: largest }, 1).sizeBytes).toBe(100 * MiB);
    expect(legSize({ ...wanted, sizeBytes: largest + 4096 }, 1).sizeBytes).toBeGreaterThan(100 * MiB);
  });

  it('are placed only on nodes that can have them; the others are named', () => {
    const all = { className: 'fast', drives: [candidate('n1', 0), candidate('n2', 0)], leftOut: [] };
    const able = candidatesWithIntegrity(all, new Set(['id-n1']));
    expect(able.drives.map(({ nodeName }) => nodeName)).toEqual(['n1']);
    expect(able.leftOut).toMatchObject([{ code: 'drives-without-integrity', params: { count: 1 } }]);
    expect(candidatesWithIntegrity(all, new Set(['id-n1', 'id-n2']))).toBe(all);
  });
});

describe('checkShape with checksums', () => {
  const shape = (more: Partial<VolumeCreate>) => () =>
    checkShape({ protection: 'raid1', copies: null, stripeWidth: null, cache: null, provisioning: 'thick', integrity, ...more });
  const cache = { mode: 'write-through' as const, bytesPerLeg: GiB, percentOfLeg: null, acceptsLoss: false };
  const reasonOf = (run: () => void): string => {
    try {
      run();
    } catch (error) {
      if (error instanceof DomainError) return error.reason.code;
      throw error;
    }
    return 'none';
  };

  it('takes mirrors of two and three copies, and refuses what has no partner, thin legs and caches by name', () => {
    for (const more of [{}, { copies: 3 }, { protection: 'raid10' as const }]) expect(reasonOf(shape(more))).toBe('none');
    for (const protection of ['raid0', 'concatenated'] as const) expect(reasonOf(shape({ protection }))).toBe('integrity-needs-mirror');
    expect(reasonOf(shape({ provisioning: 'thin' }))).toBe('integrity-on-thin');
    expect(reasonOf(shape({ cache }))).toBe('cache-on-integrity');
    expect(reasonOf(() => checkCache({ protection: 'raid1', integrity }, cache))).toBe('cache-on-integrity');
  });
});

describe('ChecksumErrors', () => {
  const legs = [leg(0, 't1'), leg(1, 't2', { id: 'leg-1' })];
  const world = (counts: Record<string, number>): VolumeWorld =>
    ({
      now: NOW,
      lastReport: (_node: string, _kind: string, id: string): LegStatus =>
        ({ observed: { integrity: { checksumErrors: counts[id] ?? 0, coveredBytes: null } } }) as LegStatus,
    }) as unknown as VolumeWorld;
  const checked = { ...volume({ spec: { integrity } }), legs };
  const found = (counts: Record<string, number>, of = checked) =>
    withChecksumErrors(world(counts), of).status.conditions.find(({ type }) => type === CHECKSUM_ERRORS);

  it('names leg, node, drive and count of the half with wrong bytes, and ends when none is left', () => {
    const condition = found({ 'leg-1': 3 });
    expect(condition).toMatchObject({ status: 'true', params: { legs: [{ params: { errors: 3, leg: { id: 'leg-1' } } }] } });
    expect(condition?.message).toContain('t2');
    const trouble = withChecksumErrors(world({ 'leg-1': 3 }), checked);
    expect([checksumErrorsIn(trouble), checksumErrorsIn(checked)]).toEqual([3, 0]);
    expect(found({}, { ...checked, status: trouble.status })).toBeUndefined();
    expect(withChecksumErrors(world({}), checked)).toBe(checked);
  });

  it('is none of a volume without checksums', () => {
    expect(found({ 'leg-1': 3 }, { ...volume(), legs })).toBeUndefined();
  });
});
