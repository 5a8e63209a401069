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

it('isForked is true only when a leg recorded its in-sync partner as missing', () => {
  const forked = (partner: Half, arrayState: string | null) => {
    const { attachment, running } = exampleMirror([partner, OUT, {}, {}]);
    return isForked(arrayState, running, attachment.legs[1] ?? expect.fail());
  };
  expect([forked({}, '.AAA'), forked({}, 'A.AA'), forked({}, 'AAAA'), forked({}, null)]).toEqual([true, false, false, false]);
  expect(forked({ md: { flags: ['spare'] } }, '.AAA')).toBe(false);
});
