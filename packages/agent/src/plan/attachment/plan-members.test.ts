import { describe, expect, it } from 'vitest';
import type { MdMember } from '../../host/host.js';
import { NO_FACTS } from '../../ledger/facts.js';
import { reason } from '../../reason/reason.js';
import { id } from '../../testing/example-cluster.js';
import { exampleMirror, type Half, type MirrorChange } from '../../testing/example-mirror.js';
import { planMembers, strayDevices } from './plan-members.js';

const OUT = { flags: ['faulty'], slot: null };
const OURS = {};
const BAD = { badBlocks: 3 };

/** Changes as `operation device`, and codes by leg number. */
function plan(halves: Half[], more: MirrorChange = {}) {
  const { attachment, array, running, trace, world } = exampleMirror(halves, more);
  const { changes, reasons } = planMembers(attachment, array, running, trace, world);
  for (const operation of changes.flat()) expect(operation).toMatchObject({ uuid: id('array', 1) });
  const words = (operation: (typeof changes)[number][number]) =>
    [
      operation.op,
      'old' in operation && operation.old,
      'member' in operation && operation.member,
      'device' in operation && operation.device,
    ]
      .filter((each) => typeof each === 'string')
      .join(' ');
  return {
    changes: changes.map((each) => each.map(words)),
    codes: [...reasons].map(([legId, { code }]) => `${Number(legId.slice(-2))} ${code}`),
    messages: [...reasons.values()].map(({ message }) => message).join('; '),
    nodes: [...reasons.values()].map(({ node }) => node),
  };
}

describe('planMembers of an active member whose device is gone', () => {
  const gone = (more: Half = {}, partner: Half = {}, change: MirrorChange = {}) =>
    plan([partner, { head: false, live: false, ...more }, {}, {}], change).changes;

  it('fails it, whether its leg is away or back under another name', () => {
    expect(gone()).toEqual([['fail-gone-member nvme1n1']]);
    const old = { device: 'nvme1n1', flags: ['in_sync'], slot: 1, errors: 0, badBlocks: 0 };
    const { changes } = plan([{}, { md: { ...old, device: 'nvme9n1' }, superblock: OURS }, {}, {}]);
    expect(changes).toEqual([['fail-gone-member nvme9n1'], ['re-add-member /dev/nvme1n1']]);
  });

  it('leaves it alone without a reachable active partner in its mirror', () => {
    expect(gone({}, { live: false })).toEqual([]);
    expect(gone({}, { md: OUT })).toEqual([]);
    expect(gone({}, { head: false, live: false })).toEqual([]);
  });

  it('leaves failed, read-only and broken ones alone', () => {
    expect(gone({ md: OUT })).toEqual([['remove-member nvme1n1']]);
    expect(gone({}, {}, { mode: 'readonly' })).toEqual([]);
    expect(gone({}, {}, { running: { state: 'broken' } })).toEqual([]);
  });
});

describe('planMembers of a leg that is out of its array', () => {
  const out = (half: Half, more: MirrorChange = {}) => plan([{}, half, {}, {}], { ...more, running: { degraded: 1, ...more.running } });

  it('plans nothing for an array with all members', () => {
    expect(plan([{}, {}, {}, {}])).toMatchObject({ changes: [], codes: [] });
    expect(plan([{ live: false }, {}, {}, {}])).toMatchObject({ changes: [], codes: [] });
  });

  it('removes a failed member and re-adds it with its own superblock (S4)', () => {
    expect(out({ md: OUT, superblock: OURS })).toMatchObject({
      changes: [['remove-member nvme1n1', 're-add-member /dev/nvme1n1']],
      codes: [],
    });
    expect(out({ md: null, superblock: OURS })).toMatchObject({ changes: [['re-add-member /dev/nvme1n1']], codes: [] });
  });

  it('waits until md releases the leg, a path is live and its superblock is read', () => {
    expect(out({ md: { flags: ['faulty'] }, superblock: OURS })).toMatchObject({ changes: [], codes: ['1 leg-failing'] });
    expect(out({ md: null, live: false })).toMatchObject({ changes: [], codes: ['1 leg-missing'], nodes: ['t2'] });
    expect(out({ md: null })).toMatchObject({ changes: [], codes: [] });
    const unread = reason('command-failed', { failure: 'mdadm ended after 30 s' });
    expect(out({ md: null, unread })).toMatchObject({ changes: [], codes: ['1 leg-unreadable'], messages: unread.message });
  });

  it.each([
    ['carries no superblock', null, 'superblock-missing'],
    ['carries another array', { uuid: id('array', 2) }, 'foreign-superblock'],
    ['was started by itself', { arrayState: '.AAA' }, 'forked-history'],
  ])('leaves a leg alone that %s (S4)', (_, superblock, code) => {
    expect(out({ md: null, superblock })).toMatchObject({ changes: [], codes: [`1 ${code}`] });
  });

  it('re-adds a leg that was not in sync by its bitmap, and never adds it as a new leg', () => {
    const halves: Half[] = [{}, { role: 'leaving' }, { role: 'joining', inSync: true }];
    for (const half of halves)
      for (const inSync of half.role === 'joining' ? [true] : [true, false]) {
        const back = { ...half, inSync, superblock: { ...OURS, events: 1 } };
        expect(out({ ...back, md: null }).changes).toEqual([['re-add-member /dev/nvme1n1']]);
        expect(out({ ...back, md: OUT }).changes).toEqual([['remove-member nvme1n1', 're-add-member /dev/nvme1n1']]);
      }
  });

  it('re-adds a leg that recorded another mirror or an absent partner as missing', () => {
    expect(out({ md: null, superblock: { arrayState: 'AA.A' } }).changes).toEqual([['re-add-member /dev/nvme1n1']]);
    expect(plan([{ md: null, live: false }, { md: null, superblock: { arrayState: '.AAA' } }, {}, {}]).changes).toEqual([
      ['re-add-member /dev/nvme1n1'],
    ]);
  });

  it('fills no new leg while no half with the data can be reached, and re-adds one that was in use', () => {
    const besideSilent = (half: Half) => plan([{ live: false }, half, {}, {}], { running: { degraded: 1 } });
    expect(besideSilent({ role: 'joining', inSync: false, md: null, superblock: null })).toMatchObject({
      changes: [],
      codes: ['1 source-unreachable'],
    });
    expect(besideSilent({ md: null, superblock: OURS }).changes).toEqual([['re-add-member /dev/nvme1n1']]);
  });

  it('holds back a flapping leg, and reports for how long', () => {
    const returns = new Map([[id('leg', 1), { count: 2, outSinceMs: 1_000, inSyncSinceMs: null, inSyncAtMs: null }]]);
    expect(out({ md: OUT, superblock: OURS }, { around: { returns, nowMs: 10_900 } })).toMatchObject({
      changes: [],
      codes: ['1 leg-flaps'],
      messages: 'leg 1 on node t2 has come and gone 2 times; it is taken back in 1 s if it stays',
    });
    expect(out({ md: OUT, superblock: OURS }, { around: { returns, nowMs: 11_000 } }).changes).toHaveLength(1);
  });

  it('plans nothing for an array that is read-only, broken or not started', () => {
    for (const running of [{ readOnly: true }, { state: 'broken' }, { state: 'inactive' }, { state: 'clear' }])
      expect(out({ md: OUT, superblock: OURS }, { running })).toMatchObject({ changes: [], codes: [] });
    expect(out({ md: OUT, superblock: OURS }, { mode: 'readonly' })).toMatchObject({ changes: [], codes: [] });
  });

  it('re-adds a joining leg that the server or the ledger knows in sync', () => {
    const back = [['re-add-member /dev/nvme1n1']];
    expect(out({ role: 'joining', inSync: true, md: null, superblock: OURS }).changes).toEqual(back);
    const array = { attachmentId: id('attachment', 1), epoch: 1, inSyncLegs: [id('leg', 1)] };
    const known = (uuid: string) => ({ facts: { ...NO_FACTS, arrays: { [id('volume', 1)]: { ...array, uuid } } } });
    expect(out({ role: 'joining', md: null, superblock: OURS }, { around: known(id('array', 1)) }).changes).toEqual(back);
    expect(out({ role: 'joining', md: null, superblock: OURS }, { around: known(id('array', 2)) }).changes).toEqual([
      ['zero-superblock /dev/nvme1n1', 'add-member /dev/nvme1n1'],
    ]);
  });
});

describe('planMembers of a leaving leg', () => {
  const leaving = (old: Half, successor: Half) =>
    plan([{}, { role: 'leaving', ...old }, {}, {}, { index: 1, role: 'joining', ...successor }], { running: { degraded: 1 } });

  it('removes the leg, and does not re-add it, once its successor has its slot', () => {
    expect(leaving({ md: OUT, superblock: OURS }, {}).changes).toEqual([['remove-member nvme1n1'], ['remove-member nvme1n1']]);
    expect(leaving({ md: null, superblock: OURS }, {}).changes).toEqual([]);
    expect(leaving({ md: { flags: ['faulty'] }, superblock: OURS }, {}).changes).toEqual([]);
  });

  const waits = { md: null, live: false };

  it('re-adds the leg while its successor is not a member, unless the leg has bad blocks', () => {
    expect(leaving({ md: null, superblock: OURS }, waits).changes).toEqual([['re-add-member /dev/nvme1n1']]);
    for (const md of [null, OUT])
      expect(leaving({ md, superblock: { badBlocks: true } }, waits)).toMatchObject({
        changes: [],
        codes: ['1 leg-unhealthy', '4 leg-missing'],
      });
  });

  it('re-adds a leg with bad blocks when no leg joins in its place', () => {
    const alone = plan([{}, { role: 'leaving', md: null, superblock: { badBlocks: true } }, {}, {}]);
    expect(alone).toMatchObject({ changes: [['re-add-member /dev/nvme1n1']], codes: [] });
    for (const beside of [
      [],
      [{ index: 1, role: 'joining' as const, md: { flags: ['spare'], slot: null } }],
      [{ index: 1, role: 'joining' as const, ...waits }],
      [{ index: 3, role: 'joining' as const, md: { flags: ['spare'] } }],
    ]) {
      const member = plan([{}, { md: null, superblock: { badBlocks: true } }, {}, {}, ...beside]);
      expect(member.changes).toEqual([['re-add-member /dev/nvme1n1']]);
    }
    const otherMirror = plan([
      {},
      { role: 'leaving', md: OUT, superblock: { badBlocks: true } },
      {},
      {},
      { index: 3, role: 'joining', md: { flags: ['spare'] } },
    ]);
    expect(otherMirror.changes).toEqual([['remove-member nvme1n1', 're-add-member /dev/nvme1n1']]);
  });
});

describe('planMembers of a joining leg', () => {
  const NEW: Half = { index: 1, role: 'joining', md: null, superblock: null };
  const joins = (half: Partial<Half> = {}, old: Half = {}, more: MirrorChange = {}) =>
    plan([{}, { role: 'leaving', ...old }, {}, {}, { ...NEW, ...half }], more);
  const degraded = { running: { degraded: 1 } };

  it('replaces a leaving leg that is still in sync', () => {
    expect(joins()).toMatchObject({ changes: [['replace-member nvme1n1 /dev/nvme4n1']], codes: [] });
    expect(joins({ superblock: OURS }).changes).toEqual([['zero-superblock /dev/nvme4n1', 'replace-member nvme1n1 /dev/nvme4n1']]);
    expect(joins({ md: { flags: ['spare'], slot: null } }).changes).toEqual([['replace-member nvme1n1 /dev/nvme4n1']]);
  });

  it('replaces the leg of its own slot, in whichever order the legs are listed', () => {
    expect(plan([{}, NEW, {}, {}, { index: 1, role: 'leaving' }]).changes).toEqual([['replace-member nvme4n1 /dev/nvme1n1']]);
    expect(plan([{ role: 'leaving' }, {}, {}, {}, { ...NEW, index: 0 }]).changes).toEqual([['replace-member nvme0n1 /dev/nvme4n1']]);
  });

  it('waits for a running recovery, another missing leg, a path and its superblock', () => {
    expect(joins({}, {}, { running: { syncAction: 'recover' } })).toMatchObject({ changes: [], codes: ['4 recovery-running'] });
    expect(joins({}, {}, degraded)).toMatchObject({ changes: [], codes: ['4 other-leg-missing'] });
    expect(joins({ live: false })).toMatchObject({ changes: [], codes: ['4 leg-missing'], nodes: ['t5'] });
    expect(joins({ superblock: undefined })).toMatchObject({ changes: [], codes: [] });
  });

  it('leaves the leg alone when it carries another array (S4)', () => {
    expect(joins({ superblock: { uuid: id('array', 2) } })).toMatchObject({ changes: [], codes: ['4 foreign-superblock'] });
  });

  it('waits while md recovers the leg, then removes the failed leg that it replaced', () => {
    expect(joins({ md: { flags: ['spare'] } }).changes).toEqual([]);
    expect(joins({ md: {} }, { md: OUT, superblock: OURS }).changes).toEqual([['remove-member nvme1n1'], ['remove-member nvme1n1']]);
    expect(joins({ md: {} }).changes).toEqual([]);
  });

  it('removes a leg that failed while it joined', () => {
    expect(joins({ md: OUT }).changes).toEqual([['remove-member nvme4n1']]);
  });

  it('adds the leg in the slot of a missing leg', () => {
    const gone = { md: null, live: false };
    expect(joins({}, gone, degraded)).toMatchObject({ changes: [['add-member /dev/nvme4n1']], codes: ['1 leg-missing'] });
    expect(joins({ superblock: OURS }, { ...gone, md: OUT }, degraded).changes).toEqual([
      ['remove-member nvme1n1', 'zero-superblock /dev/nvme4n1', 'add-member /dev/nvme4n1'],
    ]);
    expect(plan([{}, { role: 'leaving', ...gone }, {}, {}, { ...NEW, md: { flags: ['spare'], slot: null } }], degraded).changes).toEqual(
      [],
    );
  });

  it('waits until md releases the failed leg that it replaces', () => {
    expect(joins({}, { md: { flags: ['faulty'] }, live: false }, degraded)).toMatchObject({
      changes: [],
      codes: ['1 leg-missing', '4 leg-failing'],
    });
  });

  it('waits while md would give it a slot of another mirror, and removes its failed predecessor', () => {
    const legs = (old: Half): Half[] => [{ md: null, live: false }, {}, {}, { role: 'leaving', live: false, ...old }, { ...NEW, index: 3 }];
    expect(plan(legs({ md: null }), degraded)).toMatchObject({
      changes: [],
      codes: ['0 leg-missing', '3 leg-missing', '4 other-leg-missing'],
    });
    expect(plan(legs({ md: OUT }), degraded).changes).toEqual([['remove-member nvme3n1']]);
  });

  it('adds the leg to the second mirror only when no other slot is free', () => {
    const gone: Half = { role: 'leaving', md: null, live: false };
    expect(plan([{}, {}, {}, gone, { ...NEW, index: 3 }], degraded).changes).toEqual([['add-member /dev/nvme4n1']]);
    // A failed leg keeps its slot until md releases it; then md would give that slot to the new leg.
    const failed = plan([{ md: { flags: ['faulty'] }, live: false }, {}, {}, gone, { ...NEW, index: 3 }], degraded);
    expect(failed).toMatchObject({ changes: [], codes: ['0 leg-missing', '3 leg-missing', '4 other-leg-missing'] });
    // md has not noticed yet that the device of the leaving leg is gone: it has no free slot before that.
    const members = [0, 1, 2, 3].map((slot) => ({ device: `nvme${slot}n1`, flags: ['in_sync'], slot, errors: 0, badBlocks: 0 }));
    const full = plan([{}, { ...gone, head: false }, {}, {}, NEW], { running: { degraded: 1, members } });
    expect(full).toMatchObject({ changes: [['fail-gone-member nvme1n1']], codes: ['1 leg-missing', '4 other-leg-missing'] });
  });

  describe('when a leg has bad blocks', () => {
    const first = (old: Half, partner: Half = {}, more: MirrorChange = {}, others: Half[] = []) =>
      plan([{ role: 'leaving', ...old }, partner, {}, {}, { ...NEW, index: 0 }, ...others], more);

    it('fails a first leg with bad blocks when its partner has none', () => {
      expect(first({ md: BAD })).toMatchObject({ changes: [['fail-member nvme0n1']], codes: [] });
    });

    it('never fails a leg whose partner is missing, faulty or has bad blocks too', () => {
      expect(first({ md: BAD }, { md: BAD })).toMatchObject({ changes: [], codes: ['4 both-sides-bad'] });
      for (const partner of [
        { md: { flags: ['faulty'] }, live: false },
        { md: null, live: false },
      ])
        expect(first({ md: BAD }, partner)).toMatchObject({ changes: [], codes: ['1 leg-missing', '4 both-sides-bad'] });
    });

    it('never fails a leg with bad blocks when no leg joins in its place', () => {
      const other: Half = { index: 3, role: 'joining' };
      for (const role of ['member', 'leaving'] as const) {
        expect(plan([{ role, md: BAD }, {}, {}, {}])).toMatchObject({ changes: [], codes: [] });
        expect(plan([{}, { role, md: BAD }, {}, {}])).toMatchObject({ changes: [], codes: [] });
        expect(plan([{ role, md: BAD }, {}, {}, { role: 'leaving' }, { ...NEW, ...other }]).changes).toEqual([
          ['replace-member nvme3n1 /dev/nvme4n1'],
        ]);
      }
    });

    it('replaces a leg with bad blocks that is not the first', () => {
      expect(joins({}, { md: BAD })).toMatchObject({ changes: [['replace-member nvme1n1 /dev/nvme4n1']], codes: [] });
    });

    it('reports a first leg with bad blocks, and still tries to replace or add', () => {
      expect(plan([{ md: BAD }, {}, {}, { role: 'leaving' }, { ...NEW, index: 3 }])).toMatchObject({
        changes: [['replace-member nvme3n1 /dev/nvme4n1']],
        codes: ['4 first-leg-bad'],
        messages: expect.stringContaining('leg 0 on node t1 has bad blocks'),
      });
      const gone = { md: null, live: false };
      expect(plan([{ md: BAD }, { role: 'leaving', ...gone }, {}, {}, NEW], degraded)).toMatchObject({
        changes: [['add-member /dev/nvme4n1']],
        codes: ['1 leg-missing', '4 only-side-bad'],
      });
    });

    it('distinguishes a bad first leg from the last leg of a mirror', () => {
      const gone: Half = { role: 'leaving', md: null, live: false };
      expect(plan([{ md: BAD }, { role: 'leaving' }, {}, {}, NEW]).codes).toEqual(['4 first-leg-bad']);
      expect(plan([{ md: BAD }, {}, {}, gone, { ...NEW, index: 3 }], degraded).codes).toEqual(['3 leg-missing', '4 first-leg-bad']);
      const listed: Half[] = [{ index: 1 }, { index: 0, md: BAD }, { index: 2 }, { index: 3, role: 'leaving' }, { ...NEW, index: 3 }];
      expect(plan(listed).messages).toContain('leg 0 on node t2 has bad blocks');
      const second: Half[] = [{ md: null, live: false }, { role: 'leaving', md: BAD }, {}, gone, NEW, { ...NEW, index: 3 }];
      expect(plan(second, degraded).codes).toContain('4 both-sides-bad');
    });

    it('fails a bad leg in a degraded array only when it blocks a leg of another mirror', () => {
      const lacking = { running: { degraded: 1 } };
      const other: Half = { index: 3, role: 'joining', md: null, superblock: null };
      const legs = (more: Half[], partner: Half = {}): Half[] => [
        { role: 'leaving', md: BAD },
        partner,
        {},
        { role: 'leaving', md: null, live: false },
        { ...NEW, index: 0 },
        ...more,
      ];
      expect(plan(legs([other]), lacking).changes).toContainEqual(['fail-member nvme0n1']);
      expect(plan(legs([]), lacking).changes).toEqual([]);
      expect(plan(legs([{ ...other, live: false }]), lacking).changes).toEqual([]);
      expect(plan(legs([{ ...other, role: 'member' }]), lacking).changes).not.toContainEqual(['fail-member nvme0n1']);
      const sameMirror = [
        { role: 'leaving' as const, md: BAD },
        { role: 'leaving' as const, md: null, live: false },
        {},
        {},
        { ...NEW, index: 0 },
      ];
      expect(plan([...sameMirror, { ...other, index: 1 }], lacking).codes).toContain('4 other-leg-missing');
      const whole = plan(
        [{ role: 'leaving', md: {} }, {}, {}, { role: 'leaving', md: null, live: false }, { ...NEW, index: 0 }, other],
        lacking,
      );
      expect(whole.changes).not.toContainEqual(['fail-member nvme0n1']);
      const beside = plan([{ role: 'leaving', md: BAD }, {}, {}, {}, { ...NEW, index: 0 }, other], lacking);
      expect(beside.changes).not.toContainEqual(['fail-member nvme0n1']);
    });
  });
});

describe('planMembers of the array itself', () => {
  const limits = { minBytesPerSecond: 1, maxBytesPerSecond: 2 };

  it('sets the resync speed limits when the limits in force differ', () => {
    const set = (syncSpeed: typeof limits | null, syncSpeedLimits: typeof limits | null) =>
      plan([{}, {}, {}, {}], { array: { syncSpeed }, running: { syncSpeedLimits } }).changes;
    expect(set(limits, { ...limits, minBytesPerSecond: 0 })).toEqual([['set-sync-speed']]);
    expect(set(limits, { ...limits, maxBytesPerSecond: 9 })).toEqual([['set-sync-speed']]);
    expect(set(limits, { ...limits })).toEqual([]);
    expect(set(null, limits)).toEqual([]);
    expect(set(limits, null)).toEqual([]);
  });

  it('removes failed members that belong to no leg once md releases them', () => {
    const stranger = (change: Partial<MdMember>) => ({
      device: 'nvme9n1',
      flags: ['faulty'],
      slot: null,
      errors: 0,
      badBlocks: 0,
      ...change,
    });
    const beside = (change: Partial<MdMember>) => {
      const own = [0, 1, 2, 3].map((slot) => ({ device: `nvme${slot}n1`, flags: ['in_sync'], slot, errors: 0, badBlocks: 0 }));
      return plan([{}, {}, {}, {}], { running: { members: [...own, stranger(change)] } }).changes;
    };
    expect(beside({})).toEqual([['remove-member nvme9n1']]);
    expect(beside({ slot: 1 })).toEqual([]);
    expect(beside({ flags: ['spare'] })).toEqual([]);
  });

  it('strayDevices lists the devices of connected legs outside a writable array', () => {
    const strays = (halves: Half[], more: MirrorChange = {}) => {
      const { attachment, trace } = exampleMirror(halves, more);
      return strayDevices(attachment, trace);
    };
    expect(strays([{}, { md: OUT }, { md: null }, { md: null, live: false }])).toEqual(['/dev/nvme1n1', '/dev/nvme2n1']);
    expect(strays([{}, { md: OUT }, {}, {}], { running: { readOnly: true } })).toEqual([]);
    expect(strays([{}, { md: OUT }, {}, {}], { running: { uuid: id('array', 2) } })).toEqual([]);
  });
});
