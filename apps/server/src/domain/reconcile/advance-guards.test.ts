import { describe, expect, it } from 'vitest';
import type { AttachmentDocument } from '../documents/attachment.document.js';
import type { LegDocument } from '../documents/volume.document.js';
import { attachment, leg, NOW, node, volume, word, world } from '../world/worlds.fixture.js';
import { advance, earliest } from './advance.js';

type Parts = NonNullable<Parameters<typeof world>[0]>;
const silent = (name: string) => node(name, { connection: { state: 'lost', since: NOW, serverId: null } });
const member = (legId: string, flags: string[]) => ({ legId, flags, slot: 0, errors: 0, badBlocks: 0, events: 7 });
const array = (members: ReturnType<typeof member>[]) => ({
  ...{ uuid: 'u', state: 'active', degraded: 1, syncAction: 'idle', syncProgressRatio: null, syncSpeedBytesPerSecond: null, members },
});
const oneOut = word('c1', 'attachment', 'a', { array: array([member('leg-0', ['in_sync']), member('leg-1', ['spare'])]) });

describe('advance: legs in sync (S11)', () => {
  const inSync = (of: Partial<AttachmentDocument>) =>
    advance(world({ attachments: [attachment(of)], words: [oneOut] })).volume.legs.map((each) => each.inSync);

  it('takes the legs in sync from the exclusive client of this epoch, without spares', () => {
    expect(inSync({})).toEqual([true, false]);
  });

  it.each<[string, Partial<AttachmentDocument>]>([
    ['is not the only client', { mode: 'shared' }],
    ['is of an earlier epoch', { epoch: 0 }],
    ['is fenced', { fenced: true }],
  ])('ignores a client that %s', (_, of) => {
    expect(inSync(of)).toEqual([true, true]);
  });
});

describe('advance: the array of a new epoch', () => {
  const created = (attachments: AttachmentDocument[], words: NonNullable<Parts['words']> = []) => {
    const unborn = volume({ array: { uuid: 'u', dataOffsetBytes: 0, created: false } });
    return advance(world({ volume: unborn, attachments, words })).volume.array?.created;
  };
  const says = (arrayCreated: boolean, id = 'a') => word('c1', 'attachment', id, { arrayCreated });

  it('counts the array as created when one client of this epoch has reported it (S4)', () => {
    expect(created([attachment(), attachment({ _id: 'b' })], [says(true, 'b')])).toBe(true);
    expect(created([attachment()])).toBe(false);
    expect(created([attachment()], [says(false)])).toBe(false);
    expect(created([attachment({ epoch: 0 })], [says(true)])).toBe(false);
  });
});

describe('advance: a volume and its legs', () => {
  const legOf = (change: Partial<LegDocument>, parts: Parts = {}, of: Parameters<typeof volume>[0] = {}) => {
    const next = advance(world({ volume: volume({ legs: [leg(0, 't1', change)], ...of }), ...parts })).volume.legs[0];
    return next ?? expect.fail('the leg is gone');
  };
  const present = (parts: Parts) => {
    const { status, reason, message } =
      legOf({}, parts).conditions.find(({ type }) => type === 'Present') ?? expect.fail('nothing is said');
    return [status, reason, message];
  };

  it('removes a volume only when it is being deleted and every absent leg was ordered absent', () => {
    const legs = [leg(0, 't1', { desired: 'absent' })];
    const gone = (state: 'available' | 'deleting') =>
      advance(world({ volume: volume({ state, legs }), words: [word('t1', 'leg', 'leg-0', { present: false })] })).volumeRemoved;
    expect([gone('available'), gone('deleting')]).toEqual([false, true]);
    const wanted = { volume: volume({ state: 'deleting', legs: [leg(0, 't1')] }), words: [word('t1', 'leg', 'leg-0', { present: false })] };
    expect(advance(world(wanted)).volumeRemoved).toBe(false);
  });

  it('makes a volume available only from state creating', () => {
    const words = [word('t1', 'leg', 'leg-0'), word('t2', 'leg', 'leg-1')];
    for (const [state, next] of [
      ['creating', 'available'],
      ['deleting', 'deleting'],
    ] as const)
      expect(advance(world({ volume: volume({ state }), words })).volume.state).toBe(next);
  });

  it('distinguishes a leg that is being created from an unknown leg', () => {
    const silence = { nodes: [silent('t1')] };
    expect(legOf({}).state).toBe('unknown');
    expect(legOf({}, {}, { state: 'creating' }).state).toBe('creating');
    expect(legOf({ role: 'joining' }).state).toBe('creating');
    expect(legOf({ role: 'joining' }, silence).state).toBe('unknown');
    expect(legOf({}, { words: [word('t1', 'leg', 'leg-0')] }).state).toBe('ready');
    const removed = legOf({ desired: 'absent', state: 'deleting' }, silence);
    expect([removed.state, removed.conditions.some(({ type }) => type === 'Present')]).toEqual(['deleting', false]);
  });

  it('caps the ready bytes of a leg at its ordered size (S2)', () => {
    const words = [word('t1', 'leg', 'leg-0', { sizeBytes: 2 ** 31 })];
    expect(legOf({}, { words }, { state: 'creating' }).readyBytes).toBe(2 ** 30);
  });

  it('reports whether a leg is present, with the status and reason of its target', () => {
    const reason = { code: 'x', message: 'says x' };
    expect(present({ nodes: [silent('t1')], words: [word('t1', 'leg', 'leg-0')] })).toEqual(['unknown', 'node-silent', 't1 is offline']);
    expect(present({ words: [word('t1', 'leg', 'leg-0')] })).toEqual(['true', 'reported', 't1 reports the LV present and wiped']);
    expect(present({})).toEqual(['false', 'not-reported', 't1 has not reported it yet']);
    expect(present({ words: [word('t1', 'leg', 'leg-0', { wiped: false }, { reason })] })).toEqual(['false', 'x', 'says x']);
    const unread = { code: 'host-unreadable', message: 'lvs' };
    expect(present({ words: [word('t1', 'leg', 'leg-0', {}, { state: 'waiting', reason: unread })] })).toEqual([
      'unknown',
      'host-unreadable',
      'lvs',
    ]);
  });
});

describe('advance: an attachment', () => {
  const next = (of: Partial<AttachmentDocument>, parts: Parts = {}) => advance(world({ attachments: [attachment(of)], ...parts }));
  const available = (parts: Parts) => {
    const conditions = next({}, parts).attachments[0]?.conditions ?? [];
    const { status, reason, message } = conditions.find(({ type }) => type === 'Available') ?? expect.fail('nothing is said');
    return [status, reason, message];
  };

  it('detaches an attachment without re-attach, by a new order, after its client restarts', () => {
    const once = { reattach: false, generation: 7 };
    expect(next({ ...once, bootId: 'boot-0' }).attachments).toMatchObject([{ desired: 'detached', state: 'detaching', generation: 8 }]);
    for (const stays of [{ ...once }, { ...once, bootId: null }, { ...once, reattach: true, bootId: 'boot-0' }])
      expect(next(stays).attachments).toMatchObject([{ desired: 'attached', generation: 7 }]);
    expect(next({ ...once, bootId: 'boot-0' }, { nodes: [] }).attachments).toMatchObject([{ desired: 'attached' }]);
  });

  it('removes a force-moved attachment when its client reports no trace of it', () => {
    const revoked = { by: 'admin', at: NOW, clientIsOff: false, targetsOff: [], arrayUuid: 'u', isFencing: true };
    const exports = attachment().exports.map((each) => ({ ...each, desired: 'absent' as const, gone: true }));
    const taken = { state: 'revoked' as const, desired: 'detached' as const, fenced: true, revoked, exports };
    expect(next(taken, { words: [word('c1', 'attachment', 'a', { present: false })] }).removedAttachmentIds).toEqual(['a']);
    expect(next(taken, { words: [word('c1', 'attachment', 'a')] }).removedAttachmentIds).toEqual([]);
  });

  it('restores an attachment that its client refuses to release, and gives a default reason', () => {
    const { refusals, attachments } = next(
      { state: 'detaching', desired: 'detached' },
      { words: [word('c1', 'attachment', 'a', { available: false }, { state: 'refused' })] },
    );
    expect(refusals.get('a')).toEqual({
      code: 'refused',
      messageCode: 'unexplained',
      params: { node: { kind: 'node', id: 'c1', name: 'c1' }, state: 'refused' },
      message: 'c1 reported refused without a reason: see the log of its agent',
    });
    expect(attachments).toMatchObject([{ desired: 'attached', state: 'attaching', generation: 2 }]);
  });

  it('sets Available from the report of the client', () => {
    const says = (observed: object, change: object = {}) => ({ words: [word('c1', 'attachment', 'a', observed, change)] });
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
