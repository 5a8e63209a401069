import { describe, expect, test } from 'vitest';
import { changed } from '../documents/parts.js';
import { attachment, leg, NOW, volume } from '../world/worlds.fixture.js';
import { lossOf, newEpoch, whyNotWithout } from './epoch.js';

const change = (...ids: string[]) => ({ givenUp: new Set(ids), now: NOW, revokedAttachmentId: null });
const raid10 = () =>
  volume({
    spec: { ...volume().spec, protection: 'raid10' },
    legs: [leg(0, 't1'), leg(1, 't2'), leg(2, 't1'), leg(3, 't3', { status: { inSync: false } })],
  });
const legRefOf = (index: number) => ({ kind: 'leg', id: `leg-${index}`, name: String(index) });
const withStale = (...stale: number[]) =>
  volume({
    spec: { ...volume().spec, protection: 'raid10' },
    legs: [leg(0, 't1'), leg(1, 't2'), leg(2, 't1'), leg(3, 't2')].map((each) => ({
      ...each,
      status: { ...each.status, inSync: !stale.includes(each.index) },
    })),
  });

describe('newEpoch, lossOf and whyNotWithout (S4)', () => {
  test('continues with the stale leg under a new array UUID if the in-sync leg is removed', () => {
    const next = newEpoch(volume({ legs: [leg(0, 't1', { status: { inSync: false } }), leg(1, 't2')] }), [], change('leg-1')).volume;
    expect(next).toMatchObject({
      array: { status: { previousUuid: 'u', created: true } },
      legs: [{ id: 'leg-0', spec: { epoch: 2 }, status: { inSync: true } }],
      spec: { epoch: 2 },
    });
    expect(next.array?.spec).toEqual({ uuid: expect.not.stringMatching(/^u$/), dataOffsetBytes: 8_388_608 });
    expect(next.obsoleteLegs).toMatchObject([
      { id: 'leg-1', spec: { epoch: 1, why: 'loss-accepted', desired: 'present' }, status: { inSync: false } },
    ]);
  });

  test('also removes a stale leg of another mirror set', () => {
    const next = newEpoch(raid10(), [], change('leg-1')).volume;
    expect(next.legs.map(({ id }) => id)).toEqual(['leg-0', 'leg-2']);
    expect(next.obsoleteLegs?.map(({ id }) => id)).toEqual(['leg-1', 'leg-3']);
  });

  test('refuses to continue with a stale leg next to a mirror set that has all writes', () => {
    expect(() => newEpoch(withStale(0), [], change('leg-1'))).toThrow(/leg 0 on t1, which missed writes .* Bring leg 1 on t2 back/);
    expect(() => lossOf(withStale(0), new Set(['leg-1']))).toThrow(/only by force/);
    expect(whyNotWithout(withStale(0), new Set(['leg-1']))).toContain('Nothing was given up');
    expect(whyNotWithout(withStale(3), new Set(['leg-1']))).toBeNull();
  });

  test('continues with the stale legs of all mirror sets if these legs are on one node', () => {
    const next = newEpoch(withStale(0, 2), [], change('leg-1', 'leg-3')).volume;
    expect(next.legs.map(({ id, status: { inSync } }) => [id, inSync])).toEqual([
      ['leg-0', true],
      ['leg-2', true],
    ]);
  });

  describe('with three halves', () => {
    const three = (...stale: number[]) =>
      volume({
        spec: { ...volume().spec, copies: 3 },
        legs: [0, 1, 2].map((index) => leg(index, `t${index + 1}`, { status: { inSync: !stale.includes(index) } })),
      });

    test('continues with every half that has all writes, and never with one that missed some', () => {
      const both = newEpoch(three(), [], change('leg-2')).volume;
      expect(both.legs.map(({ id, status: { inSync } }) => [id, inSync])).toEqual([
        ['leg-0', true],
        ['leg-1', true],
      ]);
      const one = newEpoch(three(0), [], change('leg-2')).volume;
      expect(one.legs.map(({ id }) => id)).toEqual(['leg-1']);
      expect(one.obsoleteLegs?.map(({ id }) => id)).toEqual(['leg-0', 'leg-2']);
    });

    test('refuses to choose between two stale halves, and continues with the one that is not given up', () => {
      expect(() => newEpoch(three(0, 1), [], change('leg-2'))).toThrow(/one of leg 0 on t1, leg 1 on t2.* Nothing was given up/);
      expect(whyNotWithout(three(0, 1), new Set(['leg-2']))).toContain('Weft cannot tell which is newer');
      const next = newEpoch(three(0, 1), [], change('leg-2', 'leg-0')).volume;
      expect(next.legs.map(({ id, status: { inSync } }) => [id, inSync])).toEqual([['leg-1', true]]);
      expect(lossOf(three(0, 1), new Set(['leg-2', 'leg-0'])).map(({ id }) => id)).toEqual(['leg-2']);
    });

    test('refuses to give up all three', () => {
      expect(() => newEpoch(three(), [], change('leg-0', 'leg-1', 'leg-2'))).toThrow(/no leg with data at all/);
    });
  });

  test('refuses to leave a mirror set without legs, and names the set', () => {
    expect(() => newEpoch(raid10(), [], change('leg-0', 'leg-1'))).toThrow(/mirror set 0 .* no leg with data at all/);
  });

  test('keeps both array UUIDs on a second accepted loss if the epoch was never reported running', () => {
    const once = newEpoch(raid10(), [], change('leg-1')).volume;
    const twice = newEpoch({ ...once, legs: [...once.legs, leg(1, 't4')] }, [], change('leg-0')).volume;
    expect(twice).toMatchObject({ array: once.array, spec: { epoch: 3 } });
  });

  test('lossOf returns the removed in-sync legs of sets that keep no in-sync leg', () => {
    expect(lossOf(withStale(0, 2), new Set(['leg-1', 'leg-3'])).map(({ id }) => id)).toEqual(['leg-1', 'leg-3']);
    expect(lossOf(volume(), new Set(['leg-1']))).toEqual([]);
    const stale = (id: string) => leg(0, 't3', { id, status: { inSync: false } });
    expect(lossOf(volume({ legs: [stale('x'), stale('y'), leg(1, 't2')] }), new Set(['x', 'leg-1'])).map(({ id }) => id)).toEqual([
      'leg-1',
    ]);
  });

  test('leaves a leg alone that is to be removed', () => {
    const going = leg(1, 't3', { id: 'going', spec: { desired: 'absent' } });
    const { legs, obsoleteLegs } = newEpoch(volume({ legs: [...volume().legs, going] }), [], change('leg-1')).volume;
    expect([legs[1], obsoleteLegs?.map(({ id }) => id)]).toEqual([going, ['leg-1']]);
  });

  test('refuses a volume that has no mirror or was never written', () => {
    expect(() => newEpoch(volume({ array: null }), [], change('leg-1'))).toThrow(/Volume db .*raid1.* has no mirror/);
    expect(() =>
      newEpoch(volume({ array: { spec: { uuid: 'u', dataOffsetBytes: 0 }, status: { created: false } } }), [], change('leg-1')),
    ).toThrow(/[Vv]olume db .*never written/);
  });
});

describe('newEpoch: legs that hold no data', () => {
  const refusal = (legs: ReturnType<typeof leg>[], ...ids: string[]) => whyNotWithout(volume({ legs }), new Set(ids));

  test('never continues with a joining leg whose rebuild has not finished, nor with one to be removed', () => {
    const joining = leg(0, 't3', { id: 'new', spec: { role: 'joining' }, status: { inSync: false } });
    expect(refusal([joining, leg(1, 't2')], 'leg-1')).toContain('no leg with data at all');
    expect(refusal([leg(0, 't1', { spec: { desired: 'absent' }, status: { inSync: false } }), leg(1, 't2')], 'leg-1')).toContain(
      'no leg with data at all',
    );
    expect(refusal([leg(0, 't1', { spec: { desired: 'absent' } }), leg(1, 't2')], 'leg-1')).toContain('no leg with data at all');
    expect(refusal([leg(0, 't1', { spec: { role: 'leaving' }, status: { inSync: false } }), joining, leg(1, 't2')], 'leg-1')).toBeNull();
  });

  test('names the legs of the mirror set without data, and no others', () => {
    const parts = (error: unknown) => (error as { reason: { params: object } }).reason.params;
    const caught = (work: () => unknown) => {
      try {
        return work();
      } catch (error) {
        return parts(error);
      }
    };
    const legOn = (name: string, index: number) =>
      expect.objectContaining({ params: expect.objectContaining({ leg: legRefOf(index), node: expect.objectContaining({ id: name }) }) });
    expect(caught(() => newEpoch(withStale(), [], change('leg-2', 'leg-3')))).toMatchObject({
      volume: { id: 'v' },
      mirrorSet: 1,
      legs: [legOn('t1', 2), legOn('t2', 3)],
    });
    expect(caught(() => newEpoch(withStale(0), [], change('leg-1')))).toMatchObject({
      ...{ mirrorSets: ['0'], staleLegs: [legOn('t1', 0)], lostLegs: [legOn('t2', 1)] },
    });
  });

  test('refuses stale legs of all mirror sets that are on several nodes', () => {
    const spread = volume({
      spec: { ...volume().spec, protection: 'raid10' },
      legs: ['t1', 't2', 't3', 't2'].map((name, index) => leg(index, name, { status: { inSync: index % 2 === 1 } })),
    });
    expect(whyNotWithout(spread, new Set(['leg-1', 'leg-3']))).toContain('Nothing was given up');
    expect(refusal([leg(0, 't1', { status: { inSync: false } }), leg(1, 't2')], 'leg-1')).toBeNull();
  });
});

describe('newEpoch: attachments', () => {
  const given = attachment();
  const [first, second] = given.exports;
  if (!first || !second) throw new Error('the example has two exports');
  const both = [first.spec.namespaces, second.spec.namespaces].flat();
  const withLegs = (of: typeof first, namespaces: typeof both) => changed(of, { spec: { namespaces } });

  test('withdraws exports without remaining legs, keeps the rest, and raises the generation', () => {
    const { volume: after, attachments } = newEpoch(volume(), [given], change('leg-1'));
    expect(after.generation).toBe(volume().generation + 1);
    expect(attachments).toMatchObject([{ spec: { epoch: 2 }, generation: given.generation + 1 }]);
    expect(attachments[0]?.exports[0]).toBe(first);
    expect(attachments[0]?.exports[1]).toEqual(changed(second, { spec: { desired: 'absent', leftOut: true } }));
  });

  test('keeps an export of one target that loses one of two legs', () => {
    const { attachments } = newEpoch(volume(), [{ ...given, exports: [withLegs(first, both)] }], change('leg-1'));
    expect(attachments[0]?.exports).toEqual([first]);
  });

  test('leaves attachments alone that no longer own the volume', () => {
    const revoked = { by: 'admin', at: NOW, clientIsOff: false, targetsOff: [], arrayUuid: 'u' };
    for (const of of [attachment({ status: { fenced: true } }), attachment({ spec: { revoked } })])
      expect(newEpoch(volume(), [of], change('leg-1')).attachments).toEqual([of]);
  });

  test('notes the attachment whose fence is pending on an obsolete leg', () => {
    const others = attachment({ _id: 'b', exports: [withLegs(second, both)] });
    const obsolete = (attachments: (typeof given)[], more: object = {}) =>
      newEpoch(volume(), attachments, { ...change('leg-1'), ...more }).volume.obsoleteLegs?.map(
        ({ id, spec: { why }, status: { fencedFrom } }) => [id, why, fencedFrom],
      );
    expect(obsolete([attachment({ _id: 'c', exports: [first] }), others])).toEqual([['leg-1', 'loss-accepted', 'b']]);
    expect(obsolete([attachment({ _id: 'c', exports: [first] })])).toEqual([['leg-1', 'loss-accepted', null]]);
    expect(obsolete([given], { revokedAttachmentId: 'a' })).toEqual([['leg-1', 'fence-pending', 'a']]);
    expect(obsolete([given], { revokedAttachmentId: 'a', accepted: new Set(['leg-1']) })).toEqual([['leg-1', 'loss-accepted', 'a']]);
    const lastLeg = newEpoch(volume({ legs: [leg(0, 't1', { status: { inSync: false } }), leg(1, 't2')] }), [given], {
      ...change('leg-1'),
      revokedAttachmentId: 'a',
    });
    expect(lastLeg.volume.obsoleteLegs?.map(({ spec: { why } }) => why)).toEqual(['loss-accepted']);
  });
});
