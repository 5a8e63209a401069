import type { ScrubOrder } from '@weft/shared/messages/scrub';
import { MiB } from '@weft/shared/units';
import { describe, expect, it } from 'vitest';
import type { MdArray } from '../../host/host.js';
import type { MdCheck } from '../../host/md-check.js';
import { NO_FACTS, type ScrubFact } from '../../ledger/facts.js';
import { id } from '../../testing/example-cluster.js';
import { exampleMirror, type Half } from '../../testing/example-mirror.js';
import { planScrub } from './plan-scrub.js';

const ORDERED = '2026-03-01T01:00:00.000Z';
const EARLIER = '2026-02-01T01:00:00.000Z';
const SIZE = 2 ** 27;
const NOW = Date.parse('2026-03-01T02:30:00.000Z');
const order = (change: Partial<ScrubOrder> = {}): ScrubOrder => ({
  ...{ orderedAt: ORDERED, action: 'check', maxBytesPerSecond: 100 * MiB, hours: null, latencyObjectiveSeconds: null },
  ...change,
});
const IDLE: MdCheck = { lastAction: 'none', isMarked: false, fromBytes: 0, mismatchBytes: 0, positionBytes: null };
const running = (check: Partial<MdCheck> = {}): Partial<MdArray> => ({
  syncAction: 'check',
  check: { ...IDLE, lastAction: 'check', isMarked: true, positionBytes: 40 * MiB, ...check },
});
const idle = (check: Partial<MdCheck> = {}): Partial<MdArray> => ({ check: { ...IDLE, ...check } });
const fact = (change: Partial<ScrubFact> = {}): ScrubFact => ({
  ...{ orderedAt: ORDERED, state: 'running', positionBytes: 0, mismatchBytes: 0, earlierMismatchBytes: 0, pausedAtMs: null },
  ...change,
});
const WHOLE: Half[] = [{}, {}, {}, {}];

interface Given {
  halves?: Half[];
  array?: Partial<MdArray>;
  order?: ScrubOrder | null;
  fact?: ScrubFact;
  others?: Partial<MdArray>[];
  slow?: number;
  isManaged?: boolean;
  at?: number;
}
function plan({
  halves = WHOLE,
  array = idle(),
  order: given = order(),
  fact: known,
  others = [],
  slow,
  isManaged = true,
  at = NOW,
}: Given = {}) {
  const mirror = exampleMirror(halves, { running: array, array: given ? { scrub: given } : {} });
  const { attachment, running: found, world, fast } = mirror;
  attachment.sizeBytes = SIZE;
  fast.arrays.push(...others.map((other) => ({ ...found, device: 'md126', uuid: id('array', 9), ...other })));
  const { steps, isStop, before, after, status } = planScrub(attachment, found, isManaged, {
    ...world,
    fast,
    ...{ wallMs: at, nowMs: at },
    facts: { ...NO_FACTS, scrubs: known ? { [attachment.attachmentId]: known } : {} },
    slowShares: slow === undefined ? undefined : new Map([[attachment.attachmentId, slow]]),
  });
  const factOf = ([change]: typeof before) => (change?.fact === 'scrub' ? change.scrub : undefined);
  return { steps, isStop, before: factOf(before), after: factOf(after), state: status?.state, why: status?.reason?.code, status };
}
const AT = { array: 'md127', uuid: id('array', 1) };
const start = (fromBytes: number) => [{ op: 'start-check', ...AT, action: 'check', fromBytes }];
const stop = (resumeAtBytes: number | null) => [{ op: 'stop-check', ...AT, action: 'check', resumeAtBytes }];

describe('planScrub of an ordered scrub', () => {
  it('starts it on a whole and idle mirror, and stores it after the start', () => {
    expect(plan()).toMatchObject({ steps: start(0), isStop: false, before: undefined, after: fact(), state: 'waiting', why: undefined });
  });

  it('shows progress and mismatches while md checks, those found before a pause included', () => {
    const found = plan({ array: running({ mismatchBytes: MiB }), fact: fact({ earlierMismatchBytes: MiB }) });
    expect(found).toMatchObject({ steps: [], state: 'running' });
    expect(found.status).toMatchObject({ checkedBytes: 40 * MiB, totalBytes: SIZE, mismatchBytes: 2 * MiB });
  });

  it('takes it for done only when md has removed the mark after the ordered action', () => {
    const ended = idle({ lastAction: 'check', mismatchBytes: MiB });
    expect(plan({ array: ended, fact: fact() })).toMatchObject({
      steps: [],
      state: 'done',
      before: { state: 'done', mismatchBytes: MiB, positionBytes: SIZE },
    });
    expect(plan({ array: ended, fact: fact({ state: 'done' }) })).toMatchObject({ steps: [], state: 'done', before: undefined });
    expect(plan({ array: idle({ lastAction: 'check', isMarked: true }), fact: fact() }).state).toBe('paused');
    expect(plan({ array: idle({ lastAction: 'none' }), fact: fact() }).state).toBe('paused');
    expect(plan({ array: idle({ lastAction: 'recovery' }), fact: fact() }).state).toBe('paused');
    expect(plan({ array: idle({ lastAction: 'repair' }), fact: fact() }).state).toBe('paused');
  });

  it('does not take the end of an earlier scrub for its own', () => {
    expect(plan({ array: idle({ lastAction: 'check' }) })).toMatchObject({ steps: start(0), state: 'waiting' });
    const done = fact({ orderedAt: EARLIER, state: 'done', positionBytes: SIZE });
    expect(plan({ array: idle({ lastAction: 'check' }), fact: done })).toMatchObject({ steps: start(0), state: 'waiting' });
  });

  it('goes on where md was interrupted, with the mismatches found so far, after a minute', () => {
    const array = idle({ lastAction: 'check', isMarked: true, fromBytes: 30 * MiB, mismatchBytes: MiB });
    const { before, steps, why } = plan({ array, fact: fact({ earlierMismatchBytes: MiB }) });
    expect({ steps, why }).toEqual({ steps: [], why: 'scrub-rests' });
    expect(before).toMatchObject({ state: 'paused', positionBytes: 30 * MiB, mismatchBytes: 2 * MiB, pausedAtMs: NOW });
    const later = plan({ array, fact: before as ScrubFact, at: NOW + 60_000 });
    expect(later).toMatchObject({ steps: start(30 * MiB), after: { state: 'running', earlierMismatchBytes: 2 * MiB } });
    expect(plan({ array, fact: before as ScrubFact, at: NOW - 60_000 }).steps).toEqual(start(30 * MiB));
  });

  it('goes on at the place that it stored last after the array was started again', () => {
    const stored = fact({ positionBytes: 20 * MiB, mismatchBytes: MiB, earlierMismatchBytes: 0 });
    const { before } = plan({ array: idle(), fact: stored });
    expect(before).toMatchObject({ state: 'paused', positionBytes: 20 * MiB, mismatchBytes: MiB, earlierMismatchBytes: MiB });
  });

  it('stores its place as it advances, without what md may have in flight', () => {
    expect(plan({ array: running({ positionBytes: 35 * MiB }), fact: fact() }).before).toBeUndefined();
    expect(plan({ array: running({ positionBytes: 40 * MiB, mismatchBytes: MiB }), fact: fact() }).before).toMatchObject({
      ...{ state: 'running', positionBytes: 8 * MiB, mismatchBytes: MiB, earlierMismatchBytes: 0 },
    });
  });

  it('adopts a check that it began right before it was killed', () => {
    expect(plan({ array: running({ fromBytes: 8 * MiB }) })).toMatchObject({
      steps: [],
      state: 'running',
      before: { state: 'running', positionBytes: 8 * MiB },
    });
  });

  it('ends the check of an earlier order first', () => {
    expect(plan({ array: running(), fact: fact({ orderedAt: EARLIER }) })).toMatchObject({
      steps: stop(null),
      isStop: true,
      before: undefined,
    });
  });
});

describe('planScrub of a mirror that is not whole', () => {
  const joining: Half[] = [...WHOLE, { index: 0, role: 'joining', md: null }];
  it.each([
    ['a leg failed', { halves: [{}, { md: { flags: ['faulty'], slot: null } }, {}, {}], array: { degraded: 1 } }],
    ['a member is missing', { halves: [{}, { md: null }, {}, {}] }],
    ['a leg moves', { halves: joining }],
    ['the volume grows', { array: { sizeBytes: SIZE / 2 } }],
  ] satisfies [string, Given][])('pauses it at its place when %s', (_, given: Given) => {
    const paused = plan({ ...given, array: { ...running(), ...given.array }, fact: fact() });
    expect(paused).toMatchObject({ steps: stop(40 * MiB), isStop: true, why: 'scrub-not-whole' });
    expect(plan({ ...given, array: { ...idle(), ...given.array } })).toMatchObject({ steps: [], why: 'scrub-not-whole', state: 'waiting' });
  });

  it('never starts during a resync, a rebuild or a reshape, and touches none', () => {
    for (const syncAction of ['resync', 'recover', 'reshape', 'frozen'])
      expect(plan({ array: { ...idle({ isMarked: true }), syncAction }, fact: fact({ state: 'paused' }) })).toMatchObject({
        steps: [],
        why: 'scrub-not-whole',
      });
    expect(plan({ array: { ...idle({ isMarked: true }), syncAction: 'recover' }, order: null })).toMatchObject({ steps: [] });
  });

  it('leaves an array alone that is read-only or broken', () => {
    expect(plan({ isManaged: false })).toMatchObject({ steps: [], state: 'waiting', why: 'scrub-not-whole' });
    expect(plan({ array: {} })).toMatchObject({ steps: [], state: 'waiting', why: 'scrub-unsupported' });
  });
});

describe('planScrub beside other work', () => {
  it('scrubs one volume of a client at a time', () => {
    expect(plan({ others: [running()] })).toMatchObject({ steps: [], why: 'scrub-elsewhere' });
    expect(plan({ others: [{ syncAction: 'check', check: IDLE }] }).steps).toEqual(start(0));
    expect(plan({ array: running(), fact: fact(), others: [{ ...running(), uuid: id('array', 0) }] })).toMatchObject({
      steps: stop(40 * MiB),
    });
    expect(plan({ array: running(), fact: fact(), others: [{ ...running(), uuid: id('array', 9) }] })).toMatchObject({ steps: [] });
  });

  it('leaves a check alone that it did not start', () => {
    const foreign = running({ isMarked: false });
    expect(plan({ array: foreign })).toMatchObject({ steps: [], why: 'scrub-foreign', state: 'waiting' });
    expect(plan({ array: foreign, order: null })).toMatchObject({ steps: [], state: undefined });
  });

  it('pauses outside of its hours, which may pass midnight', () => {
    const hours = { from: 23, hours: 3 };
    expect(plan({ order: order({ hours }) })).toMatchObject({ steps: [], why: 'scrub-hours' });
    expect(plan({ order: order({ hours }), at: Date.parse('2026-03-01T01:59:00.000Z') }).steps).toEqual(start(0));
    expect(plan({ array: running(), fact: fact(), order: order({ hours }) })).toMatchObject({ steps: stop(40 * MiB), why: 'scrub-hours' });
  });

  it('pauses while too much I/O misses the objective, and while that is unknown', () => {
    const objective = order({ latencyObjectiveSeconds: 0.002 });
    expect(plan({ order: objective })).toMatchObject({ steps: [], why: 'scrub-latency-unknown' });
    expect(plan({ order: objective, slow: 0.02 })).toMatchObject({ steps: [], why: 'scrub-latency' });
    expect(plan({ order: objective, slow: 0.01 }).steps).toEqual(start(0));
    expect(plan({ order: objective, slow: 0.02, array: running(), fact: fact() })).toMatchObject({
      steps: stop(40 * MiB),
      why: 'scrub-latency',
    });
    expect(plan({ slow: 1 }).steps).toEqual(start(0));
  });
});

describe('planScrub without an order', () => {
  it('ends its check, running or paused, and leaves nothing behind', () => {
    expect(plan({ array: running(), order: null })).toMatchObject({ steps: stop(null), isStop: true, state: undefined });
    expect(plan({ array: idle({ isMarked: true, lastAction: 'check' }), order: null })).toMatchObject({ steps: stop(null), isStop: true });
    expect(plan({ array: idle({ lastAction: 'check' }), order: null })).toMatchObject({ steps: [], isStop: false });
  });
});
