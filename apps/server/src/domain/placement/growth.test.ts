import { randomUUID } from 'node:crypto';
import type { DomainError } from '@weft/shared/errors/domain-error';
import { MOST } from '@weft/shared/messages/bounded';
import { GiB, MiB } from '@weft/shared/units';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Changes, changed } from '../documents/parts.js';
import { type VolumeDocument } from '../documents/volume.document.js';
import { leg, volume } from '../world/worlds.fixture.js';
import type { CandidateDrive, Candidates } from './candidates.js';
import { planGrowth as plan } from './growth.js';
import { cordoned } from './placement.fixture.js';
import { legSize } from './placement.js';

const drives = (freeBytes: number) =>
  new Map(['t1', 't2'].map((name) => [`drive-${name}`, { serial: `S-${name}`, nodeName: name, freeBytes }]));
const small = volume({
  spec: { ...volume().spec, sizeBytes: GiB },
  legs: [leg(0, 't1'), leg(1, 't2')].map((each) => ({ ...each, spec: { ...each.spec, sizeBytes: GiB + 8 * MiB, dataBytes: GiB } })),
});
const spare = (nodeName: string, freeBytes: number): CandidateDrive => ({
  driveId: `drive-${nodeName}`,
  serial: `S-${nodeName}`,
  nodeId: nodeName,
  nodeName,
  failureDomain: nodeName,
  numaNode: 0,
  freeBytes,
  capacityBytes: 100 * GiB,
});
const elsewhere = (...spares: CandidateDrive[]): Candidates => ({ className: 'fast', drives: spares, leftOut: [] });
const refusal = (work: () => unknown): DomainError => {
  try {
    work();
  } catch (error) {
    return error as DomainError;
  }
  return expect.fail('it was not refused');
};

const planGrowth = (...[volume, toSizeBytes, on, others]: Parameters<typeof plan> extends [...infer Given, unknown] ? Given : never) =>
  plan(volume, toSizeBytes, on, others, randomUUID);

describe('planGrowth', () => {
  test('gives each leg the size and data bytes of a leg in a new volume of the target size', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 20 }), (blocks) => {
        const to = GiB + blocks * 4096;
        const { legs, growth } = planGrowth(small, to, drives(2 ** 50), elsewhere());
        const fresh = legSize({ protection: 'raid1', sizeBytes: to, stripeSizeBytes: 65_536 }, 1);
        for (const each of legs) expect(each.spec.sizeBytes).toBe(Math.max(fresh.sizeBytes, GiB + 8 * MiB));
        expect(growth.spec.legs.map(({ toDataBytes }) => toDataBytes)).toEqual([fresh.dataBytes, fresh.dataBytes]);
      }),
    );
  });

  test('grows only the last leg of a concatenation when its drive has room', () => {
    const spec = { ...small.spec, protection: 'concatenated' as const, sizeBytes: 2 * GiB };
    const two = volume({
      spec,
      array: null,
      legs: [leg(0, 't1', { spec: { sizeBytes: GiB, dataBytes: GiB } }), leg(1, 't2', { spec: { sizeBytes: GiB, dataBytes: GiB } })],
    });
    expect(planGrowth(two, 3 * GiB, drives(GiB), elsewhere(spare('t3', GiB))).legs).toMatchObject([
      { spec: { sizeBytes: GiB } },
      { spec: { sizeBytes: 2 * GiB } },
    ]);
  });

  const ends = (dataBytes: number, sizeBytes = dataBytes) => {
    const spec = { ...small.spec, protection: 'concatenated' as const, sizeBytes: GiB + dataBytes };
    const legs = [leg(0, 't1', { spec: { sizeBytes: GiB, dataBytes: GiB } }), leg(1, 't2', { spec: { sizeBytes, dataBytes } })];
    return volume({ spec, array: null, legs });
  };

  test('fills the drive of a concatenation’s last leg, then appends a leg on another drive', () => {
    const last = ends(GiB - 4096, GiB);
    const { legs, growth } = planGrowth(
      last,
      4 * GiB,
      drives(GiB + 5),
      elsewhere(spare('t2', GiB), spare('t1', GiB), spare('t3', 9 * GiB)),
    );
    expect(legs).toMatchObject([
      { nodeName: 't1', spec: { sizeBytes: GiB } },
      { nodeName: 't2', spec: { sizeBytes: 2 * GiB } },
      { nodeName: 't3', index: 2, spec: { sizeBytes: GiB, dataBytes: 0, epoch: 1 }, status: { state: 'creating', inSync: true } },
    ]);
    expect(growth.spec.legs.map(({ fromSizeBytes, toDataBytes }) => [fromSizeBytes, toDataBytes])).toEqual([
      [GiB, GiB],
      [GiB, 2 * GiB],
      [0, GiB],
    ]);
  });

  test('appends no more legs to a concatenation than one assignment lists', () => {
    const sizeBytes = (MOST.legs - 1) * GiB;
    const full = Array.from({ length: MOST.legs - 1 }, (_, index) => leg(index, 't1'));
    const legs = full.map((each) => ({ ...each, spec: { ...each.spec, sizeBytes: GiB, dataBytes: GiB } }));
    const long = volume({ spec: { ...small.spec, protection: 'concatenated', sizeBytes }, array: null, legs });
    const others = elsewhere(spare('t2', GiB), spare('t3', GiB));
    expect(planGrowth(long, sizeBytes + GiB, drives(0), others).legs).toHaveLength(MOST.legs);
    expect(refusal(() => planGrowth(long, sizeBytes + GiB + 4096, drives(0), others)).code).toBe('insufficient-space');
  });

  test('grows any concatenation to exactly its new size, within the free space of each drive', () => {
    const mebibytes = fc.integer({ min: 0, max: 4096 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 20 }), mebibytes, fc.array(mebibytes, { maxLength: 5 }), (blocks, free, others) => {
        const to = 2 * GiB + blocks * 4096;
        const spares = others.map((each, at) => spare(`o${at}`, each * MiB));
        const room = [free, ...others].reduce((sum, each) => sum + Math.floor(each / 4) * 4 * MiB, 0);
        const plan = () => planGrowth(ends(GiB), to, drives(free * MiB), elsewhere(...spares));
        if (blocks * 4096 > room) {
          expect(refusal(plan).code).toBe('insufficient-space');
          return;
        }
        const { legs, growth } = plan();
        expect(growth.spec.legs.reduce((sum, { toDataBytes }) => sum + toDataBytes, 0)).toBe(to);
        for (const [
          at,
          {
            spec: { sizeBytes },
          },
        ] of legs.entries())
          expect(growth.spec.legs[at]?.toDataBytes).toBeLessThanOrEqual(sizeBytes);
        expect((legs[1]?.spec.sizeBytes ?? 0) - GiB).toBeLessThanOrEqual(free * MiB);
        for (const each of legs.slice(2))
          expect(each.spec.sizeBytes).toBeLessThanOrEqual(spares.find(({ driveId }) => driveId === each.driveId)?.freeBytes ?? 0);
      }),
    );
  });

  test('refuses a concatenation without room, with the free space of its last drive and its class', () => {
    const candidates = { ...elsewhere(spare('t3', GiB)), leftOut: [cordoned('t4')] };
    const { code, message, shortages } = refusal(() => planGrowth(ends(GiB), 5 * GiB, drives(GiB), candidates));
    expect([code, shortages]).toMatchObject(['insufficient-space', [{ needed: 2 * GiB, available: GiB }]]);
    expect(message).toMatch(
      /drive S-t2 of t2, which it ends on, has 1 GiB free; 2 GiB more.*class fast.*1 GiB free. Not counted: 1 cordoned/,
    );
  });

  test('refuses a growth without room, with the needed and available bytes of each drive', () => {
    const { code, shortages } = refusal(() => planGrowth(small, 2 * GiB, drives(GiB - 1), elsewhere()));
    expect({ code, shortages }).toEqual({
      code: 'insufficient-space',
      shortages: ['t1', 't2'].map((name) => ({
        what: 'space',
        unit: 'bytes',
        needed: GiB,
        available: GiB - 1,
        where: `drive S-${name} of ${name}`,
      })),
    });
  });

  test.each([
    ['smaller', {}, GiB / 2, /grow, not shrink/],
    ['degraded', { status: { health: 'degraded' as const } }, 2 * GiB, /it is degraded/],
    ['rebuilding', { status: { health: 'rebuilding' as const } }, 2 * GiB, /it is rebuilding/],
    [
      'detached with a stale leg',
      { legs: [leg(0, 't1', { status: { inSync: false } }), leg(1, 't2')] },
      2 * GiB,
      /leg 0 on t1 is not in sync/,
    ],
    ['with a leg missing', { legs: [leg(0, 't1')] }, 2 * GiB, /1 of its 2 legs are missing/],
    ['growing already', { growth: { spec: { toSizeBytes: 3 * GiB, legs: [] }, status: { legsGrown: false } } }, 2 * GiB, /is growing to 3/],
  ])('refuses a volume that is %s, with the reason', (_, change, to, why) => {
    expect(refusal(() => planGrowth(changed(small, change as Changes<VolumeDocument>), to, drives(2 ** 50), elsewhere())).message).toMatch(
      why,
    );
  });
});
