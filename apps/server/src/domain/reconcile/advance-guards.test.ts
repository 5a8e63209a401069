import { describe, expect, it } from 'vitest';
import type { AttachmentDocument } from '../documents/attachment.document.js';
import type { Changes } from '../documents/parts.js';
import type { LegDocument } from '../documents/volume.document.js';
import { attachment, leg, NOW, node, report, volume, world } from '../world/worlds.fixture.js';
import { advance, earliest } from './advance.js';

type Parts = NonNullable<Parameters<typeof world>[0]>;
const silent = (name: string) => node(name, { status: { connection: { state: 'lost', since: NOW, serverId: null } } });
const member = (legId: string, flags: string[]) => ({ legId, flags, slot: 0, errors: 0, badBlocks: 0, events: 7 });
const array = (members: ReturnType<typeof member>[]) => ({
  ...{ uuid: 'u', state: 'active', degraded: 1, syncAction: 'idle', syncProgressRatio: null, syncSpeedBytesPerSecond: null, members },
});
const oneOut = report('c1', 'attachment', 'a', { array: array([member('leg-0', ['in_sync']), member('leg-1', ['spare'])]) });

describe('advance: legs in sync (S11)', () => {
  const inSync = (of: Changes<AttachmentDocument>) =>
    advance(world({ attachments: [attachment(of)], reports: [oneOut] })).volume.legs.map((each) => each.status.inSync);

  it('takes the legs in sync from the exclusive client of this epoch, without spares', () => {
    expect(inSync({})).toEqual([true, false]);
  });

  it.each<[string, Changes<AttachmentDocument>]>([
    ['is not the only client', { spec: { mode: 'shared' } }],
    ['is of an earlier epoch', { spec: { epoch: 0 } }],
    ['is fenced', { status: { fenced: true } }],
  ])('ignores a client that %s', (_, of) => {
    expect(inSync(of)).toEqual([true, true]);
  });
});

describe('advance: the array of a new epoch', () => {
  const created = (attachments: AttachmentDocument[], reports: NonNullable<Parts['reports']> = []) => {
    const unborn = volume({ array: { spec: { uuid: 'u', dataOffsetBytes: 0 }, status: { created: false } } });
    return advance(world({ volume: unborn, attachments, reports })).volume.array?.status.created;
  };
  const says = (arrayCreated: boolean, id = 'a') => report('c1', 'attachment', id, { arrayCreated });

  it('counts the array as created when one client of this epoch has reported it (S4)', () => {
    expect(created([attachment(), attachment({ _id: 'b' })], [says(true, 'b')])).toBe(true);
    expect(created([attachment()])).toBe(false);
    expect(created([attachment()], [says(false)])).toBe(false);
    expect(created([attachment({ spec: { epoch: 0 } })], [says(true)])).toBe(false);
  });
});

describe('advance: a volume and its legs', () => {
  const legOf = (change: Changes<LegDocument>, parts: Parts = {}, of: Parameters<typeof volume>[0] = {}) => {
    const next = advance(world({ volume: volume({ legs: [leg(0, 't1', change)], ...of }), ...parts })).volume.legs[0];
    return next ?? expect.fail('the leg is gone');
  };
  const present = (parts: Parts) => {
    const { status, reason, message } =
      legOf({}, parts).status.conditions.find(({ type }) => type === 'Present') ?? expect.fail('no condition');
    return [status, reason, message];
  };

  it('removes a volume only when it is being deleted and every absent leg was ordered absent', () => {
    const legs = [leg(0, 't1', { spec: { desired: 'absent' } })];
    const gone = (state: 'available' | 'deleting') =>
      advance(world({ volume: volume({ legs, status: { state } }), reports: [report('t1', 'leg', 'leg-0', { present: false })] }))
        .volumeRemoved;
    expect([gone('available'), gone('deleting')]).toEqual([false, true]);
    const wanted = {
      volume: volume({ legs: [leg(0, 't1')], status: { state: 'deleting' } }),
      reports: [report('t1', 'leg', 'leg-0', { present: false })],
    };
    expect(advance(world(wanted)).volumeRemoved).toBe(false);
  });

  it('makes a volume available only from state creating', () => {
    const reports = [report('t1', 'leg', 'leg-0'), report('t2', 'leg', 'leg-1')];
    for (const [state, next] of [
      ['creating', 'available'],
      ['deleting', 'deleting'],
    ] as const)
      expect(advance(world({ volume: volume({ status: { state } }), reports })).volume.status.state).toBe(next);
  });

  it('distinguishes a leg that is being created from an unknown leg', () => {
    const silence = { nodes: [silent('t1')] };
    expect(legOf({}).status.state).toBe('unknown');
    expect(legOf({}, {}, { status: { state: 'creating' } }).status.state).toBe('creating');
    expect(legOf({ spec: { role: 'joining' } }).status.state).toBe('creating');
    expect(legOf({ spec: { role: 'joining' } }, silence).status.state).toBe('unknown');
    expect(legOf({}, { reports: [report('t1', 'leg', 'leg-0')] }).status.state).toBe('ready');
    const removed = legOf({ spec: { desired: 'absent' }, status: { state: 'deleting' } }, silence);
    expect([removed.status.state, removed.status.conditions.some(({ type }) => type === 'Present')]).toEqual(['deleting', false]);
  });

  it('caps the ready bytes of a leg at its ordered size (S2)', () => {
    const reports = [report('t1', 'leg', 'leg-0', { sizeBytes: 2 ** 31 })];
    expect(legOf({}, { reports }, { status: { state: 'creating' } }).status.readyBytes).toBe(2 ** 30);
  });

  it('reports whether a leg is present, with the status and reason of its target', () => {
    const reason = { code: 'x', message: 'says x' };
    expect(present({ nodes: [silent('t1')], reports: [report('t1', 'leg', 'leg-0')] })).toEqual([
      'unknown',
      'node-silent',
      't1 is offline',
    ]);
    expect(present({ reports: [report('t1', 'leg', 'leg-0')] })).toEqual(['true', 'reported', 't1 reports the LV present and wiped']);
    expect(present({})).toEqual(['false', 'not-reported', 't1 has not reported it yet']);
    expect(present({ reports: [report('t1', 'leg', 'leg-0', { wiped: false }, { reason })] })).toEqual(['false', 'x', 'says x']);
    const unread = { code: 'host-unreadable', message: 'lvs' };
    expect(present({ reports: [report('t1', 'leg', 'leg-0', {}, { state: 'waiting', reason: unread })] })).toEqual([
      'unknown',
      'host-unreadable',
      'lvs',
    ]);
  });
});

describe('advance: an attachment', () => {
  const next = (of: Changes<AttachmentDocument>, parts: Parts = {}) => advance(world({ attachments: [attachment(of)], ...parts }));
  const available = (parts: Parts) => {
    const conditions = next({}, parts).attachments[0]?.status.conditions ?? [];
    const { status, reason, message } = conditions.find(({ type }) => type === 'Available') ?? expect.fail('no condition');
    return [status, reason, message];
  };

  it('detaches an attachment without re-attach, by a new order, after its client restarts', () => {
    const once = { reattach: false };
    const at = (spec: Partial<AttachmentDocument['spec']>) => ({ generation: 7, spec });
    expect(next(at({ ...once, bootId: 'boot-0' })).attachments).toMatchObject([
      { generation: 8, spec: { desired: 'detached' }, status: { state: 'detaching' } },
    ]);
    for (const stays of [once, { ...once, bootId: null }, { reattach: true, bootId: 'boot-0' }])
      expect(next(at(stays)).attachments).toMatchObject([{ generation: 7, spec: { desired: 'attached' } }]);
    expect(next(at({ ...once, bootId: 'boot-0' }), { nodes: [] }).attachments).toMatchObject([{ spec: { desired: 'attached' } }]);
  });

  it('removes a force-moved attachment when its client reports no trace of it', () => {
    const revoked = { by: 'admin', at: NOW, clientIsOff: false, targetsOff: [], arrayUuid: 'u', released: true };
    const exports = attachment().exports.map((each) => ({
      ...each,
      spec: { ...each.spec, desired: 'absent' as const },
      status: { ...each.status, gone: true },
    }));
    const taken: Changes<AttachmentDocument> = {
      exports,
      spec: { desired: 'detached', revoked },
      status: { state: 'revoked', fenced: true },
    };
    expect(next(taken, { reports: [report('c1', 'attachment', 'a', { present: false })] }).removedAttachmentIds).toEqual(['a']);
    expect(next(taken, { reports: [report('c1', 'attachment', 'a')] }).removedAttachmentIds).toEqual([]);
  });

  it('restores an attachment that its client refuses to release, and gives a default reason', () => {
    const { refusals, attachments } = next(
      { spec: { desired: 'detached' }, status: { state: 'detaching' } },
      { reports: [report('c1', 'attachment', 'a', { available: false }, { state: 'refused' })] },
    );
    expect(refusals.get('a')).toEqual({
      code: 'refused',
      messageCode: 'unexplained',
      params: { node: { kind: 'node', id: 'c1', name: 'c1' }, state: 'refused' },
      message: 'c1 reported refused without a reason: see the log of its agent',
    });
    expect(attachments).toMatchObject([{ generation: 2, spec: { desired: 'attached' }, status: { state: 'attaching' } }]);
  });

  it('sets Available from the report of the client', () => {
    const says = (observed: object, change: object = {}) => ({ reports: [report('c1', 'attachment', 'a', observed, change)] });
    expect(available({ nodes: [silent('c1')], ...says({}) })).toEqual(['unknown', 'node-silent', 'c1 is offline']);
    expect(available({})).toEqual(['unknown', 'not-reported', 'c1 has not reported on it since its last order or restart']);
    expect(available(says({}))).toEqual(['true', 'reported', '/dev/weft/db is present']);
    expect(available(says({ device: null }))).toEqual(['true', 'reported', 'the device is present']);
    expect(available(says({ available: false }, { state: 'working' }))).toEqual(['false', 'working', 'c1 is working on it']);
    const reason = { code: 'x', message: 'says x' };
    expect(available(says({ available: false }, { state: 'waiting', reason }))).toEqual(['false', 'x', 'says x']);
  });
});

it('earliest returns the earliest of the given times, or null if there is none', () => {
  const [early, late] = [new Date(NOW.getTime() - 1), NOW];
  expect([earliest([late, null, early]), earliest([early, late]), earliest([null]), earliest([])]).toEqual([early, early, null, null]);
});
