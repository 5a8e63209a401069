import { idOfSet } from '@weft/shared/mirrors/mirror-set-arrays';
import { describe, expect, it } from 'vitest';
import type { MdArray } from '../../../host/host.js';
import { NO_FACTS } from '../../../ledger/facts.js';
import { id } from '../../../testing/example-cluster.js';
import { exampleMirror, type Half } from '../../../testing/example-mirror.js';
import { traceAttachment } from '../../attachment-trace.js';
import { observeAttachment } from '../attachment-status.js';
import { planArrays } from '../plan-arrays.js';
import { probeRequest } from '../plan-attachment.js';

const set = (number: number, epoch = 1) => idOfSet(id('array', epoch), number);
/** A leg with the superblock of the set of its index. */
const stored = (index: number, arrayState = 'AAA', more: Half = {}, epoch = 1): Half => ({
  superblock: { uuid: set(Math.floor(index / 3), epoch), deviceRole: `Active device ${index % 3}`, arrayState },
  md: null,
  ...more,
});
const AWAY: Half = { live: false, md: null };
const six = (first: Half[], second: Half[]): Half[] => [...first, ...second];
const whole = (number: 0 | 1, epoch = 1): Half[] => [0, 1, 2].map((slot) => stored(3 * number + slot, 'AAA', {}, epoch));

/** The array of a set that runs on the legs of that set, as a change of a whole one. */
const running = (number: 0 | 1, change: Partial<MdArray> = {}): MdArray => ({
  ...{ device: `md${127 - number}`, uuid: set(number), level: 'raid1', state: 'clean', degraded: 0, raidDisks: 3, sizeBytes: 2 ** 27 },
  ...{ syncAction: 'idle', syncProgressRatio: null, syncSpeedBytesPerSecond: null, syncSpeedLimits: null, readOnly: false },
  members: [0, 1, 2].map((slot) => ({ device: `nvme${3 * number + slot}n1`, flags: ['in_sync'], slot, errors: 0, badBlocks: 0 })),
  ...change,
});

function example(halves: Half[], arrays: MdArray[] = [], array: object = {}) {
  const made = exampleMirror(halves, { running: null, array: { copies: 3, create: false, ...array } });
  made.fast.arrays.push(...arrays);
  return { ...made, trace: traceAttachment(made.attachment, made.fast) };
}
function plan(...of: Parameters<typeof example>) {
  const { attachment, probe, world } = example(...of);
  const stage = planArrays(attachment, probe, world);
  if ('ready' in stage) return { ready: stage.ready.map((each) => each.running.device), before: stage.before };
  const { state, reason, steps, before } = stage.decision;
  const done = steps.map(({ operation }) =>
    'uuid' in operation && operation.uuid ? `${operation.op} ${nameOf(operation.uuid)}` : operation.op,
  );
  return { decision: reason ? `${state} ${reason.code}` : state, done, before };
}
const nameOf = (uuid: string) => [1, 2].flatMap((epoch) => [0, 1].map((n) => [set(n, epoch), `set ${n}`])).find(([of]) => of === uuid)?.[1];

describe('several arrays of one volume', () => {
  it('are started together', () => {
    expect(plan(six(whole(0), whole(1)))).toMatchObject({ decision: 'working', done: ['assemble-array set 0', 'assemble-array set 1'] });
  });

  it('are used when all run, each with its own fact in the ledger (S11)', () => {
    const { ready, before } = plan(six(whole(0), whole(1)), [running(1), running(0)]);
    expect(ready).toEqual(['md127', 'md126']);
    expect(before).toMatchObject([0, 1].map((n) => ({ fact: 'array', volumeId: idOfSet(id('volume', 1), n), array: { uuid: set(n) } })));
  });

  it.each([
    ['waits for a half of the list', [stored(3), stored(4), AWAY], 'waiting leg-missing'],
    ['has halves that ran without each other', [stored(3, 'A..'), stored(4, '.A.'), stored(5)], 'failed forked-history'],
    ['has a half of another array', [stored(3), stored(4), stored(0)], 'failed foreign-superblock'],
    ['has a half that a later attachment used', [stored(3), stored(4), laterHolder(5)], 'failed later-holder'],
  ])('are not started while one %s (S3, S4, S11)', (_, second, decision) => {
    expect(plan(six(whole(0), second))).toMatchObject({ decision, done: [] });
    // The one that runs goes on, and its halves in sync are stored.
    const still = plan(six(whole(0), second), [running(0)]);
    expect(still).toMatchObject({ decision, done: [], before: [{ array: { uuid: set(0), inSyncLegs: { length: 3 } } }] });
  });

  it('are not created while one has a half that cannot be read', () => {
    const blank: Half = { superblock: null, md: null };
    const second: Half[] = [blank, blank, AWAY];
    expect(plan(six([blank, blank, blank], second), [], { create: true })).toMatchObject({ decision: 'waiting leg-missing', done: [] });
    const both = plan(six([blank, blank, blank], [blank, blank, blank]), [], { create: true });
    expect(both).toMatchObject({ done: ['create-array set 0', 'create-array set 1'] });
  });

  it('are stopped each by itself: a half assembled one, although another one waits', () => {
    const half = running(1, { state: 'inactive', members: [] });
    expect(plan(six([stored(0), stored(1), AWAY], whole(1)), [half])).toMatchObject({ decision: 'working', done: ['stop-array set 1'] });
  });

  it('are all renamed before the first one starts after an accepted loss (S4)', () => {
    const array = { uuid: id('array', 2), previousUuid: id('array', 1) };
    expect(plan(six(whole(0), whole(1)), [], array)).toMatchObject({ done: ['rename-array set 0', 'rename-array set 1'] });
    // The agent died in between.
    expect(plan(six(whole(0, 2), whole(1)), [], array)).toMatchObject({ done: ['rename-array set 1'] });
    expect(plan(six(whole(0, 2), whole(1, 2)), [], array)).toMatchObject({ done: ['assemble-array set 0', 'assemble-array set 1'] });
    expect(plan(six(whole(0), [AWAY, AWAY, AWAY]), [], array)).toMatchObject({ decision: 'waiting leg-missing', done: [] });
  });

  it('of a copy all get the UUIDs of the copy before the first one starts', () => {
    const array = { uuid: id('array', 2), copiedFrom: [id('array', 1)] };
    expect(plan(six(whole(0), whole(1)), [], array)).toMatchObject({ done: ['rename-array set 0', 'rename-array set 1'] });
    expect(plan(six(whole(0, 2), whole(1)), [], array)).toMatchObject({ done: ['rename-array set 1'] });
    expect(plan(six(whole(0), [stored(3), stored(4), AWAY]), [], array)).toMatchObject({ decision: 'waiting leg-missing', done: [] });
  });

  it('are not used if something else started one of them (S4, S11)', () => {
    const lacks = running(1, { degraded: 2, members: running(1).members.slice(0, 1) });
    const halves = six(whole(0), [stored(3, 'AAA'), stored(4, '.A.'), stored(5)]);
    const { fast, attachment, probe, world, trace } = example(halves, [running(0), lacks]);
    expect(probeRequest(attachment, fast, NO_FACTS)).toMatchObject({
      examine: ['/dev/nvme4n1', '/dev/nvme5n1'],
      holdersOf: '/dev/md126',
    });
    const stage = planArrays(attachment, { ...probe, holders: [] }, world);
    expect('decision' in stage && stage.decision.steps.map(({ operation }) => operation)).toEqual([
      { op: 'stop-array', device: 'md126', uuid: set(1) },
    ]);
    expect(observeAttachment(attachment, { ...trace, array: undefined }, probe, world).array).toBeNull();
  });
});

function laterHolder(index: number): Half {
  const { superblock, ...half } = stored(index);
  return { ...half, superblock: { ...superblock, name: `any:weft-zzzzzzzz-${'7'.repeat(12)}` } };
}

describe('the report of several arrays', () => {
  const report = (arrays: MdArray[]) => {
    const { attachment, trace, probe, world } = example(six(whole(0), whole(1)), arrays);
    return observeAttachment(attachment, trace, probe, world);
  };

  it('is that of one array in which each set has its slots', () => {
    const { array, arrayCreated } = report([running(0), running(1)]);
    expect(arrayCreated).toBe(true);
    expect(array).toMatchObject({ uuid: id('array', 1), state: 'clean', degraded: 0, syncAction: 'idle' });
    expect(array?.members.map(({ legId, slot }) => [legId, slot])).toEqual([0, 1, 2, 3, 4, 5].map((leg) => [id('leg', leg), leg]));
  });

  it('has the worst state and health of them, and the sum of what they lack', () => {
    const rebuilds = { degraded: 1, syncAction: 'recover', syncProgressRatio: 0.25 };
    const { array } = report([running(0, { degraded: 1, state: 'active', syncAction: 'check' }), running(1, rebuilds)]);
    expect(array).toMatchObject({ ...rebuilds, state: 'active', degraded: 2 });
    expect(report([running(0), running(1, { state: 'broken' })])).toMatchObject({ available: false, array: { state: 'broken' } });
  });

  it('has no array, and none was created, until all of them are there', () => {
    expect(report([running(0)])).toMatchObject({ arrayCreated: false, array: null });
  });
});
