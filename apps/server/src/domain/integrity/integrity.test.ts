import { DomainError } from '@weft/shared/errors/domain-error';
import { integrityVolumeBytes } from '@weft/shared/integrity/integrity-layout';
import { CHECKSUM_ERRORS } from '@weft/shared/kinds/condition-types';
import type { VolumeCreate } from '@weft/shared/kinds/volume';
import { GiB, MiB } from '@weft/shared/units';
import { describe, expect, it } from 'vitest';
import type { VolumeDocument } from '../documents/volume.document.js';
import { checkCache, checkShape } from '../placement/check-shape.js';
import { candidate, fleet, request } from '../placement/placement.fixture.js';
import { largestSize, legSize, MD_DATA_OFFSET_BYTES } from '../placement/placement.js';
import { VolumeWorld } from '../world/volume-world.js';
import { leg, NOW, report, volume } from '../world/worlds.fixture.js';
import { checksumErrorsIn, checksumsAcknowledged, withChecksumErrors } from './checksum-errors.js';
import { candidatesWithIntegrity } from './integrity-candidates.js';
import { withCountedChecksums } from './leg-checksums.js';

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

describe('checksum errors of a volume', () => {
  const legs = [leg(0, 't1'), leg(1, 't2')];
  const checked = volume({ spec: { integrity }, legs });
  /** What the targets report: the count of leg 1, in a boot. */
  const world = (checksumErrors: number | null, bootId = 'boot-1', of = checked): VolumeWorld => {
    const reports = checksumErrors === null ? [] : [report('t2', 'leg', 'leg-1', { integrity: { checksumErrors, coveredBytes: null } })];
    return new VolumeWorld(
      of,
      [],
      new Map(),
      reports.map((each) => ({ ...each, bootId })),
      NOW,
    );
  };
  const step = (of: VolumeDocument, ...reported: Parameters<typeof world>): VolumeDocument => {
    const given = world(...reported);
    return withChecksumErrors(given, withCountedChecksums(given, of));
  };
  const found = ({ status }: VolumeDocument) => status.conditions.find(({ type }) => type === CHECKSUM_ERRORS);
  const acknowledged = (of: VolumeDocument) => {
    const next = checksumsAcknowledged({ volume: of, now: NOW }, 'ann');
    return withChecksumErrors({ now: NOW }, next);
  };

  it('names leg, node, drive and count of the half with wrong bytes', () => {
    const trouble = step(checked, 3);
    expect(found(trouble)).toMatchObject({ status: 'true', params: { legs: [{ params: { errors: 3, leg: { id: 'leg-1' } } }] } });
    expect(found(trouble)?.message).toContain('t2');
    expect([checksumErrorsIn(trouble), checksumErrorsIn(checked)]).toEqual([3, 0]);
    expect(withChecksumErrors({ now: NOW }, checked)).toBe(checked);
  });

  it('counts on when the target begins from zero, and never down', () => {
    const errors = (...reported: [number | null, string?][]) =>
      reported.reduce((so, each) => step(so, ...each), checked).status.checksums?.map((each) => [each.errors, each.restarts]);
    expect(errors([3], [5])).toEqual([[5, 0]]);
    expect(errors([3], [null], [4])).toEqual([[4, 0]]);
    // The drive came back: its device is a new one.
    expect(errors([3], [1])).toEqual([[4, 1]]);
    expect(errors([3], [3, 'boot-2'], [4, 'boot-2'])).toEqual([[7, 1]]);
    expect(errors([0], [0, 'boot-2'])).toEqual([[0, 1]]);
  });

  it('end with an acknowledgement, and come back with more errors only', () => {
    const trouble = step(checked, 3);
    const known = acknowledged(trouble);
    expect(known.spec.checksumsAcknowledged).toEqual({
      by: 'ann',
      at: NOW,
      legs: [
        { legId: 'leg-0', errors: 0 },
        { legId: 'leg-1', errors: 3 },
      ],
    });
    expect(found(known)).toBeUndefined();
    expect(found(step(known, 3))).toBeUndefined();
    expect(checksumErrorsIn(step(known, 5))).toBe(2);
    expect(found(step(known, 0, 'boot-2'))).toBeUndefined();
    expect(checksumErrorsIn(step(known, 1, 'boot-2'))).toBe(1);
  });

  it('go with a replaced leg, and its acknowledgement does not count for the new one', () => {
    const known = acknowledged(step(checked, 3));
    const replaced = { ...known, legs: [leg(0, 't1'), leg(1, 't2', { id: 'new' })] };
    const reports = [report('t2', 'leg', 'new', { integrity: { checksumErrors: 1, coveredBytes: null } })];
    const given = new VolumeWorld(replaced, [], new Map(), reports, NOW);
    expect(checksumErrorsIn(withChecksumErrors(given, withCountedChecksums(given, replaced)))).toBe(1);
  });

  it('are acknowledged only where there are some', () => {
    const refusal = (of: VolumeDocument) => {
      try {
        acknowledged(of);
      } catch (error) {
        if (error instanceof DomainError) return error.reason.code;
        throw error;
      }
      return 'none';
    };
    expect(refusal(volume({ legs }))).toBe('volume-without-checksums');
    expect(refusal(step(checked, 0))).toBe('checksums-acknowledged');
    expect(refusal(acknowledged(step(checked, 3)))).toBe('checksums-acknowledged');
  });

  it('are none of a volume without checksums', () => {
    const plain = volume({ legs });
    expect(step(plain, 3)).toBe(plain);
  });
});
