import { describe, expect, it } from 'vitest';
import type { AttachmentDocument } from '../../documents/attachment.document.js';
import { type Changes, changed } from '../../documents/parts.js';
import type { LegDocument } from '../../documents/volume.document.js';
import { attachment, leg, NOW, obsolete, volume } from '../../world/worlds.fixture.js';
import { attachmentOrders } from './attachment-orders.js';
import { hasNewLegOrder, legOrders } from './leg-orders.js';

const generations = new Map([
  ['t1', 11],
  ['t2', 12],
  ['c1', 13],
]);

describe('legOrders (S12)', () => {
  const before = volume();
  const ordered = (...changes: Changes<LegDocument>[]) => {
    const after = { ...before, legs: before.legs.map((each, at) => changed(each, changes[at] ?? {})) };
    const next = legOrders(before, after, generations);
    expect(hasNewLegOrder(before, after)).toBe(next !== null);
    return next?.legs.map(({ spec: { orderGeneration } }) => orderGeneration) ?? null;
  };

  it('gives a leg to create, resize or remove the generation of its node, and no other leg', () => {
    expect(ordered({ spec: { desired: 'absent' } })).toEqual([11, 5]);
    expect(ordered({}, { spec: { sizeBytes: 2 ** 31 } })).toEqual([5, 12]);
    expect(ordered({ spec: { sizeBytes: 2 ** 31 } }, { spec: { desired: 'absent' } })).toEqual([11, 12]);
    const appended = { ...before, legs: [...before.legs, leg(2, 't2', { spec: { orderGeneration: 0 } })] };
    expect(legOrders(before, appended, generations)?.legs.map(({ spec: { orderGeneration } }) => orderGeneration)).toEqual([5, 5, 12]);
  });

  it('orders nothing for a leg that changes otherwise', () => {
    expect(ordered({ spec: { role: 'leaving' }, status: { state: 'unknown', inSync: false } })).toBeNull();
  });

  it('keeps the order of a leg whose node has no assignment', () => {
    expect(legOrders(before, { legs: [leg(0, 't9', { spec: { desired: 'absent' } })] }, generations)).toBeNull();
  });

  it('orders the removal of an obsolete leg, and nothing when a leg becomes obsolete', () => {
    const old = (desired: 'present' | 'absent') => obsolete(leg(1, 't2', { spec: { desired } }), 'loss-accepted');
    const kept = { legs: [leg(0, 't1')], obsoleteLegs: [old('present')] };
    expect(legOrders(before, kept, generations)).toBeNull();
    expect(legOrders(kept, { ...kept, obsoleteLegs: [old('absent')] }, generations)).toEqual({
      legs: kept.legs,
      obsoleteLegs: [changed(old('absent'), { spec: { orderGeneration: 12 } })],
    });
  });
});

describe('attachmentOrders (S12)', () => {
  const before = attachment();
  const [first, second] = before.exports;
  if (!first || !second) throw new Error('the example has two exports');
  const orders = (change: Changes<AttachmentDocument>, earlier: AttachmentDocument | undefined = before) => {
    const { spec, exports } = attachmentOrders(earlier, changed(before, change), generations);
    return [spec.orderGeneration, exports.map((each) => each.spec.orderGeneration)];
  };

  it('gives the client a new order with a change of what is desired, a raised generation or another epoch', () => {
    expect(orders({})).toEqual([5, [5, 5]]);
    expect(orders({ spec: { desired: 'detached' } })).toEqual([13, [5, 5]]);
    expect(orders({ generation: before.generation + 1 })).toEqual([13, [5, 5]]);
    expect(orders({ spec: { epoch: 2 } })).toEqual([13, [11, 12]]);
    expect(attachmentOrders(undefined, before, generations)).toMatchObject({
      spec: { orderGeneration: 13 },
      exports: [{ spec: { orderGeneration: 11 } }, { spec: { orderGeneration: 12 } }],
    });
  });

  it('gives a force-detached client no new order with a raised generation: it may have released the volume already', () => {
    const revoked = changed(before, { spec: { revoked: { by: 'admin', at: NOW, clientIsOff: false, targetsOff: [], arrayUuid: 'u' } } });
    expect(orders({ ...revoked, generation: before.generation + 1 }, revoked)).toEqual([5, [5, 5]]);
  });

  it('gives a target a new order with a change of what is desired or one more leg, but not with one leg less', () => {
    const more = changed(first, { spec: { namespaces: [...first.spec.namespaces, { nsid: 2, legId: 'new' }] } });
    expect(orders({ exports: [changed(first, { spec: { desired: 'absent' } }), second] })).toEqual([5, [11, 5]]);
    expect(orders({ exports: [more, second] })).toEqual([5, [11, 5]]);
    expect(orders({ exports: [first, second] }, { ...before, exports: [more, second] })).toEqual([5, [5, 5]]);
    expect(orders({ exports: [first, second] }, { ...before, exports: [first] })).toEqual([5, [5, 12]]);
  });

  it('keeps the orders of nodes without an assignment', () => {
    expect(attachmentOrders(undefined, before, new Map())).toMatchObject({ spec: { orderGeneration: 5 }, exports: before.exports });
  });
});
