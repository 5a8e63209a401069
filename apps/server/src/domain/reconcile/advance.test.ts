import { describe, expect, test } from 'vitest';
import { jobView } from '../job-views/job-view.js';
import { attachment, job, leg, NOW, node, report, volume, world } from '../world/worlds.fixture.js';
import { advance } from './advance.js';

const creating = () =>
  volume({
    legs: [leg(0, 't1', { status: { state: 'creating' } }), leg(1, 't2', { status: { state: 'creating' } })],
    array: { spec: { uuid: 'u', dataOffsetBytes: 8_388_608 }, status: { created: false } },
    status: { state: 'creating' },
  });
const deleting = () =>
  volume({
    legs: [leg(0, 't1', { spec: { desired: 'absent' } }), leg(1, 't2', { spec: { desired: 'absent' } })],
    status: { state: 'deleting' },
  });
const gone = (nodeId: string, id: string, change = {}) => report(nodeId, 'leg', id, { present: false, wiped: false }, change);

describe('advance: a volume', () => {
  test('makes the volume available and finishes its job once every leg is present and wiped', () => {
    const now = world({ volume: creating(), reports: [report('t1', 'leg', 'leg-0'), report('t2', 'leg', 'leg-1')] });
    const next = advance(now);
    expect(next.volume).toMatchObject({
      legs: [{ status: { state: 'ready' } }, { status: { state: 'ready' } }],
      status: { state: 'available' },
    });
    expect(jobView(job('volume.create', 'v'), now, next)).toMatchObject({ state: 'done' });
  });

  test.each([
    ['present but not wiped (S2)', report('t2', 'leg', 'leg-1', { wiped: false })],
    ['said before its last restart (S12)', report('t2', 'leg', 'leg-1', {}, { bootId: 'boot-0' })],
    ['said of an older generation than the order (S12)', report('t2', 'leg', 'leg-1', {}, { generation: 4 })],
  ])('keeps the volume creating while one leg is %s', (_, second) => {
    expect(advance(world({ volume: creating(), reports: [report('t1', 'leg', 'leg-0'), second] })).volume.status.state).toBe('creating');
  });

  test('waits for an offline target by name, with what unblocks the job (S10)', () => {
    const now = world({
      volume: creating(),
      nodes: [node('t1'), node('t2', { status: { connection: { state: 'lost', since: NOW, serverId: null } } }), node('c1')],
      reports: [report('t1', 'leg', 'leg-0')],
    });
    expect(jobView(job('volume.create', 'v'), now, advance(now))).toMatchObject({
      state: 'waiting',
      waitingFor: [
        {
          node: 't2',
          code: 'step-waits',
          params: {
            step: { code: 'create-leg', params: { leg: { kind: 'leg', id: 'leg-1', name: '1' } } },
            node: { kind: 'node', id: 't2', name: 't2' },
            reason: { code: 'node-silent', params: { since: NOW.toISOString() } },
            ways: [{ code: 'reconnect-agent' }],
          },
          message: `create and wipe leg 1 on t2: t2 has been offline since ${NOW.toISOString()}`,
          unblockedBy: 'the agent of t2 connecting to a server again',
        },
      ],
      steps: [
        { state: 'done', code: 'create-leg', name: 'create and wipe leg 0', nodeId: 't1' },
        { state: 'waiting', reason: { code: 'node-silent', params: { node: { name: 't2' } } } },
      ],
    });
  });

  test('removes the volume once every leg is reported removed', () => {
    const now = world({ volume: deleting(), reports: [gone('t1', 'leg-0'), gone('t2', 'leg-1')] });
    expect(advance(now).volumeRemoved).toBe(true);
    expect(jobView(job('volume.delete', 'v'), now, advance(now)).state).toBe('done');
  });

  test('keeps a volume when a target has restarted since it reported its leg removed (S12)', () => {
    expect(
      advance(world({ volume: deleting(), reports: [gone('t1', 'leg-0'), gone('t2', 'leg-1', { bootId: 'boot-0' })] })).volumeRemoved,
    ).toBe(false);
  });

  test('records the array as created on its first report, even of an older generation', () => {
    const now = world({
      volume: volume({ array: { spec: { uuid: 'u', dataOffsetBytes: 8_388_608 }, status: { created: false } } }),
      attachments: [attachment()],
      reports: [report('c1', 'attachment', 'a', {}, { generation: 1 })],
    });
    expect(advance(now).volume.array?.status.created).toBe(true);
  });

  describe('legs in sync (S4, S11)', () => {
    const path = (legId: string) => ({ legId, storageNetwork: 'a', address: '10.0.0.1', controllerState: 'live' });
    const member = (legId: string, flags: string[]) => ({ legId, flags, slot: 0, errors: 0, badBlocks: 0, events: null });
    const after = (degraded: number, members: ReturnType<typeof member>[], uuid = 'u') => {
      const sync = { state: 'active', syncAction: 'idle', syncProgressRatio: null, syncSpeedBytesPerSecond: null };
      const array = { uuid, degraded, members, ...sync };
      return advance(
        world({
          attachments: [attachment()],
          reports: [report('c1', 'attachment', 'a', { array, paths: [path('leg-0'), path('leg-1')] })],
        }),
      ).volume;
    };

    test('marks a faulty leg as out of sync and the volume as degraded', () => {
      const volumeAfter = after(1, [member('leg-0', ['in_sync']), member('leg-1', ['faulty'])]);
      expect(volumeAfter).toMatchObject({
        legs: [{ status: { inSync: true } }, { status: { inSync: false } }],
        status: { health: 'degraded' },
      });
    });

    test('keeps an unlisted member in sync while md counts no member as lost', () => {
      expect(after(0, [member('leg-0', ['in_sync'])]).legs).toMatchObject([{ status: { inSync: true } }, { status: { inSync: true } }]);
    });

    test('ignores an array with another UUID', () => {
      const foreign = after(1, [member('leg-0', ['in_sync']), member('leg-1', ['faulty'])], 'another');
      expect(foreign.legs).toMatchObject([{ status: { inSync: true } }, { status: { inSync: true } }]);
    });

    test('counts three slots of three halves, also of a vacant one', () => {
      const of = (degraded: number, legs: number[], ...inSync: string[]) => {
        const sync = { state: 'active', syncAction: 'idle', syncProgressRatio: null, syncSpeedBytesPerSecond: null };
        const array = { uuid: 'u', degraded, members: inSync.map((each) => member(each, ['in_sync'])), ...sync };
        const three = volume({ spec: { ...volume().spec, copies: 3 }, legs: legs.map((index) => leg(index, `t${index + 1}`)) });
        return advance(
          world({ volume: three, attachments: [attachment()], reports: [report('c1', 'attachment', 'a', { array, paths: [] })] }),
        ).volume?.legs.map(({ status }) => status.inSync);
      };
      expect(of(2, [0, 1, 2], 'leg-1')).toEqual([false, true, false]);
      expect(of(2, [0, 1], 'leg-1')).toEqual([false, true]);
      expect(of(1, [0, 1], 'leg-1')).toEqual([true, true]);
    });

    test('keeps both legs in sync when both are lost at once', () => {
      expect(after(2, [member('leg-0', ['faulty']), member('leg-1', ['faulty'])]).legs).toMatchObject([
        { status: { inSync: true } },
        { status: { inSync: true } },
      ]);
    });
  });
});

describe('advance: an attachment', () => {
  const detaching = () => attachment({ spec: { desired: 'detached' }, status: { state: 'detaching' } });

  test('marks the attachment attached once the client reports the device', () => {
    const now = world({ attachments: [attachment({ status: { state: 'attaching' } })], reports: [report('c1', 'attachment', 'a')] });
    expect(advance(now).attachments).toMatchObject([{ status: { state: 'attached' } }]);
    expect(jobView(job('attachment.attach', 'a'), now, advance(now)).state).toBe('done');
  });

  test('withdraws the exports only once the client reports no trace of the attachment', () => {
    expect(advance(world({ attachments: [detaching()], reports: [report('c1', 'attachment', 'a')] })).attachments).toMatchObject([
      { exports: [{ spec: { desired: 'exported' } }, { spec: { desired: 'exported' } }], status: { state: 'detaching' } },
    ]);
    const next = advance(
      world({ attachments: [detaching()], reports: [report('c1', 'attachment', 'a', { present: false, available: false })] }),
    );
    expect(next.attachments).toMatchObject([
      { exports: [{ spec: { desired: 'absent' } }, { spec: { desired: 'absent' } }], status: { state: 'unexporting' } },
    ]);
  });

  test('restores the attachment when the device is open, and fails the job with the process', () => {
    const reason = {
      code: 'device-busy',
      message: 'open on c1 by fio (pid 7)',
      processes: [{ pid: 7, command: 'fio', via: 'open-file' as const, path: '/dev/weft/db' }],
    };
    const now = world({
      attachments: [detaching()],
      reports: [report('c1', 'attachment', 'a', { open: true }, { state: 'refused', reason })],
    });
    const next = advance(now);
    expect(next.attachments).toMatchObject([{ generation: 2, spec: { desired: 'attached' }, status: { state: 'attached' } }]);
    expect(jobView(job('attachment.detach', 'a'), now, next)).toMatchObject({
      state: 'failed',
      error: { code: 'device-busy', message: 'open on c1 by fio (pid 7)' },
    });
  });

  test('removes the attachment only once every target reports its export removed', () => {
    const unexporting = () => {
      const { exports, ...rest } = detaching();
      return {
        ...rest,
        exports: exports.map((each) => ({ ...each, spec: { ...each.spec, desired: 'absent' as const } })),
        status: { ...rest.status, state: 'unexporting' as const },
      };
    };
    const both = world({ attachments: [unexporting()], reports: ['t1', 't2'].map((id) => report(id, 'export', 'a', { present: false })) });
    expect(advance(both).removedAttachmentIds).toEqual(['a']);
    expect(jobView(job('attachment.detach', 'a'), both, advance(both)).state).toBe('done');
    expect(
      advance(world({ attachments: [unexporting()], reports: [report('t1', 'export', 'a', { present: false })] })).removedAttachmentIds,
    ).toEqual([]);
  });

  test('detaches an attachment without re-attach when its client has restarted', () => {
    const nodes = [node('t1'), node('t2'), node('c1', { status: { bootId: 'boot-2' } })];
    expect(advance(world({ attachments: [attachment({ spec: { reattach: false } })], nodes })).attachments).toMatchObject([
      { spec: { desired: 'detached' }, status: { state: 'detaching' } },
    ]);
    expect(advance(world({ attachments: [attachment()], nodes })).attachments).toMatchObject([
      { spec: { desired: 'attached' }, status: { state: 'attached' } },
    ]);
  });
});

test('advance changes nothing when nothing new is reported', () => {
  const now = world({
    attachments: [attachment()],
    reports: [report('t1', 'leg', 'leg-0'), report('t2', 'leg', 'leg-1'), report('c1', 'attachment', 'a')],
  });
  const once = advance(now);
  const twice = advance(
    world({
      volume: once.volume,
      attachments: once.attachments,
      reports: [report('t1', 'leg', 'leg-0'), report('t2', 'leg', 'leg-1'), report('c1', 'attachment', 'a')],
    }),
  );
  expect(twice.volume).toEqual(once.volume);
  expect(twice.attachments).toEqual(once.attachments);
});

test('advance marks a mirror attached without one leg when the client has the device', () => {
  const waits = (code: string) => ({ state: 'waiting' as const, reason: { code, message: '' } });
  const said = (code: string, available = true) =>
    advance(
      world({
        attachments: [attachment({ status: { state: 'attaching' } })],
        reports: [report('c1', 'attachment', 'a', { available }, waits(code))],
      }),
    ).attachments[0]?.status.state;
  expect([
    said('leg-not-taken'),
    said('leg-not-grown'),
    said('array-not-whole'),
    said('device-stale'),
    said('leg-not-grown', false),
  ]).toEqual(['attached', 'attached', 'attached', 'attaching', 'attaching']);
});
