import { describe, expect, test } from 'vitest';
import { jobView } from '../job-views/job-view.js';
import { attachment, job, leg, NOW, node, volume, word, world } from '../world/worlds.fixture.js';
import { advance } from './advance.js';

const creating = () =>
  volume({
    state: 'creating',
    legs: [leg(0, 't1', { state: 'creating' }), leg(1, 't2', { state: 'creating' })],
    array: { uuid: 'u', dataOffsetBytes: 8_388_608, created: false },
  });
const deleting = () => volume({ state: 'deleting', legs: [leg(0, 't1', { desired: 'absent' }), leg(1, 't2', { desired: 'absent' })] });
const gone = (nodeId: string, id: string, change = {}) => word(nodeId, 'leg', id, { present: false, wiped: false }, change);

describe('a volume', () => {
  test('given every leg reported present and wiped, then it is available and its job done', () => {
    const now = world({ volume: creating(), words: [word('t1', 'leg', 'leg-0'), word('t2', 'leg', 'leg-1')] });
    const next = advance(now);
    expect(next.volume).toMatchObject({ state: 'available', legs: [{ state: 'ready' }, { state: 'ready' }] });
    expect(jobView(job('volume.create', 'v'), now, next)).toMatchObject({ state: 'done' });
  });

  test.each([
    ['present but not wiped (S2)', word('t2', 'leg', 'leg-1', { wiped: false })],
    ['said before its last restart (S12)', word('t2', 'leg', 'leg-1', {}, { bootId: 'boot-0' })],
    ['said of an older generation than the order (S12)', word('t2', 'leg', 'leg-1', {}, { generation: 4 })],
  ])('given one leg %s, then it stays creating', (_, second) => {
    expect(advance(world({ volume: creating(), words: [word('t1', 'leg', 'leg-0'), second] })).volume.state).toBe('creating');
  });

  test('given a silent target, then the job waits and names it with what would unblock it (S10)', () => {
    const now = world({
      volume: creating(),
      nodes: [node('t1'), node('t2', { connection: { state: 'lost', since: NOW, serverId: null } }), node('c1')],
      words: [word('t1', 'leg', 'leg-0')],
    });
    expect(jobView(job('volume.create', 'v'), now, advance(now))).toMatchObject({
      state: 'waiting',
      waitingFor: [{ node: 't2', unblockedBy: 'the agent of t2 connecting to a server again' }],
    });
  });

  test('given every leg reported gone, then it is removed', () => {
    const now = world({ volume: deleting(), words: [gone('t1', 'leg-0'), gone('t2', 'leg-1')] });
    expect(advance(now).volumeRemoved).toBe(true);
    expect(jobView(job('volume.delete', 'v'), now, advance(now)).state).toBe('done');
  });

  test('given a leg reported gone by a machine that has restarted since, then it is not removed (S12)', () => {
    expect(
      advance(world({ volume: deleting(), words: [gone('t1', 'leg-0'), gone('t2', 'leg-1', { bootId: 'boot-0' })] })).volumeRemoved,
    ).toBe(false);
  });

  test('given the first report of its array, then that is recorded, even if the report is of an older generation', () => {
    const now = world({
      volume: volume({ array: { uuid: 'u', dataOffsetBytes: 8_388_608, created: false } }),
      attachments: [attachment()],
      words: [word('c1', 'attachment', 'a', {}, { generation: 1 })],
    });
    expect(advance(now).volume.array?.created).toBe(true);
  });

  describe('S4, S11: which legs are in sync', () => {
    const path = (legId: string) => ({ legId, storageNetwork: 'a', address: '10.0.0.1', controllerState: 'live' });
    const member = (legId: string, flags: string[]) => ({ legId, flags, slot: 0, errors: 0, badBlocks: 0, events: null });
    const after = (degraded: number, members: ReturnType<typeof member>[], uuid = 'u') => {
      const sync = { state: 'active', syncAction: 'idle', syncProgressRatio: null, syncSpeedBytesPerSecond: null };
      const array = { uuid, degraded, members, ...sync };
      return advance(
        world({ attachments: [attachment()], words: [word('c1', 'attachment', 'a', { array, paths: [path('leg-0'), path('leg-1')] })] }),
      ).volume;
    };

    test('given an array that lost a member, then that leg is out of sync and the volume degraded', () => {
      const volumeAfter = after(1, [member('leg-0', ['in_sync']), member('leg-1', ['faulty'])]);
      expect(volumeAfter).toMatchObject({ health: 'degraded', legs: [{ inSync: true }, { inSync: false }] });
    });

    test('given a member that is only out of sight, while md counts none as lost, then nothing is concluded', () => {
      expect(after(0, [member('leg-0', ['in_sync'])]).legs).toMatchObject([{ inSync: true }, { inSync: true }]);
    });

    test('takes nothing from an array of another UUID', () => {
      const foreign = after(1, [member('leg-0', ['in_sync']), member('leg-1', ['faulty'])], 'another');
      expect(foreign.legs).toMatchObject([{ inSync: true }, { inSync: true }]);
    });

    test('given both sides lost at once, then both stay in sync: neither may be started without the other being asked for', () => {
      expect(after(2, [member('leg-0', ['faulty']), member('leg-1', ['faulty'])]).legs).toMatchObject([{ inSync: true }, { inSync: true }]);
    });
  });
});

describe('an attachment', () => {
  const detaching = () => attachment({ state: 'detaching', desired: 'detached' });

  test('given the client reports the device, then it is attached', () => {
    const now = world({ attachments: [attachment({ state: 'attaching' })], words: [word('c1', 'attachment', 'a')] });
    expect(advance(now).attachments).toMatchObject([{ state: 'attached' }]);
    expect(jobView(job('attachment.attach', 'a'), now, advance(now)).state).toBe('done');
  });

  test('given the client reports no trace of it, then its exports are withdrawn and not before', () => {
    expect(advance(world({ attachments: [detaching()], words: [word('c1', 'attachment', 'a')] })).attachments).toMatchObject([
      { state: 'detaching', exports: [{ desired: 'exported' }, { desired: 'exported' }] },
    ]);
    const next = advance(
      world({ attachments: [detaching()], words: [word('c1', 'attachment', 'a', { present: false, available: false })] }),
    );
    expect(next.attachments).toMatchObject([{ state: 'unexporting', exports: [{ desired: 'absent' }, { desired: 'absent' }] }]);
  });

  test('given an open device, then it is wanted again and the job has failed naming the process', () => {
    const reason = {
      code: 'device-busy',
      message: 'open on c1 by fio (pid 7)',
      processes: [{ pid: 7, command: 'fio', via: 'open-file' as const, path: '/dev/weft/db' }],
    };
    const now = world({ attachments: [detaching()], words: [word('c1', 'attachment', 'a', { open: true }, { state: 'refused', reason })] });
    const next = advance(now);
    expect(next.attachments).toMatchObject([{ state: 'attached', desired: 'attached', generation: 2 }]);
    expect(jobView(job('attachment.detach', 'a'), now, next)).toMatchObject({
      state: 'failed',
      error: { code: 'device-busy', message: 'open on c1 by fio (pid 7)' },
    });
  });

  test('given every target reports its export gone, then it is removed; with one silent it is not', () => {
    const unexporting = () => {
      const { exports, ...rest } = detaching();
      return { ...rest, state: 'unexporting' as const, exports: exports.map((each) => ({ ...each, desired: 'absent' as const })) };
    };
    const both = world({ attachments: [unexporting()], words: ['t1', 't2'].map((id) => word(id, 'export', 'a', { present: false })) });
    expect(advance(both).removedAttachmentIds).toEqual(['a']);
    expect(jobView(job('attachment.detach', 'a'), both, advance(both)).state).toBe('done');
    expect(
      advance(world({ attachments: [unexporting()], words: [word('t1', 'export', 'a', { present: false })] })).removedAttachmentIds,
    ).toEqual([]);
  });

  test('given it is not to be re-attached, when its client has restarted, then it is detached', () => {
    const nodes = [node('t1'), node('t2'), node('c1', { bootId: 'boot-2' })];
    expect(advance(world({ attachments: [attachment({ reattach: false })], nodes })).attachments).toMatchObject([
      { state: 'detaching', desired: 'detached' },
    ]);
    expect(advance(world({ attachments: [attachment()], nodes })).attachments).toMatchObject([{ state: 'attached', desired: 'attached' }]);
  });
});

test('given nothing new, then nothing changes: the same documents come back', () => {
  const now = world({
    attachments: [attachment()],
    words: [word('t1', 'leg', 'leg-0'), word('t2', 'leg', 'leg-1'), word('c1', 'attachment', 'a')],
  });
  const once = advance(now);
  const twice = advance(
    world({
      volume: once.volume,
      attachments: once.attachments,
      words: [word('t1', 'leg', 'leg-0'), word('t2', 'leg', 'leg-1'), word('c1', 'attachment', 'a')],
    }),
  );
  expect(twice.volume).toEqual(once.volume);
  expect(twice.attachments).toEqual(once.attachments);
});

test('given a mirror with a leg that does not come back, when its client has the device all the same, then it is attached: only in use the leg is replaced', () => {
  const waits = (code: string) => ({ state: 'waiting' as const, reason: { code, message: '' } });
  const said = (code: string, available = true) =>
    advance(
      world({ attachments: [attachment({ state: 'attaching' })], words: [word('c1', 'attachment', 'a', { available }, waits(code))] }),
    ).attachments[0]?.state;
  expect([
    said('leg-not-taken'),
    said('leg-not-grown'),
    said('array-not-whole'),
    said('device-stale'),
    said('leg-not-grown', false),
  ]).toEqual(['attached', 'attached', 'attached', 'attaching', 'attaching']);
});
