import { defaultSettings } from '@weft/shared/kinds/settings/settings';
import { describe, expect, test } from 'vitest';
import { assignmentContent } from '../assignment/assignment-content.js';
import { revoked } from '../attachment/revoked.js';
import type { AttachmentDocument } from '../documents/attachment.document.js';
import { type Changes, changed } from '../documents/parts.js';
import type { ObsoleteLegDocument, VolumeDocument } from '../documents/volume.document.js';
import { newEpoch } from '../epoch/epoch.js';
import { epochJobView } from '../job-views/epoch-job-view.js';
import { attachmentOrders } from '../store/orders/attachment-orders.js';
import { legOrders } from '../store/orders/leg-orders.js';
import { attachment, job, leg, NOW, node, report, volume, world } from '../world/worlds.fixture.js';
import { advance } from './advance.js';

const silent = (name: string) => node(name, { status: { connection: { state: 'lost', since: NOW, serverId: null } } });
const member = (legId: string, flags: string[]) => ({ legId, flags, slot: 0, errors: 0, badBlocks: 0, events: null });
const array = (degraded: number, members: ReturnType<typeof member>[], uuid = 'u') => ({
  uuid,
  degraded,
  members,
  state: 'active',
  syncAction: 'idle',
  syncProgressRatio: null,
  syncSpeedBytesPerSecond: null,
});
const lostA = array(1, [member('leg-0', ['faulty']), member('leg-1', ['in_sync'])]);
const revocation = (change: Partial<NonNullable<AttachmentDocument['spec']['revoked']>> = {}) => ({
  by: 'admin',
  at: NOW,
  clientIsOff: false,
  targetsOff: [],
  arrayUuid: 'u',
  ...change,
});
const revoking = (change: Changes<AttachmentDocument> = {}, leftOut: string[] = []) => {
  const { exports, ...rest } = attachment();
  return changed(
    {
      ...rest,
      exports: exports.map((each) => ({
        ...each,
        spec: { ...each.spec, desired: 'absent' as const, ...(leftOut.includes(each.nodeId) ? { leftOut: true } : {}) },
      })),
      spec: { ...rest.spec, desired: 'detached' as const, revoked: revocation() },
      status: { ...rest.status, state: 'revoking' as const, fences: {} },
    },
    change,
  );
};
const fenced = (nodeId: string, change = {}) => report(nodeId, 'export', 'a', { present: false }, change);
const assignmentOf = (nodeId: string, of: VolumeDocument, attachments: AttachmentDocument[]) =>
  assignmentContent({
    node: { _id: nodeId, hostId: 'h' },
    settings: defaultSettings,
    drives: [],
    volumes: [of],
    attachments,
    hostIds: new Map([['c1', 'h']]),
  });

describe('advance: start of a mirror (S4, S11)', () => {
  test('names the offline node of the only in-sync leg as the blocker of an attach, with a way out', () => {
    const running = world({ attachments: [attachment()], reports: [report('c1', 'attachment', 'a', { array: lostA })] });
    const degraded = advance(running).volume;
    const stopped = advance(
      world({ volume: degraded, attachments: [attachment({ spec: { desired: 'detached' }, status: { state: 'detaching' } })] }),
    ).volume;
    expect(stopped.legs.map(({ status: { inSync } }) => inSync)).toEqual([false, true]);

    const again = attachment({ status: { state: 'attaching' } });
    const now = world({
      volume: stopped,
      attachments: [again],
      nodes: [node('t1'), silent('t2'), node('c1')],
      reports: [report('t1', 'export', 'a')],
    });
    expect(assignmentOf('c1', stopped, [again]).attachments[0]?.legs).toMatchObject([
      { legId: 'leg-0', inSync: false },
      { legId: 'leg-1', inSync: true },
    ]);
    const shown = epochJobView(job('attachment.attach', 'a'), now, advance(now));
    expect(shown).toMatchObject({ state: 'waiting', waitingFor: [{ node: 't2' }] });
    expect(shown.waitingFor[0]?.unblockedBy).toMatch(/agent of t2 .*or an administrator accepting .*leg 1 on t2.*accept-loss with leg-1/);
  });

  test('records the legs in sync from the report that ends the detach', () => {
    const detaching = attachment({ spec: { desired: 'detached' }, status: { state: 'detaching' } });
    const stopped = { ...lostA, state: 'clear', members: lostA.members.slice(1) };
    const next = advance(
      world({ attachments: [detaching], reports: [report('c1', 'attachment', 'a', { present: false, available: false, array: stopped })] }),
    );
    expect(next.attachments).toMatchObject([{ status: { state: 'unexporting' } }]);
    expect(next.volume.legs.map(({ status: { inSync } }) => inSync)).toEqual([false, true]);
  });

  test('requires both legs after client and target fail before a report of a lost leg', () => {
    const before = volume();
    const again = attachment({ status: { state: 'attaching' } });
    const nodes = [node('t1'), silent('t2'), node('c1', { status: { bootId: 'boot-2' } })];
    const now = world({
      volume: before,
      attachments: [again],
      nodes,
      reports: [report('c1', 'attachment', 'a', {}), report('t1', 'export', 'a')],
    });
    const next = advance(now);
    expect(next.volume.legs.map(({ status: { inSync } }) => inSync)).toEqual([true, true]);
    expect(assignmentOf('c1', next.volume, [again]).attachments[0]?.legs).toMatchObject([{ inSync: true }, { inSync: true }]);
    expect(epochJobView(job('attachment.attach', 'a'), now, next).waitingFor.map((wait) => wait.node)).toContain('t2');
  });

  test('keeps a lone leg in sync when md counts the vacant slot as lost', () => {
    const alone = volume({ legs: [leg(0, 't1')], spec: { epoch: 2 } });
    const now = world({
      volume: alone,
      attachments: [attachment({ spec: { epoch: 2 } })],
      reports: [report('c1', 'attachment', 'a', { array: array(1, [member('leg-0', ['in_sync', 'write_error'])]) })],
    });
    expect(advance(now).volume.legs).toMatchObject([{ status: { inSync: true } }]);
  });
});

describe('advance: a new epoch (S4)', () => {
  const accepted = () => {
    const stale = volume({ legs: [leg(0, 't1', { status: { inSync: false } }), leg(1, 't2')] });
    return newEpoch(stale, [attachment({ status: { state: 'attaching' } })], {
      givenUp: new Set(['leg-1']),
      now: NOW,
      revokedAttachmentId: null,
    });
  };

  test('drops the previous array UUID only when the array runs under the new UUID', () => {
    const { volume: next, attachments } = accepted();
    const uuid = next.array?.spec.uuid ?? '';
    const said = (of: string) =>
      advance(world({ volume: next, attachments, reports: [report('c1', 'attachment', 'a', { array: array(1, [], of) })] })).volume;
    expect(said('u').array).toMatchObject({ spec: { uuid }, status: { previousUuid: 'u' } });
    expect(said(uuid).array).toMatchObject({ spec: { uuid }, status: { previousUuid: null } });
  });

  test('ignores a report of the older epoch for the legs of the new one', () => {
    const { volume: next, attachments } = accepted();
    const reports = [report('c1', 'attachment', 'a', { array: array(1, [member('leg-0', ['faulty']), member('leg-1', ['in_sync'])]) })];
    expect(advance(world({ volume: next, attachments, reports })).volume.legs).toMatchObject([
      { id: 'leg-0', spec: { epoch: 2 }, status: { inSync: true } },
    ]);
  });

  test('keeps the LV of a leg with an accepted loss on its node, and exports it to no client', () => {
    const { volume: next, attachments } = accepted();
    const content = assignmentOf('t2', next, attachments);
    expect(content.legs).toMatchObject([{ legId: 'leg-1', desired: 'present' }]);
    expect(content.exports).toMatchObject([{ desired: 'absent' }]);
    expect(assignmentOf('c1', next, attachments).attachments).toMatchObject([
      { epoch: 2, array: { previousUuid: 'u' }, legs: [{ legId: 'leg-0', inSync: true }] },
    ]);
  });

  test('keeps a leg with an accepted loss for an administrator after its target confirms the fence', () => {
    const { volume: next, attachments } = accepted();
    expect(advance(world({ volume: next, attachments })).volume.obsoleteLegs).toMatchObject([
      { spec: { desired: 'present' }, status: { fencedFrom: 'a' } },
    ]);
    const after = advance(world({ volume: next, attachments, reports: [fenced('t2')] })).volume;
    expect(after.obsoleteLegs).toMatchObject([{ spec: { desired: 'present', why: 'loss-accepted' }, status: { fencedFrom: null } }]);
  });

  test('frees a discarded leg only on a report from the current boot of its node (S12)', () => {
    const { volume: next } = accepted();
    const discarding = {
      ...next,
      obsoleteLegs:
        next.obsoleteLegs?.map(
          (each): ObsoleteLegDocument => ({
            ...each,
            spec: { ...each.spec, desired: 'absent' },
            status: { ...each.status, fencedFrom: null },
          }),
        ) ?? [],
    };
    const gone = (change = {}) => report('t2', 'leg', 'leg-1', { present: false, wiped: false }, change);
    const early = advance(world({ volume: discarding, reports: [gone({ bootId: 'boot-0' })] }));
    expect(early.volume.obsoleteLegs).toMatchObject([{ id: 'leg-1' }]);
    const now = world({ volume: discarding, reports: [gone()] });
    const late = advance(now);
    expect(late).toMatchObject({ volume: { obsoleteLegs: [] } });
    expect(epochJobView(job('volume.discard', 'v'), now, late).state).toBe('done');
  });
});

describe('advance: a forced move (S3, S12, S13)', () => {
  test('waits for an offline target by name, with both ways out, and does not free the volume', () => {
    const now = world({ attachments: [revoking()], nodes: [node('t1'), silent('t2'), node('c1')], reports: [fenced('t1')] });
    const next = advance(now);
    expect(next.attachments).toMatchObject([{ exports: [{ status: { gone: true } }, {}], status: { fenced: false, state: 'revoking' } }]);
    const shown = epochJobView(job('attachment.revoke', 'a'), now, next);
    expect(shown).toMatchObject({ state: 'waiting', waitingFor: [{ node: 't2' }] });
    expect(shown.waitingFor[0]?.unblockedBy).toMatch(/agent of t2 connecting.*or an administrator stating that t2 is off/);
  });

  describe('with a connected client', () => {
    const { exports } = attachment();
    const at = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);
    const asked = (seconds = 1, change: Partial<NonNullable<AttachmentDocument['spec']['revoked']>> = {}): AttachmentDocument => {
      const of = revoking({ exports, spec: { revoked: revocation({ at: at(seconds), inSyncKnown: true, ...change }) } });
      const { fences: _, ...status } = of.status;
      return { ...of, status };
    };
    const path = (controllerState: string | null) => ({ legId: 'leg-0', storageNetwork: 'a', address: '10.0.0.1', controllerState });
    const said = (observed: object, change = {}) => report('c1', 'attachment', 'a', { available: false, ...observed }, change);
    const stopped = { ...array(0, [member('leg-0', ['in_sync']), member('leg-1', ['in_sync'])]), state: 'clear' };
    const [ordered, oneSide, notYet] = [
      [{ spec: { desired: 'absent' } }, { spec: { desired: 'absent' } }],
      [{ spec: { desired: 'exported' } }, { spec: { desired: 'absent' } }],
      [{ spec: { desired: 'exported' } }, { spec: { desired: 'exported' } }],
    ];

    test('orders no fence before the client releases the volume, and waits for it until a deadline', () => {
      const now = world({ attachments: [asked()], reports: [said({ paths: [path('live')], array: stopped })] });
      const next = advance(now);
      expect(next.attachments).toMatchObject([
        {
          exports: notYet,
          status: {
            conditions: [{ type: 'Fenced', status: 'false', message: expect.stringMatching(/^c1 must first release it, before /) }],
          },
        },
      ]);
      expect(next.lookAgainAt).toEqual(new Date(NOW.getTime() + 19_000));
      const shown = epochJobView(job('attachment.revoke', 'a'), now, next);
      expect(shown.steps.map(({ node, state }) => [node, state])).toEqual([
        ['c1', 'running'],
        ['t1', 'pending'],
        ['t2', 'pending'],
      ]);
    });

    test.each([
      [
        'a device that a process has open is all that is left',
        said({ present: true, paths: [path(null)], array: stopped }, { state: 'waiting' }),
      ],
      ['nothing is left', said({ present: false, array: null })],
    ])('orders all fences, with the legs in sync known, when the client reports that %s', (_, reports) => {
      const next = advance(world({ attachments: [asked()], reports: [reports] }));
      expect(next.attachments).toMatchObject([{ exports: ordered, status: { fenced: false, fences: { inSyncKnown: true } } }]);
      expect(next.lookAgainAt).toBeNull();
    });

    test.each([
      ['a path is there', said({ paths: [path('connecting')], array: stopped })],
      ['its array runs', said({ paths: [path(null)], array: array(0, []) })],
      ['it is at work', said({ paths: [path(null)], array: null }, { state: 'working' })],
      ['it said so before the order', said({ present: false, array: null }, { generation: 4 })],
      ['it said so before it restarted', said({ present: false, array: null }, { bootId: 'boot-0' })],
    ])('orders no fence while the client has not released the volume: %s (S12)', (_, reports) => {
      expect(advance(world({ attachments: [asked()], reports: [reports] })).attachments).toMatchObject([{ exports: notYet }]);
    });

    const silentSince = (seconds: number) => node('c1', { status: { connection: { state: 'lost', since: at(seconds), serverId: null } } });

    test('waits for a client that is briefly offline, and fences after the client reports release', () => {
      const reports = [said({ paths: [path('live')], array: stopped })];
      const next = advance(world({ attachments: [asked(1)], nodes: [node('t1'), node('t2'), silentSince(8)], reports }));
      expect(next.attachments).toMatchObject([
        {
          exports: notYet,
          status: { conditions: [{ message: expect.stringMatching(/^c1 must first reconnect and release it, before /) }] },
        },
      ]);
      expect(next.attachments[0]?.status.fences).toBeUndefined();
      expect(next.lookAgainAt).toEqual(new Date(NOW.getTime() + 12_000));
      const back = advance(world({ attachments: next.attachments, reports: [said({ present: false, array: null })] }));
      expect(back.attachments).toMatchObject([{ exports: ordered, status: { fences: { inSyncKnown: true } } }]);
    });

    test.each([
      ['has been silent for as long', asked(), [node('t1'), node('t2'), silentSince(20)], oneSide, 'not-waited-for'],
      ['is stated to be off', asked(1, { clientIsOff: true }), [node('t1'), node('t2'), node('c1')], ordered, 'client-stated-off'],
      ['does not let go in time', asked(20), [node('t1'), node('t2'), node('c1')], oneSide, 'not-waited-for'],
      ['was asked by a server whose clock is an hour ahead', asked(-3600), [node('t1'), node('t2'), node('c1')], oneSide, 'not-waited-for'],
    ])('fences without a client that %s, and marks the legs in sync as unknown', (_, of, nodes, exports, code) => {
      const now = world({ attachments: [of], nodes, reports: [said({ paths: [path('live')], array: array(0, []) })] });
      const next = advance(now);
      expect(next.attachments).toMatchObject([{ exports, status: { fences: { inSyncKnown: false } } }]);
      expect(epochJobView(job('attachment.revoke', 'a'), now, next).steps[0]).toMatchObject({
        node: 'c1',
        reason: { code },
      });
    });

    test('ignores reports of targets from before the fence order (S12)', () => {
      const of = asked();
      const next = advance(world({ attachments: [of], reports: [said({ present: false, array: null }), fenced('t1'), fenced('t2')] }));
      expect(next.attachments).toMatchObject([{ exports: ordered, status: { fenced: false } }]);
      const [after] = next.attachments;
      if (!after) throw new Error('it is gone');
      const orders = attachmentOrders(
        of,
        after,
        new Map([
          ['t1', 9],
          ['t2', 9],
          ['c1', 9],
        ]),
      );
      expect(orders).toMatchObject({
        exports: [{ spec: { orderGeneration: 9 } }, { spec: { orderGeneration: 9 } }],
        spec: { orderGeneration: of.spec.orderGeneration },
      });
      const again = advance(
        world({
          attachments: [changed(after, orders)],
          reports: [fenced('t1'), fenced('t2')],
        }),
      );
      expect(again.attachments).toMatchObject([{ status: { fenced: false } }]);
    });

    test('does not treat the leg of a left-out target as fenced before the fence order (S13)', () => {
      const of = {
        ...asked(),
        exports: exports.map((each) => (each.nodeId === 't2' ? { ...each, spec: { ...each.spec, leftOut: true } } : each)),
      };
      const left = newEpoch(volume(), [of], { givenUp: new Set(['leg-1']), now: NOW, revokedAttachmentId: 'a' }).volume;
      const empty = report('t2', 'export', 'a', { present: false });
      expect(advance(world({ volume: left, attachments: [of], reports: [empty] })).volume.obsoleteLegs).toMatchObject([
        { status: { fencedFrom: 'a' } },
      ]);
    });
  });

  test('offers a forced move when a target dies during a detach, and fences the volume with it', () => {
    const { exports, ...rest } = attachment();
    const unexporting = {
      ...rest,
      exports: exports.map((each) => ({ ...each, spec: { ...each.spec, desired: 'absent' as const } })),
      spec: { ...rest.spec, desired: 'detached' as const },
      status: { ...rest.status, state: 'unexporting' as const },
    };
    const now = world({ attachments: [unexporting], nodes: [node('t1'), silent('t2'), node('c1')], reports: [fenced('t1')] });
    const shown = epochJobView(job('attachment.detach', 'a'), now, advance(now));
    expect(shown.waitingFor).toMatchObject([{ node: 't2', unblockedBy: expect.stringContaining('stating that t2 is off') }]);
    const request = { clientIsOff: false, targetsOff: ['t2'] };
    const order = { by: 'admin', inSyncKnown: true, settings: defaultSettings, now: NOW };
    const taken = {
      ...unexporting,
      ...revoked(unexporting, request, order, volume()),
      spec: { ...unexporting.spec, ...revoked(unexporting, request, order, volume()).spec },
      status: { ...unexporting.status, ...revoked(unexporting, request, order, volume()).status },
    };
    // The client has reported its release, whether it is online now or not.
    const nodes = [node('t1'), silent('t2'), silent('c1')];
    expect(advance(world({ attachments: [taken], nodes, reports: [fenced('t1')] })).attachments).toMatchObject([
      { spec: { revoked: { inSyncKnown: true } }, status: { fenced: true } },
    ]);
  });

  test.each([
    ['said before its last restart', { bootId: 'boot-0' }],
    ['said of an older generation than the order', { generation: 4 }],
  ])('ignores a fence %s (S12)', (_, change) => {
    const next = advance(world({ attachments: [revoking()], reports: [fenced('t1'), fenced('t2', change)] }));
    expect(next.attachments).toMatchObject([{ status: { fenced: false } }]);
  });

  test('keeps a confirmed fence confirmed when its target restarts', () => {
    const first = advance(world({ attachments: [revoking()], reports: [fenced('t1')] })).attachments;
    const nodes = [node('t1', { status: { bootId: 'boot-2' } }), node('t2'), node('c1')];
    expect(advance(world({ attachments: first, nodes, reports: [fenced('t1'), fenced('t2')] })).attachments).toMatchObject([
      { status: { fenced: true } },
    ]);
  });

  test('frees the volume and finishes the job when every target is fenced, with the client offline', () => {
    const now = world({ attachments: [revoking()], nodes: [node('t1'), node('t2'), silent('c1')], reports: [fenced('t1'), fenced('t2')] });
    const next = advance(now);
    expect(next.attachments).toMatchObject([{ status: { state: 'revoked', fenced: true } }]);
    expect(epochJobView(job('attachment.revoke', 'a'), now, next).state).toBe('done');
  });

  test('waits for every target, but not for the client, when the client is declared off (S13)', () => {
    const off = { spec: { revoked: revocation({ clientIsOff: true }) } };
    expect(advance(world({ attachments: [revoking(off)], reports: [fenced('t1')] })).attachments).toMatchObject([
      { status: { fenced: false } },
    ]);
    expect(advance(world({ attachments: [revoking(off)], reports: [fenced('t1'), fenced('t2')] })).removedAttachmentIds).toEqual(['a']);
  });

  test('keeps the attachment until the client and the target declared off have reported (S13)', () => {
    const reports = [fenced('t1')];
    const [next] = advance(world({ attachments: [revoking({}, ['t2'])], reports })).attachments;
    expect(next).toMatchObject({
      status: {
        state: 'revoked',
        fenced: true,
        conditions: [{ type: 'Fenced', status: 'true', message: expect.stringMatching(/fence pending at t2.*c1 has not reported/) }],
      },
    });
    const clientGone = report('c1', 'attachment', 'a', { present: false, available: false });
    expect(advance(world({ attachments: [revoking({}, ['t2'])], reports: [...reports, clientGone] })).removedAttachmentIds).toEqual([]);
    expect(
      advance(world({ attachments: [revoking({}, ['t2'])], reports: [...reports, clientGone, fenced('t2')] })).removedAttachmentIds,
    ).toEqual(['a']);
  });

  test('orders the removal of a left-out leg, as a new order, once its target confirms the fence', () => {
    const left = newEpoch(volume(), [revoking({}, ['t2'])], { givenUp: new Set(['leg-1']), now: NOW, revokedAttachmentId: 'a' }).volume;
    const before = world({ volume: left, attachments: [revoking({}, ['t2'])], reports: [fenced('t1')] });
    expect(advance(before).volume.obsoleteLegs).toMatchObject([
      { id: 'leg-1', spec: { why: 'fence-pending', desired: 'present' }, status: { fencedFrom: 'a' } },
    ]);
    const after = advance(world({ volume: left, attachments: [revoking({}, ['t2'])], reports: [fenced('t1'), fenced('t2')] })).volume;
    expect(after.obsoleteLegs).toMatchObject([{ spec: { desired: 'absent', orderGeneration: 5 } }]);
    expect(legOrders(left, after, new Map([['t2', 9]]))?.obsoleteLegs).toMatchObject([{ spec: { orderGeneration: 9 } }]);
  });

  test('assigns the old client the reason, its own epoch and array, and all its former legs', () => {
    const revoked = revoking({}, ['t2']);
    const left = newEpoch(volume(), [revoked], { givenUp: new Set(['leg-1']), now: NOW, revokedAttachmentId: 'a' }).volume;
    expect(assignmentOf('c1', left, [revoked]).attachments).toMatchObject([
      {
        desired: 'detached',
        revoked: expect.stringContaining('admin'),
        epoch: 1,
        array: { uuid: 'u', create: false, previousUuid: null },
        legs: [{ legId: 'leg-0' }, { legId: 'leg-1' }],
      },
    ]);
  });
});

describe('advance: growth (S2)', () => {
  const size = 2 ** 31;
  const growing = () =>
    volume({
      legs: [leg(0, 't1', { spec: { sizeBytes: size } }), leg(1, 't2', { spec: { sizeBytes: size } })],
      growth: {
        spec: { toSizeBytes: 2 ** 30, legs: ['leg-0', 'leg-1'].map((legId) => ({ legId, fromSizeBytes: 2 ** 30, toDataBytes: 2 ** 30 })) },
        status: { legsGrown: false },
      },
    });
  const grown = (nodeId: string, id: string, change = {}) => report(nodeId, 'leg', id, { sizeBytes: size, ...change });

  test.each([
    ['of the old size', { sizeBytes: 2 ** 30 }],
    ['not wiped in its new size', { wiped: false }],
  ])('assigns clients the old size while one leg is %s', (_, change) => {
    const reports = [grown('t1', 'leg-0'), grown('t2', 'leg-1', change)];
    const next = advance(world({ volume: growing(), attachments: [attachment()], reports })).volume;
    expect(next.spec.sizeBytes).toBe(2 ** 29);
    expect(assignmentOf('c1', next, [attachment()]).attachments).toMatchObject([
      { sizeBytes: 2 ** 29, legs: [{ sizeBytes: 2 ** 30, dataBytes: 2 ** 29 }, { sizeBytes: 2 ** 30 }] },
    ]);
    expect(assignmentOf('t1', next, [attachment()]).legs).toMatchObject([{ sizeBytes: size }]);
  });

  test('orders the new size once every leg is wiped, and finishes once the clients apply it', () => {
    const reports = [grown('t1', 'leg-0'), grown('t2', 'leg-1')];
    const now = world({ volume: growing(), attachments: [attachment()], reports: [...reports, report('c1', 'attachment', 'a')] });
    const next = advance(now);
    expect(next).toMatchObject({
      volume: { spec: { sizeBytes: 2 ** 30 }, growth: { status: { legsGrown: true } } },
      attachments: [{ generation: 2 }],
    });
    expect(epochJobView(job('volume.grow', 'v'), now, next).state).toBe('running');
    const ordered = next.attachments.map((each) => ({ ...each, spec: { ...each.spec, orderGeneration: 6 } }));
    const old = world({ volume: next.volume, attachments: ordered, reports: [...reports, report('c1', 'attachment', 'a')] });
    expect(advance(old).volume.growth).not.toBeNull();
    const done = world({
      volume: next.volume,
      attachments: ordered,
      reports: [...reports, report('c1', 'attachment', 'a', {}, { generation: 6 })],
    });
    expect(advance(done).volume.growth).toBeNull();
    expect(epochJobView(job('volume.grow', 'v'), done, advance(done)).state).toBe('done');
  });

  test('waits for the replacement of a leg that was lost before it grew, not for the lost leg', () => {
    const { legs, ...rest } = growing();
    const joining = leg(1, 'c1', {
      id: 'leg-new',
      spec: { role: 'joining', sizeBytes: size },
      status: { inSync: false, state: 'creating' },
    });
    const replacing = {
      ...rest,
      legs: legs.flatMap((each) => (each.index === 1 ? [{ ...each, spec: { ...each.spec, role: 'leaving' as const } }, joining] : [each])),
    };
    const made = (change = {}) => [grown('t1', 'leg-0'), grown('c1', 'leg-new', change)];
    const nodes = [node('t1'), silent('t2'), node('c1')];
    const at = (reports: ReturnType<typeof grown>[]) => world({ volume: replacing, nodes, reports });
    expect(advance(at(made({ wiped: false }))).volume).toMatchObject({ growth: { status: { legsGrown: false } } });
    expect(advance(at([grown('c1', 'leg-new')])).volume).toMatchObject({ growth: { status: { legsGrown: false } } });
    expect(advance(at(made())).volume).toMatchObject({ growth: { status: { legsGrown: true } }, spec: { sizeBytes: 2 ** 30 } });
    const shown = epochJobView(job('volume.grow', 'v'), at(made({ wiped: false })), advance(at(made({ wiped: false }))));
    expect(shown.steps.map(({ name, node: on }) => [name, on])).toEqual([
      ['extend and wipe leg 0', 't1'],
      ['create and wipe leg 1', 'c1'],
    ]);
  });

  test('does not wait for a client that is detached, nor gives it a new order', () => {
    const leaving = attachment({ spec: { desired: 'detached' }, status: { state: 'detaching' } });
    const reports = [grown('t1', 'leg-0'), grown('t2', 'leg-1')];
    const next = advance(world({ volume: growing(), attachments: [leaving], reports }));
    expect(next.attachments).toMatchObject([{ generation: 1 }]);
    expect(advance(world({ volume: next.volume, attachments: [leaving], reports })).volume.growth).toBeNull();
  });

  test('finishes the growth of a detached volume once its legs have grown', () => {
    const reports = [grown('t1', 'leg-0'), grown('t2', 'leg-1')];
    const once = advance(world({ volume: growing(), reports })).volume;
    expect(advance(world({ volume: once, reports })).volume).toMatchObject({ growth: null, spec: { sizeBytes: 2 ** 30 } });
  });

  test('remembers that the array of a detached volume has its old size, until a client that may write has grown it (sweep seed 156)', () => {
    const reports = [grown('t1', 'leg-0'), grown('t2', 'leg-1'), report('c1', 'attachment', 'a')];
    const next = (of: VolumeDocument, attachments: AttachmentDocument[] = []) =>
      advance(world({ volume: of, attachments, reports })).volume;
    const detached = next(next(growing()));
    expect(detached.array?.status).toMatchObject({ created: true, isShort: true });
    expect(next(detached).array?.status.isShort).toBe(true);
    expect(next(detached, [attachment({ spec: { mode: 'readonly' } })]).array?.status.isShort).toBe(true);
    expect(next(detached, [attachment()]).array?.status).toEqual({ created: true });
    // A client that had it attached all the time has grown it, and an array that was never made is made in the new size.
    expect(next(next(growing(), [attachment()]), [attachment()]).array?.status.isShort).toBeUndefined();
    const { array, ...rest } = growing();
    const unmade = array && { ...rest, array: { ...array, status: { created: false } } };
    expect(unmade && next(next(unmade)).array?.status.isShort).toBeUndefined();
  });

  describe('with a leg appended to a concatenation', () => {
    const spec = { ...volume().spec, protection: 'concatenated' as const, sizeBytes: 2 ** 30 };
    const appended = leg(2, 't2', { id: 'leg-new', spec: { dataBytes: 0 }, status: { state: 'creating' } });
    const growing = (legsGrown: boolean) =>
      volume({
        spec,
        array: null,
        legs: [leg(0, 't1'), leg(1, 't2'), appended],
        growth: {
          spec: { toSizeBytes: 2 ** 31, legs: [{ legId: 'leg-new', fromSizeBytes: 0, toDataBytes: 2 ** 30 }] },
          status: { legsGrown },
        },
      });
    const holder = attachment({
      exports: attachment().exports.map((each) =>
        each.nodeId === 't2'
          ? { ...each, spec: { ...each.spec, namespaces: [...each.spec.namespaces, { nsid: 2, legId: 'leg-new' }] } }
          : each,
      ),
    });
    const enabled = (nodeId: string, legId: string) =>
      report(nodeId, 'export', 'a', {
        namespaces: [{ nsid: 1, legId, enabled: true }],
        portals: [{ address: '10.0.0.1', serviceId: 10_000, linked: true }],
      });
    const path = (legId: string) => ({ legId, storageNetwork: 'a', address: '10.0.0.1', controllerState: 'live' });
    const running = [
      report('t1', 'leg', 'leg-0'),
      report('t2', 'leg', 'leg-1'),
      enabled('t1', 'leg-0'),
      enabled('t2', 'leg-1'),
      report('c1', 'attachment', 'a', { paths: [path('leg-0'), path('leg-1')] }),
    ];

    test('exports a leg that is not wiped yet, hides it from the client, and keeps the health', () => {
      for (const nodes of [
        undefined,
        [node('t1'), node('c1'), node('t2'), node('t3', { status: { connection: { state: 'lost', since: NOW, serverId: null } } })],
      ]) {
        const legs = growing(false).legs.map((each) => (nodes && each === appended ? { ...each, nodeId: 't3', nodeName: 't3' } : each));
        const next = advance(
          world({ volume: { ...growing(false), legs }, attachments: [holder], reports: running, ...(nodes ? { nodes } : {}) }),
        );
        expect(next.volume).toMatchObject({
          growth: { status: { legsGrown: false } },
          spec: { sizeBytes: 2 ** 30 },
          status: { health: 'healthy' },
        });
        expect(assignmentOf('c1', next.volume, [holder]).attachments[0]).toMatchObject({
          sizeBytes: 2 ** 30,
          legs: [{ index: 0 }, { index: 1 }],
        });
        expect(assignmentOf('t2', next.volume, [holder]).exports[0]?.namespaces.map(({ legId }) => legId)).toContain('leg-new');
      }
    });

    test('assigns a wiped leg to the client, and counts it in the health once the client applies it', () => {
      const next = advance(world({ volume: growing(false), attachments: [holder], reports: [...running, report('t2', 'leg', 'leg-new')] }));
      expect(next.volume).toMatchObject({
        growth: { status: { legsGrown: true } },
        spec: { sizeBytes: 2 ** 31 },
        status: { health: 'healthy' },
      });
      expect(assignmentOf('c1', next.volume, next.attachments).attachments[0]).toMatchObject({
        sizeBytes: 2 ** 31,
        legs: [{ index: 0 }, { index: 1 }, { index: 2, sizeBytes: 2 ** 30, dataBytes: 2 ** 30 }],
      });
      const ordered = next.attachments.map((each) => ({ ...each, spec: { ...each.spec, orderGeneration: 6 } }));
      const connecting = world({ volume: next.volume, attachments: ordered, reports: [...running, report('t2', 'leg', 'leg-new')] });
      expect(advance(connecting).volume).toMatchObject({ growth: { status: { legsGrown: true } }, status: { health: 'healthy' } });
      const taken = report('c1', 'attachment', 'a', { paths: [path('leg-0'), path('leg-1')] }, { generation: 6 });
      const [reports] = [[...running.slice(0, -1), taken, report('t2', 'leg', 'leg-new')]];
      expect(advance(world({ volume: next.volume, attachments: ordered, reports })).volume).toMatchObject({
        growth: null,
        status: { health: 'stalled' },
      });
    });
  });
});
