import { describe, expect, it } from 'vitest';
import { NO_FACTS } from '../../../ledger/facts.js';
import { id } from '../../../testing/example-cluster.js';
import { exampleMirror, type Half, type MirrorChange } from '../../../testing/example-mirror.js';
import { chooseAnchors } from '../../anchors/anchors.js';
import { observeAttachment } from '../attachment-status.js';
import { inSyncNow } from '../in-sync.js';
import { planArray } from '../plan-array.js';
import { planMembers } from '../plan-members.js';

const ARRAY = { level: 'raid1', copies: 3, create: false } as const;
const OUT: Half = { md: null };
/** A leg of an array that does not run, with the slot and the state that its superblock has. */
const stored = (role: number, arrayState: string, more: Half = {}): Half => ({
  superblock: { deviceRole: `Active device ${role}`, arrayState },
  ...more,
});
const fact = (inSyncLegs: number[], stayed?: Record<string, number[]>) => ({
  ...{ attachmentId: id('attachment', 1), epoch: 1, uuid: id('array', 1), start: 'boot-1 md127 -' },
  inSyncLegs: inSyncLegs.map((leg) => id('leg', leg)),
  ...(stayed && {
    stayed: Object.fromEntries(Object.entries(stayed).map(([leg, legs]) => [id('leg', Number(leg)), legs.map((each) => id('leg', each))])),
  }),
});
const around = (known: ReturnType<typeof fact>) => ({ facts: { ...NO_FACTS, arrays: { [id('volume', 1)]: known } } });

describe('assembly of three halves (S4, S11)', () => {
  const plan = (halves: Half[], change: MirrorChange = {}) => {
    const { attachment, array, trace, probe, world } = exampleMirror(halves, { array: ARRAY, running: null, ...change });
    const stage = planArray(attachment, array, trace, probe, world.facts);
    if (!('decision' in stage)) return expect.fail('an array runs');
    const { state, reason, steps } = stage.decision;
    const [{ operation } = { operation: null }] = steps;
    return operation?.op === 'assemble-array' ? operation.devices : `${state} ${reason?.code}`;
  };

  it('starts with the one half of the list, and without two that it records as missing', () => {
    const stale = { inSync: false };
    expect(plan([stored(0, 'A..'), stored(1, 'AA.', stale), stored(2, 'AAA', stale)])).toEqual(['/dev/nvme0n1']);
  });

  it('waits for the one half of the list, although two others agree', () => {
    const stale = { inSync: false };
    expect(plan([{ live: false }, stored(1, 'AAA', stale), stored(2, 'AAA', stale)])).toBe('waiting leg-missing');
  });

  it('leaves out a half whose slot md has given to another one since', () => {
    const taken = [stored(0, 'AA.'), stored(1, 'AAA', { inSync: false }), stored(1, 'AA.')];
    expect(plan(taken)).toEqual(['/dev/nvme0n1', '/dev/nvme2n1']);
  });

  it('lists all halves of the list, though each was lost at another time: the newest one links the others', () => {
    const all = ['/dev/nvme0n1', '/dev/nvme1n1', '/dev/nvme2n1'];
    expect(plan([stored(0, 'AAA'), stored(1, '.AA'), stored(2, '..A')])).toEqual(all);
    // 2 was lost, then 1; 2 came back from 0, and 0 was lost: 1 and 2 list each other as missing.
    expect(plan([stored(0, 'A.A'), stored(1, 'AA.'), stored(2, '..A')])).toEqual(all);
  });

  it('starts nothing if two of the list ran without each other and no third half links them', () => {
    expect(plan([stored(0, 'A..'), stored(1, '.A.'), stored(2, 'AAA')])).toBe('failed forked-history');
    expect(plan([stored(0, 'AA.'), stored(1, 'AA.'), stored(2, '..A')])).toBe('failed forked-history');
    // The third one would link them, but it is not in the list.
    expect(plan([stored(0, 'A.A', { inSync: false }), stored(1, 'AA.'), stored(2, '..A')])).toBe('failed forked-history');
  });

  it('makes no raid10 with three copies', () => {
    const blank: Half = { superblock: null };
    const array = { level: 'raid10', copies: 3, create: true } as const;
    expect(plan([blank, blank, blank, blank, blank, blank], { array })).toBe('failed array-shape');
  });
});

describe('the ledger of three halves', () => {
  const noted = (halves: Half[], before: ReturnType<typeof fact>, running: MirrorChange['running'] = {}) => {
    const {
      attachment,
      array,
      running: md,
      trace,
      probe,
      world,
    } = exampleMirror(halves, {
      array: ARRAY,
      running: { raidDisks: 3, ...running },
      ...{ around: around(before) },
    });
    const [change] = inSyncNow(attachment, array, md, trace, probe, world.facts);
    return change?.fact === 'array' ? change.array : null;
  };

  it('stores beside a leg that leaves which legs stay in sync, and only as long as they do', () => {
    expect(noted([{}, {}, OUT], fact([0, 1, 2]), { degraded: 1 })).toEqual(fact([0, 1], { 2: [0, 1] }));
    expect(noted([{}, OUT, OUT], fact([0, 1], { 2: [0, 1] }), { degraded: 2 })).toEqual(fact([0], { 1: [0], 2: [0] }));
    // 2 is back: it has not been beside 1 all the time.
    expect(noted([{}, OUT, {}], fact([0], { 1: [0], 2: [0] }), { degraded: 1 })).toEqual(fact([0, 2], { 1: [0] }));
    // 0 leaves: nothing is left that has been in sync ever since 1 left.
    expect(noted([OUT, OUT, {}], fact([0, 2], { 1: [0] }), { degraded: 2 })).toEqual(fact([2], { 0: [2] }));
    expect(noted([{}, {}, {}], fact([0, 1], { 2: [0, 1] }))).toEqual(fact([0, 1, 2]));
  });

  it('stores it at the start of a leg that was in sync before, as when the client before lost its halves one by one', () => {
    const earlier = { ...fact([0, 1, 2]), attachmentId: id('attachment', 2) };
    const [first, last] = [stored(0, 'AAA', OUT), stored(2, '.AA', OUT)];
    expect(noted([first, {}, last], earlier, { degraded: 2 })).toEqual(fact([1], { 0: [1], 2: [1] }));
    // The first half is back: only the one that was there from the start counts for the other.
    expect(noted([{}, {}, OUT], fact([1], { 0: [1], 2: [1] }), { degraded: 1 })).toEqual(fact([0, 1], { 2: [1] }));
  });

  it('stores nothing of it from an earlier attachment or array', () => {
    const earlier = { ...fact([0, 1, 2]), attachmentId: id('attachment', 2) };
    expect(noted([{}, {}, { ...OUT, inSync: false }], earlier, { degraded: 1 })).toEqual(fact([0, 1]));
  });
});

describe('members of three halves', () => {
  const changes = (halves: Half[], change: MirrorChange = {}) => {
    const { attachment, array, running, trace, world } = exampleMirror(halves, {
      array: ARRAY,
      running: { raidDisks: 3, level: 'raid1' },
      ...change,
    });
    return planMembers(attachment, array, running, trace, world)
      .changes.flat()
      .map(({ op }) => op);
  };

  it('adds a new leg in any free slot, because all slots hold the same bytes', () => {
    const joining: Half = { index: 2, role: 'joining', md: null, superblock: null };
    expect(changes([{}, { ...OUT, live: false }, joining], { running: { raidDisks: 3, degraded: 2 } })).toEqual(['add-member']);
  });

  it('fails a member whose device is gone while any other half is reachable', () => {
    expect(changes([{ live: false }, {}, { md: { device: 'nvme9n1' } }])).toEqual(['fail-gone-member']);
    expect(changes([{ live: false }, { live: false }, { md: { device: 'nvme9n1' } }])).toEqual([]);
  });
});

describe('anchors of three halves', () => {
  const choose = (halves: Half[], times: { live: boolean; sinceMs: number; waits: boolean }[], nowMs = 60_000) => {
    const { attachment, trace } = exampleMirror(halves, { array: ARRAY, running: { raidDisks: 3 } });
    const byNqn = new Map(times.map((time, at) => [attachment.legs[at]?.subsystemNqn ?? '', time]));
    const { anchors, failAfterSeconds, ends } = chooseAnchors(attachment, trace, byNqn, nowMs);
    const index = (legId: string) => attachment.legs.findIndex((leg) => leg.legId === legId);
    return {
      anchors: [...anchors].map(index),
      limits: attachment.legs.map(({ subsystemNqn }) => failAfterSeconds.get(subsystemNqn)),
      ends: attachment.legs.flatMap(({ subsystemNqn }, at) => (ends.includes(subsystemNqn) ? [at] : [])),
    };
  };
  const LIVE = { live: true, sinceMs: 0, waits: false };
  const LOST = { live: false, sinceMs: 1_000, waits: true };

  it('are one; the other two have a limit', () => {
    expect(choose([{}, {}, {}], [LIVE, LIVE, LIVE])).toEqual({ anchors: [0], limits: [-1, 5, 5], ends: [] });
  });

  it('end while one of the two others is live, and not while none is', () => {
    expect(choose([{ live: false }, { live: false }, {}], [LOST, { ...LOST, waits: false }, LIVE])).toMatchObject({
      anchors: [2],
      ends: [0],
    });
    const none = choose([{ live: false }, { live: false }, { live: false }], [LOST, { ...LOST, waits: false }, { ...LOST, waits: false }]);
    expect(none).toMatchObject({ ends: [] });
    expect(none.anchors).toHaveLength(1);
  });

  it('are the last leg in sync, even without a path', () => {
    const spare: Half = { md: { flags: ['spare'] } };
    expect(choose([spare, spare, { live: false }], [LIVE, LIVE, LOST])).toMatchObject({ anchors: [2], limits: [5, 5, -1], ends: [] });
  });
});

it('reports an array of three halves after a detach with all slots, also those without a leg', () => {
  const { attachment, probe, world, trace } = exampleMirror([{}, {}], { array: ARRAY, running: null, around: around(fact([0])) });
  const detached = { ...attachment, desired: 'detached' as const };
  expect(observeAttachment(detached, trace, probe, world).array).toMatchObject({ degraded: 2, members: [{ legId: id('leg', 0) }] });
});
