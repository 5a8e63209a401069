import { describe, expect, it } from 'vitest';
import { NO_FACTS } from '../../ledger/facts.js';
import { reason } from '../../reason/reason.js';
import { id } from '../../testing/example-cluster.js';
import { exampleMirror, type Half, type MirrorChange } from '../../testing/example-mirror.js';
import { foreignStart, isForked, legsInDoubt } from './foreign-start.js';
import { heldBy } from './plan-detach.js';

const member = (device: string, flags: string[]) => ({ device, flags, slot: null, errors: 0, badBlocks: 0 });
const refusal = (halves: Half[], change: MirrorChange = {}, more: ReturnType<typeof member>[] = []) => {
  const { attachment, running, trace, probe, world } = exampleMirror(halves, change);
  const found = foreignStart(attachment, { ...running, members: [...running.members, ...more] }, trace, probe, world.facts);
  const held = { ...heldBy(attachment, []), array: running.device };
  return found && reason('foreign-start', { ...held, ...found }).message;
};
/** The ledger knows this start, with these legs in sync. */
const known = (change: object = {}, legs = [0, 1, 2, 3]) => {
  const fact = { attachmentId: id('attachment', 1), epoch: 1, uuid: id('array', 1), start: 'boot-1 md127 -' };
  const array = { ...fact, inSyncLegs: legs.map((leg) => id('leg', leg)), ...change };
  return { around: { facts: { ...NO_FACTS, arrays: { [id('volume', 1)]: array } } } };
};
const OUT: Half = { md: null };
const LEG_1 = /runs without leg 1 on node t2/;

describe('foreignStart', () => {
  it('adopts an array with every leg, and refuses one with a non-faulty member that is no leg', () => {
    expect(refusal([{}, {}, {}, {}])).toBeUndefined();
    for (const flags of [['in_sync'], ['spare']])
      expect(refusal([{}, {}, {}, {}], {}, [member('nvme9n1', flags)])).toContain('has member nvme9n1');
    expect(refusal([{}, {}, {}, {}], {}, [member('nvme9n1', ['faulty'])])).toBeUndefined();
  });

  it('refuses a start without an in-sync leg, unless that leg is reachable and not newer (S4)', () => {
    expect(refusal([{}, OUT, {}, {}])).toMatch(LEG_1);
    expect(refusal([{}, { ...OUT, superblock: null }, {}, {}])).toContain('may be newer');
    expect(refusal([{}, { ...OUT, superblock: { uuid: id('array', 2) } }, {}, {}])).toContain('and is newer');
    expect(refusal([{}, { ...OUT, superblock: {}, live: false }, {}, {}])).toContain('may be newer');
    expect(refusal([{}, { ...OUT, superblock: {} }, {}, {}])).toBeUndefined();
    expect(refusal([{}, { ...OUT, inSync: false }, {}, {}])).toBeUndefined();
  });

  it('refuses a start when the absent leg recorded its running partner as missing', () => {
    expect(refusal([{}, { ...OUT, superblock: { arrayState: '.AAA' } }, {}, {}])).toContain('and is newer');
    expect(refusal([{}, { ...OUT, superblock: { arrayState: 'AA.A' } }, {}, {}])).toBeUndefined();
    // Another leg now has its slot.
    const leaving: Half = { ...OUT, role: 'leaving', superblock: { arrayState: 'A.AA' } };
    expect(refusal([{}, leaving, {}, {}, { index: 1, role: 'joining', inSync: true }])).toBeUndefined();
  });

  it('refuses a start with a spare leg, and adopts one whose leg failed in this array', () => {
    expect(refusal([{}, { md: { flags: ['spare'] } }, {}, {}])).toMatch(LEG_1);
    expect(refusal([{}, { md: { flags: ['in_sync', 'faulty'] } }, {}, {}])).toBeUndefined();
    expect(refusal([{}, OUT, { md: { flags: ['faulty'] } }, {}])).toMatch(LEG_1);
  });

  it('matches one failed member without a leg to one leg without a device', () => {
    const gone: Half = { md: null, head: false };
    const failed = [member('nvme9n1', ['faulty'])];
    expect(refusal([{}, gone, {}, {}], {}, failed)).toBeUndefined();
    expect(refusal([{}, gone, {}, gone], {}, failed)).toContain('runs without leg 3');
    expect(refusal([{}, gone, { md: { flags: ['faulty'] } }, {}])).toMatch(LEG_1);
    expect(refusal([{}, gone, {}, {}])).toMatch(LEG_1);
  });

  it('adopts a start again only if it is stored for the same attachment and array', () => {
    expect(refusal([{}, OUT, {}, {}], known())).toBeUndefined();
    for (const other of [{ start: 'boot-1 md127 7' }, { uuid: id('array', 2) }, { attachmentId: id('attachment', 2) }])
      expect(refusal([{}, OUT, {}, {}], known(other))).toMatch(LEG_1);
  });

  it('legsInDoubt lists absent legs that the ledger, else the server, knows in sync', () => {
    const doubts = (halves: Half[], change: MirrorChange = {}) => {
      const { attachment, running, trace, world } = exampleMirror(halves, change);
      return legsInDoubt(attachment, running, trace, world.facts).map(({ index }) => index);
    };
    expect(doubts([{}, OUT, { ...OUT, inSync: false }, {}])).toEqual([1]);
    expect(doubts([{}, OUT, { ...OUT, inSync: false }, {}], known({ start: 'other' }, [0, 2, 3]))).toEqual([2]);
    expect(doubts([{}, OUT, {}, {}], known())).toEqual([]);
  });
});

const forked = (halves: Half[], own: number, arrayState: string | null, change: MirrorChange = {}) => {
  const { attachment, running, trace, probe, world } = exampleMirror(halves, change);
  const leg = attachment.legs[own] ?? expect.fail();
  const superblock = probe.superblocks?.get(`/dev/nvme${own}n1`);
  return isForked(attachment, { leg, superblock: superblock && { ...superblock, arrayState } }, running, trace, world.facts);
};
it('isForked is true only when a leg recorded its in-sync partner as missing', () => {
  const out: Half = { ...OUT, superblock: {} };
  const of = (partner: Half, arrayState: string | null) => forked([partner, out, {}, {}], 1, arrayState);
  expect([of({}, '.AAA'), of({}, 'A.AA'), of({}, 'AAAA'), of({}, null)]).toEqual([true, false, false, false]);
  expect(of({ md: { flags: ['spare'] } }, '.AAA')).toBe(false);
});

describe('three halves: leg 2 was lost, then leg 1; leg 2 is back', () => {
  const array = { level: 'raid1', copies: 3 } as const;
  const halves: Half[] = [{}, { ...OUT, superblock: { deviceRole: 'Active device 1' } }, {}];
  const stayed = (...legs: number[]) => known({ stayed: { [id('leg', 1)]: legs.map((leg) => id('leg', leg)) } }, [0, 2]);

  it('takes leg 1 back if the ledger has leg 0 in sync beside it ever since (S4)', () => {
    expect(forked(halves, 1, 'AA.', { array, ...stayed(0) })).toBe(false);
    expect(forked(halves, 1, 'AAA', { array })).toBe(false);
  });

  it('leaves leg 1 alone if no such leg is known, or it lists none of the legs that stayed (S4)', () => {
    expect(forked(halves, 1, 'AA.', { array })).toBe(true);
    expect(forked(halves, 1, 'AA.', { array, ...stayed(2) })).toBe(true);
    expect(forked(halves, 1, '.A.', { array, ...stayed(0) })).toBe(true);
    expect(forked([{ ...OUT }, ...halves.slice(1)], 1, 'AA.', { array, ...stayed(0) })).toBe(true);
  });

  it('compares slots, not indexes: md may have given a leg another slot of its set', () => {
    const moved: Half[] = [{}, { md: { slot: 2 } }, { ...OUT, superblock: { deviceRole: 'Active device 1' } }];
    expect(forked(moved, 2, 'AA.', { array })).toBe(true);
    expect(forked(moved, 2, 'AAA', { array })).toBe(false);
  });
});

describe('foreignStart of three halves, all in sync by the list (S4, S11)', () => {
  const array = { level: 'raid1', copies: 3 } as const;
  const out = (role: number, arrayState: string): Half => ({ ...OUT, superblock: { deviceRole: `Active device ${role}`, arrayState } });

  it('adopts a start on the last leg: each of the others lists it, or is older than one that does', () => {
    expect(refusal([out(0, 'AAA'), out(1, '.AA'), {}], { array })).toBeUndefined();
    // 2 was lost, then 1; 2 came back from 0; then 0 was lost.
    expect(refusal([out(0, 'A.A'), out(1, 'AA.'), {}], { array })).toBeUndefined();
  });

  it('refuses a start without a leg that ran without it', () => {
    expect(refusal([{ ...OUT, inSync: false }, out(1, 'AA.'), {}], { array })).toContain('and is newer');
    expect(refusal([out(0, 'AA.'), out(1, 'AA.'), {}], { array })).toContain('and is newer');
  });
});
