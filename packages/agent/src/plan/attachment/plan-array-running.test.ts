import { dmCryptName, dmUuid, mdHolder } from '@weft/shared/identity';
import { describe, expect, it } from 'vitest';
import { NO_FACTS } from '../../ledger/facts.js';
import { reason } from '../../reason/reason.js';
import { id } from '../../testing/example-cluster.js';
import { exampleMirror, type Half, type MirrorChange } from '../../testing/example-mirror.js';
import { traceAttachment } from '../attachment-trace.js';
import { planArray } from './plan-array.js';

const OURS: Half = { superblock: {} };
const BLANK: Half = { superblock: null };
const AWAY: Half = { live: false };
const four = (half: Half): Half[] => [half, half, half, half];
const known = (uuid = id('array', 1), legs = [0, 1, 2, 3]) => {
  const inSyncLegs = legs.map((leg) => id('leg', leg));
  return { ...NO_FACTS, arrays: { [id('volume', 1)]: { attachmentId: id('attachment', 1), epoch: 1, uuid, inSyncLegs } } };
};

/** The steps, with state and code; for an array that is used, the facts to store. */
function plan(halves: Half[], change: MirrorChange = {}, asked = true) {
  const { attachment, array, trace, probe, world } = exampleMirror(halves, change);
  const stage = planArray(attachment, array, trace, asked ? probe : {}, world.facts);
  if ('ready' in stage) return { ready: stage.ready.device, before: stage.before };
  const { state, reason, steps } = stage.decision;
  const { code, node, processes } = reason ?? {};
  return { state, code, node, processes, message: reason?.message, steps: steps.map(({ operation }) => operation) };
}
const stop = { op: 'stop-array', device: 'md127', uuid: id('array', 1) };
const takenDown = [{ op: 'unpublish-device', link: 'orders' }, { op: 'remove-mapping' }, stop];
const somebody = [{ pid: 7, command: 'postgres', via: 'mount' as const, path: '/data' }];

describe('planArray of a running array', () => {
  it('uses the array, and stores its in-sync legs first (S11)', () => {
    expect(plan(four({}))).toMatchObject({ ready: 'md127', before: [{ fact: 'array', array: { inSyncLegs: { length: 4 } } }] });
  });

  it.each(['inactive', 'clear'])('stops an array that is %s and carries no device', (state) => {
    expect(plan(four({}), { running: { state } })).toMatchObject({ state: 'working', steps: [stop] });
  });

  it('stops a writable array for a read-only client, unless its device exists', () => {
    expect(plan(four({}), { mode: 'readonly' })).toMatchObject({ steps: [stop] });
    expect(plan(four({}), { mode: 'readonly', device: true })).toMatchObject({ ready: 'md127' });
    expect(plan(four({}), { mode: 'readonly', running: { readOnly: true } })).toMatchObject({ ready: 'md127' });
  });

  describe.each([
    ['that is broken', { running: { state: 'broken' } }, 'array-broken'],
    ['of the epoch before', { running: null, previous: true, array: { previousUuid: id('array', 0) } }, 'array-of-earlier-epoch'],
  ])('%s', (_, change, code) => {
    const device = code === 'array-broken' ? stop : { ...stop, device: 'md126', uuid: id('array', 0) };

    it('stops the array at once without a device, and removes a device without holders first', () => {
      expect(plan(four({}), change)).toMatchObject({ state: 'working', steps: [device] });
      expect(plan(four({}), { ...change, device: true, holders: [] })).toMatchObject({ steps: [...takenDown.slice(0, 2), device] });
    });

    it('keeps the array while the device has holders or they are unknown', () => {
      expect(plan(four({}), { ...change, device: true, holders: somebody })).toMatchObject({
        state: 'waiting',
        code,
        steps: [],
        processes: somebody,
      });
      expect(plan(four({}), { ...change, device: true })).toMatchObject({ state: 'waiting', code: 'not-probed', steps: [] });
      const failure = reason('command-failed', { failure: 'fuser' });
      expect(plan(four({}), { ...change, device: true, failure })).toMatchObject({ state: 'failed', code: 'command-failed', steps: [] });
    });
  });

  it('removes the dm-crypt device of a broken array before it stops the array', () => {
    const name = dmCryptName(id('volume', 1), 'k1');
    const { attachment, array, fast, probe, world } = exampleMirror(four({}), { running: { state: 'broken' }, device: true, holders: [] });
    fast.mappings.push({ name, uuid: dmUuid(name), device: 'dm-1', sizeBytes: 1, suspended: false, under: ['md127'] });
    const stage = planArray(attachment, array, traceAttachment(attachment, fast), probe, world.facts);
    const steps = 'decision' in stage ? stage.decision.steps.map(({ operation }) => operation) : [];
    expect(steps).toMatchObject([...takenDown.slice(0, 2), { op: 'remove-mapping', name }, stop]);
  });

  it('stops a foreign start only when it is known to have no holders (S4)', () => {
    const foreign = [{}, { md: null, superblock: { arrayState: '.AAA' } }, {}, {}];
    for (const device of [false, true]) {
      expect(plan(foreign, { device, holders: [] })).toMatchObject({ steps: device ? takenDown : [stop] });
      expect(plan(foreign, { device, holders: somebody })).toMatchObject({ state: 'waiting', code: 'foreign-start', steps: [] });
      expect(plan(foreign, { device })).toMatchObject({ state: 'waiting', code: 'not-probed', steps: [] });
    }
  });
});

describe('planArray of an array to create', () => {
  const none = { running: null };

  it('creates the array on all legs except joining ones, in slot order (S4)', () => {
    const devices = [0, 1, 2, 3].map((leg) => `/dev/nvme${leg}n1`);
    expect(plan(four(BLANK), none)).toMatchObject({ state: 'working', steps: [{ op: 'create-array', devices }] });
    expect(plan([...four(BLANK), { ...BLANK, index: 1, role: 'joining' }], none)).toMatchObject({
      steps: [{ op: 'create-array', devices }],
    });
    expect(plan([...four(BLANK), { ...AWAY, index: 1, role: 'joining' }], none)).toMatchObject({
      steps: [{ op: 'create-array', devices }],
    });
  });

  it('creates no array for a read-only client', () => {
    expect(plan(four(BLANK), { ...none, mode: 'readonly' })).toMatchObject({ state: 'failed', code: 'never-written', steps: [] });
  });

  it('creates no array while its legs are not examined or the probe failed', () => {
    expect(plan(four(BLANK), none, false)).toMatchObject({ state: 'waiting', code: 'leg-missing', steps: [] });
    const failure = reason('command-failed', { failure: 'mdadm' });
    expect(plan(four(BLANK), { ...none, failure })).toMatchObject({ state: 'failed', code: 'command-failed', steps: [] });
  });
});

describe('planArray of a created array', () => {
  const again = { running: null, array: { create: false } };
  const assembled = (...legs: number[]) => ({ steps: [{ op: 'assemble-array', devices: legs.map((leg) => `/dev/nvme${leg}n1`) }] });

  it('fails and names the node of a leg with another array, even if it was not in sync (S4)', () => {
    const foreign = { superblock: { uuid: id('array', 2) } };
    expect(plan([OURS, { ...foreign, inSync: false }, OURS, OURS], again)).toMatchObject({
      state: 'failed',
      code: 'foreign-superblock',
      node: 't2',
      steps: [],
    });
  });

  it('leaves out a joining leg until it carries this array or was in sync', () => {
    const joining = (half: Half): Half[] => [...four(OURS), { index: 1, role: 'joining', ...half }];
    expect(plan(joining({ superblock: { uuid: id('array', 2) } }), again)).toMatchObject(assembled(0, 1, 2, 3));
    expect(plan(joining(AWAY), again)).toMatchObject(assembled(0, 1, 2, 3));
    expect(plan(joining(OURS), again)).toMatchObject(assembled(0, 1, 4, 2, 3));
    expect(plan(joining({ superblock: { uuid: id('array', 2) }, inSync: true }), again)).toMatchObject({
      code: 'foreign-superblock',
      node: 't5',
    });
    expect(plan(joining({ ...AWAY, inSync: true }), again)).toMatchObject({ code: 'leg-missing', node: 't5' });
  });

  it('fails and names the node of an in-sync leg without a superblock', () => {
    expect(plan([OURS, BLANK, OURS, OURS], again)).toMatchObject({ state: 'failed', code: 'superblock-missing', node: 't2', steps: [] });
    expect(plan([OURS, BLANK, OURS, OURS], { ...again, mode: 'readonly' })).toMatchObject({ code: 'superblock-missing', steps: [] });
  });

  it('reports never-written only to a read-only client that never had the volume', () => {
    expect(plan(four(BLANK), again)).toMatchObject({ code: 'superblock-missing', steps: [] });
    expect(plan(four(BLANK), { ...again, mode: 'readonly' })).toMatchObject({ code: 'never-written' });
    expect(plan(four(BLANK), { ...again, mode: 'readonly', around: { facts: known() } })).toMatchObject({
      code: 'superblock-missing',
      steps: [],
    });
  });

  it('starts no array without a leg of it, even when no leg is known to be in sync', () => {
    const out = (half: Half) => four({ ...half, inSync: false });
    expect(plan(out(AWAY), again)).toMatchObject({ state: 'waiting', code: 'leg-missing', node: 't1', steps: [] });
    expect(plan(out(BLANK), again)).toMatchObject({ state: 'failed', code: 'superblock-missing', steps: [] });
    const [first = {}, ...others] = out(BLANK);
    expect(plan([first, ...others.slice(1), { ...AWAY, inSync: false }], again)).toMatchObject({ code: 'leg-missing', node: 't4' });
  });

  it('leaves out a leg only when its in-sync partner recorded it as missing', () => {
    const stale = { ...OURS, inSync: false };
    const lostOne = { superblock: { arrayState: 'A.AA' } };
    expect(plan([lostOne, stale, OURS, OURS], again)).toMatchObject(assembled(0, 2, 3));
    expect(plan([OURS, stale, lostOne, OURS], again)).toMatchObject(assembled(0, 1, 2, 3));
    expect(plan([{ ...lostOne, inSync: false }, stale, OURS, OURS], again)).toMatchObject(assembled(0, 1, 2, 3));
  });

  it('refuses the start only when partners of one mirror recorded each other as missing (S4)', () => {
    const state = (arrayState: string): Half => ({ superblock: { arrayState } });
    expect(plan([OURS, state('AA.A'), state('A.AA'), OURS], again)).toMatchObject(assembled(0, 1, 2, 3));
    expect(plan([OURS, OURS, state('AAA.'), state('AA.A')], again)).toMatchObject({ code: 'forked-history', steps: [] });
  });

  it('starts the array read-only for a read-only client', () => {
    expect(plan(four(OURS), { ...again, mode: 'readonly' })).toMatchObject({ steps: [{ op: 'assemble-array', readOnly: true }] });
    expect(plan(four(OURS), again)).toMatchObject({ steps: [{ op: 'assemble-array', readOnly: false }] });
  });

  it('writes the holder name unless every leg has it, with or without a home host', () => {
    const name = mdHolder({ tenure: 1, attachmentId: id('attachment', 1) });
    const of = (...names: string[]) =>
      plan(
        names.map((each) => ({ superblock: { name: each } })),
        again,
      );
    expect(of(name, `any:${name}`, name, name)).toMatchObject({ steps: [{ op: 'assemble-array', holder: undefined }] });
    expect(of(name, 'any:other', name, name)).toMatchObject({ steps: [{ op: 'assemble-array', holder: name }] });
  });

  describe('whose loss was accepted', () => {
    const OLD: Half = { superblock: { uuid: id('array', 0) } };
    const accepted = { running: null, array: { create: false, previousUuid: id('array', 0) } };

    it('renames legs of the previous epoch to the new UUID before it starts the array', () => {
      const renamed = (...legs: number[]) => ({
        steps: [
          { op: 'rename-array', uuid: id('array', 1), previousUuid: id('array', 0), devices: legs.map((leg) => `/dev/nvme${leg}n1`) },
        ],
      });
      expect(plan(four(OLD), accepted)).toMatchObject(renamed(0, 1, 2, 3));
      expect(plan([OURS, OLD, OURS, OLD], accepted)).toMatchObject(renamed(1, 3));
      expect(plan([OLD, { ...AWAY, inSync: false }, OLD, OLD], accepted)).toMatchObject(renamed(0, 2, 3));
      expect(plan(four(OURS), accepted)).toMatchObject({ steps: [{ op: 'assemble-array', run: true }] });
      expect(plan(four(OURS), again)).toMatchObject({ steps: [{ op: 'assemble-array', run: false }] });
    });

    it('forces no start while the ledger has a leg in sync that the server forgot (S4, S14)', () => {
      const run = (legs: number[], uuid?: string) => plan(four(OURS), { ...accepted, around: { facts: known(uuid, legs) } });
      expect(run([0, 1, 2, 3, 4])).toMatchObject({ steps: [{ op: 'assemble-array', run: false }] });
      expect(run([0, 2])).toMatchObject({ steps: [{ op: 'assemble-array', run: true }] });
      expect(run([0, 1, 2, 3, 4], id('array', 0))).toMatchObject({ steps: [{ op: 'assemble-array', run: true }] });
    });

    it('renames no leg for a read-only client', () => {
      expect(plan(four(OLD), { ...accepted, mode: 'readonly' })).toMatchObject({ state: 'failed', code: 'earlier-epoch', steps: [] });
    });

    it('accepts a ledger entry of the previous epoch only when the assignment names that epoch', () => {
      expect(plan(four(OURS), { ...accepted, around: { facts: known(id('array', 0)) } })).toMatchObject({
        steps: [{ op: 'assemble-array' }],
      });
      expect(plan(four(OURS), { ...again, around: { facts: known(id('array', 0)) } })).toMatchObject({
        code: 'foreign-history',
        steps: [],
      });
    });
  });
});
