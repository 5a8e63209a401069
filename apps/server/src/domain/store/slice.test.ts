import { NO_LIMITS } from '@weft/shared/limits/io-limits';
import { describe, expect, it } from 'vitest';
import type { AttachmentDocument } from '../documents/attachment.document.js';
import { type Changes, changed as withChanges } from '../documents/parts.js';
import { attachment, leg, obsolete, volume } from '../world/worlds.fixture.js';
import { difference, type Slice, withOrders } from './slice.js';

const before: Slice = { volume: volume(), attachments: [attachment()] };
const changed = (change: Parameters<typeof volume>[0]): Slice => ({ ...before, volume: volume(change) });
const [first, second] = volume().legs as [ReturnType<typeof leg>, ReturnType<typeof leg>];
const withAttachment = (change: Changes<AttachmentDocument>): Slice => ({ ...before, attachments: [withChanges(attachment(), change)] });

const thick = (bytes: number) => ({ bytes, thin: { legs: 0, bytes: 0 } });

describe('difference', () => {
  it('is empty when nothing changed', () => {
    const { volume: none, attachments, reserved, nodeIds } = difference(before, structuredClone(before));
    expect([none, attachments, reserved.size, nodeIds.size]).toEqual([null, [], 0, 0]);
  });

  it('reserves the bytes of every leg of a new volume, and releases those of a removed one (S6)', () => {
    const none: Slice = { volume: null, attachments: [] };
    expect(difference(none, before).reserved).toEqual(
      new Map([
        ['drive-t1', thick(2 ** 30)],
        ['drive-t2', thick(2 ** 30)],
      ]),
    );
    expect(difference(before, none).reserved).toEqual(
      new Map([
        ['drive-t1', thick(-(2 ** 30))],
        ['drive-t2', thick(-(2 ** 30))],
      ]),
    );
  });

  it('keeps the bytes of an obsolete leg reserved until the leg is removed (S6)', () => {
    const old = obsolete(second, 'replaced');
    const left = changed({ legs: [first], obsoleteLegs: [old] });
    expect(difference(before, left).reserved.size).toBe(0);
    expect(difference(left, changed({ legs: [first], obsoleteLegs: [] })).reserved).toEqual(new Map([['drive-t2', thick(-(2 ** 30))]]));
  });

  it('reserves no bytes of the drive for a thin leg, and counts what it promises of the pool', () => {
    const thinLeg = { ...first, spec: { ...first.spec, thin: { originLegId: null, order: 'take' as const } } };
    const copy = { ...second, spec: { ...second.spec, thin: { originLegId: 'leg-9', order: 'hold' as const, countedBytes: 4096 } } };
    const none: Slice = { volume: null, attachments: [] };
    expect(difference(none, changed({ legs: [thinLeg, copy] })).reserved).toEqual(
      new Map([
        ['drive-t1', { bytes: 0, thin: { legs: 1, bytes: 2 ** 30 } }],
        ['drive-t2', { bytes: 0, thin: { legs: 1, bytes: 4096 } }],
      ]),
    );
    const left = changed({ legs: [copy] });
    expect(difference(changed({ legs: [thinLeg, copy] }), left).reserved).toEqual(
      new Map([['drive-t1', { bytes: 0, thin: { legs: -1, bytes: -(2 ** 30) } }]]),
    );
  });

  it('reserves the bytes by which a leg grows', () => {
    expect(difference(before, changed({ legs: [first, { ...second, spec: { ...second.spec, sizeBytes: 2 ** 31 } }] })).reserved).toEqual(
      new Map([['drive-t2', thick(2 ** 30)]]),
    );
  });

  it.each([
    ['its size', { spec: { sizeBytes: 1 } }],
    ['its state', { status: { state: 'deleting' as const } }],
    ['its epoch', { spec: { epoch: 2 } }],
    ['a leg more', { legs: [first, second, leg(2, 't3')] }],
    ['a leg that is to go', { legs: [first, { ...second, spec: { ...second.spec, desired: 'absent' as const } }] }],
    ['a later attachment', { spec: { lastTenure: 9 } }],
  ])('marks a volume update as a decision for %s', (_, change) => {
    expect(difference(before, changed(change)).volume).toMatchObject({ change: 'update', kind: 'decision' });
  });

  it.each([
    ['its health', { status: { health: 'degraded' as const } }],
    ['a leg that is not in sync any more', { legs: [first, { ...second, status: { ...second.status, inSync: false } }] }],
    ['its turn in the line', { status: { repairTurn: { since: new Date(0), waitsFor: [] } } }],
  ])('marks a volume update as live data for %s', (_, change) => {
    expect(difference(before, changed(change)).volume).toMatchObject({ change: 'update', kind: 'live' });
  });

  it('marks an attachment update as a decision for state and limits, as live for observedGeneration', () => {
    expect(difference(before, withAttachment({ status: { state: 'detaching' } })).attachments).toMatchObject([{ kind: 'decision' }]);
    expect(difference(before, withAttachment({ spec: { limits: NO_LIMITS } })).attachments).toMatchObject([{ kind: 'decision' }]);
    expect(difference(before, withAttachment({ status: { observedGeneration: 7 } })).attachments).toMatchObject([{ kind: 'live' }]);
  });

  it('touches the client and the targets of a changed attachment', () => {
    expect(difference(before, withAttachment({ spec: { desired: 'detached' } })).nodeIds).toEqual(new Set(['c1', 't1', 't2']));
  });

  it('touches every node of a volume whose legs changed, also the node of a removed leg', () => {
    expect(difference(before, changed({ legs: [first, leg(1, 't3')] })).nodeIds).toEqual(new Set(['t1', 't2', 't3', 'c1']));
  });

  it('touches no node when only the health changes', () => {
    expect(difference(before, changed({ status: { health: 'degraded' } })).nodeIds.size).toBe(0);
  });
});

describe('withOrders: generations (S12)', () => {
  const generations = new Map([
    ['t1', 11],
    ['t2', 12],
    ['c1', 13],
  ]);

  it('uses the current generation for a new order, and keeps that of an earlier order', () => {
    const { volume: ordered } = withOrders(
      before,
      changed({ legs: [first, { ...second, spec: { ...second.spec, desired: 'absent' } }] }),
      generations,
    );
    expect(ordered?.legs.map(({ spec: { orderGeneration } }) => orderGeneration)).toEqual([5, 12]);
  });

  it('uses the current generations for the client and all exports of a new epoch', () => {
    const next = withAttachment({ generation: 2, spec: { epoch: 2 } });
    const [ordered] = withOrders(before, next, generations).attachments;
    expect([ordered?.spec.orderGeneration, ...(ordered?.exports ?? []).map(({ spec: { orderGeneration } }) => orderGeneration)]).toEqual([
      13, 11, 12,
    ]);
  });

  it('uses the current generation for an export that gains a leg', () => {
    const [own, other] = attachment().exports as [AttachmentDocument['exports'][number], AttachmentDocument['exports'][number]];
    const next = withAttachment({
      exports: [own, { ...other, spec: { ...other.spec, namespaces: [...other.spec.namespaces, { nsid: 2, legId: 'leg-9' }] } }],
    });
    const [ordered] = withOrders(before, next, generations).attachments;
    expect(ordered?.exports.map(({ spec: { orderGeneration } }) => orderGeneration)).toEqual([5, 12]);
  });

  it('keeps the generation of an attachment that is already force-moved', () => {
    const revoked = { by: 'a', at: new Date(0), clientIsOff: false, targetsOff: [], arrayUuid: null };
    const taken = withAttachment({ spec: { desired: 'detached', revoked }, status: { state: 'revoking' } });
    const again = withAttachment({
      generation: 9,
      spec: { desired: 'detached', revoked: { ...revoked, clientIsOff: true } },
      status: { state: 'revoking' },
    });
    expect(withOrders(before, taken, generations).attachments).toMatchObject([{ spec: { orderGeneration: 13 } }]);
    expect(withOrders(taken, again, generations).attachments).toMatchObject([
      { spec: { orderGeneration: attachment().spec.orderGeneration } },
    ]);
  });
});
