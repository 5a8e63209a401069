import { NO_LIMITS } from '@weft/shared/limits/io-limits';
import { describe, expect, it } from 'vitest';
import { CLIENT, contentFor, id } from '../testing/example-cluster.js';
import { UP } from '../testing/example-world.js';
import { FREEZE } from '../testing/thin-example.js';
import { acceptLoss, applyFact, type Facts, factsSchema, forgetUnlisted, NO_FACTS, type ScrubFact } from './facts.js';

const [order, leg, volume, attachment] = [id('order', 1), id('leg', 1), id('volume', 1), id('attachment', 1)];
const array = { attachmentId: attachment, epoch: 1, uuid: id('array', 1), inSyncLegs: [leg] };

/** Something in every field. */
const full: Facts = {
  lost: true,
  lossId: id('order', 7),
  binding: { nodeId: id('node', 1), clusterId: id('cluster', 1), historyId: null, machine: { machineId: 'm1', productUuid: null } },
  doubtfulWipes: { [id('order', 8)]: true },
  begunWipes: { [id('order', 9)]: true },
  wipeOrders: { [order]: 'S1' },
  sanitizes: { [order]: 'block-erase' },
  wipedLegs: { [leg]: true },
  arrays: { [volume]: { ...array, start: 'boot-1 md127 -' }, [id('volume', 2)]: array },
  detaching: { [attachment]: true },
  refused: { [attachment]: 3 },
  served: { [volume]: { exclusive: 1, shared: 2, readonly: 3 } },
  volumeKeys: { [id('volume', 1)]: 'f'.repeat(32) },
  foreignHosts: { [attachment]: { addresses: ['10.0.0.7'], at: '2026-01-01T00:00:00Z' } },
  limits: { [attachment]: { values: { ...NO_LIMITS, readIops: 100 }, isSet: true, overwritten: null } },
  drill: null,
  scrubs: {
    [attachment]: {
      ...{ orderedAt: '2026-01-01T00:00:00Z', state: 'paused', positionBytes: 4096, pausedAtMs: 5 },
      ...{ mismatchBytes: 2, earlierMismatchBytes: 1 },
    },
  },
  freezes: { [attachment]: { run: 'run 1', state: 'released', sinceMs: 1, heldMs: 300, cause: null } },
};

describe('factsSchema', () => {
  it('reads facts as they were written', () => {
    expect(factsSchema.parse(JSON.parse(JSON.stringify(full)))).toEqual(full);
  });

  it('reads facts of an earlier version with defaults for later fields (S7)', () => {
    const earlier = { lost: false, wipeOrders: {}, wipedLegs: {}, arrays: {}, detaching: {}, refused: {} };
    expect(factsSchema.parse(earlier)).toEqual(NO_FACTS);
  });

  it.each(['lost', 'wipeOrders', 'wipedLegs', 'arrays', 'detaching', 'refused'])('rejects facts without %s', (field) => {
    expect(() => factsSchema.parse({ ...full, [field]: undefined })).toThrow(field);
  });

  it.each([
    ['facts', { ...full, other: 1 }],
    ['an array', { ...full, arrays: { [volume]: { ...array, other: 1 } } }],
    ['a binding', { ...full, binding: { ...full.binding, other: 1 } }],
    ['what was served', { ...full, served: { [volume]: { exclusive: 1, shared: 2, readonly: 3, other: 4 } } }],
    ['a foreign host', { ...full, foreignHosts: { [attachment]: { addresses: [], at: '2026-01-01T00:00:00Z', other: 1 } } }],
    ['a wiped leg', { ...full, wipedLegs: { [leg]: false } }],
    ['a begun order', { ...full, begunWipes: { [order]: false } }],
    ['a doubtful order', { ...full, doubtfulWipes: { [order]: false } }],
    ['a teardown', { ...full, detaching: { [attachment]: false } }],
  ])('rejects unknown content in %s', (_, facts) => {
    expect(factsSchema.safeParse(facts).success).toBe(false);
  });
});

describe('applyFact', () => {
  it('applies one change and keeps all other facts', () => {
    expect(applyFact(full, { fact: 'wipe-order-done', orderId: id('order', 2), serial: 'S2' })).toEqual({
      ...full,
      wipeOrders: { [order]: 'S1', [id('order', 2)]: 'S2' },
    });
    const begun = applyFact(full, { fact: 'wipe-order-begun', orderId: id('order', 2) });
    expect(begun).toEqual({ ...full, begunWipes: { [id('order', 9)]: true, [id('order', 2)]: true } });
    expect(applyFact(begun, { fact: 'wipe-order-done', orderId: id('order', 2), serial: 'S2' })).toEqual({
      ...full,
      wipeOrders: { [order]: 'S1', [id('order', 2)]: 'S2' },
    });
    expect(applyFact(full, { fact: 'sanitize-accepted', orderId: id('order', 2), action: 'crypto-erase' })).toEqual({
      ...full,
      sanitizes: { [order]: 'block-erase', [id('order', 2)]: 'crypto-erase' },
    });
    expect(applyFact(full, { fact: 'leg-wiped', legId: id('leg', 2) })).toEqual({
      ...full,
      wipedLegs: { [leg]: true, [id('leg', 2)]: true },
    });
    expect(applyFact(full, { fact: 'detaching', attachmentId: id('attachment', 2) })).toEqual({
      ...full,
      detaching: { [attachment]: true, [id('attachment', 2)]: true },
    });
    expect(applyFact(full, { fact: 'refused', attachmentId: id('attachment', 2), generation: 4 })).toEqual({
      ...full,
      refused: { [attachment]: 3, [id('attachment', 2)]: 4 },
    });
    const served = { exclusive: 9, shared: 0, readonly: 0 };
    expect(applyFact(full, { fact: 'served', volumeId: id('volume', 2), served })).toEqual({
      ...full,
      served: { ...full.served, [id('volume', 2)]: served },
    });
    const host = { addresses: ['10.0.0.8'], at: '2026-01-02T00:00:00Z' };
    expect(applyFact(full, { fact: 'foreign-host', attachmentId: id('attachment', 2), ...host })).toEqual({
      ...full,
      foreignHosts: { ...full.foreignHosts, [id('attachment', 2)]: host },
    });
  });

  it('forgets only the removed leg', () => {
    const two = applyFact(full, { fact: 'leg-wiped', legId: id('leg', 2) });
    expect(applyFact(two, { fact: 'leg-removed', legId: leg })).toEqual({ ...full, wipedLegs: { [id('leg', 2)]: true } });
  });

  it('stores the in-sync legs of an array in sorted order (S11)', () => {
    const inSyncLegs = [id('leg', 3), id('leg', 1), id('leg', 2)];
    expect(applyFact(full, { fact: 'array', volumeId: id('volume', 3), array: { ...array, inSyncLegs } })).toEqual({
      ...full,
      arrays: { ...full.arrays, [id('volume', 3)]: { ...array, inSyncLegs: [id('leg', 1), id('leg', 2), id('leg', 3)] } },
    });
    expect(inSyncLegs[0]).toBe(id('leg', 3));
  });
});

it('acceptLoss marks open unfinished orders as doubtful, and keeps earlier doubts (S1)', () => {
  expect(acceptLoss(full, [order, id('order', 2)])).toEqual({
    ...full,
    lost: false,
    lossId: null,
    doubtfulWipes: { [id('order', 8)]: true, [id('order', 2)]: true },
  });
});

it('forgetUnlisted drops facts of attachments, exports and freezes that no assignment lists', () => {
  const { attachments } = contentFor(CLIENT, UP);
  const { exports } = contentFor(1, UP);
  const host = { addresses: ['10.0.0.8'], at: '2026-01-02T00:00:00Z' };
  const two = {
    ...full,
    detaching: { ...full.detaching, [id('attachment', 2)]: true as const },
    refused: { [id('attachment', 2)]: 5 },
    scrubs: { ...full.scrubs, [id('attachment', 2)]: { ...(full.scrubs[attachment] as ScrubFact) } },
    foreignHosts: { ...full.foreignHosts, [id('attachment', 2)]: host },
  };
  const freezes = [{ ...FREEZE, id: attachment }];
  expect(forgetUnlisted(two, { attachments, exports, freezes })).toEqual({ ...full, refused: {} });
  expect(forgetUnlisted(full, { attachments, exports: [], freezes })).toEqual({ ...full, foreignHosts: {} });
  const gone = { detaching: {}, refused: {}, limits: {}, scrubs: {} };
  expect(forgetUnlisted(full, { attachments: [], exports, freezes })).toEqual({ ...full, ...gone });
  expect(forgetUnlisted(full, { attachments, exports })).toEqual({ ...full, freezes: {} });
});
