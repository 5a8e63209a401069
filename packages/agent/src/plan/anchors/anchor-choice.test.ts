import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exampleMirror, type Half, type MirrorChange } from '../../testing/example-mirror.js';
import type { PathTimes } from '../path-times.js';
import { chooseAnchors } from './anchors.js';

const WAITS: Half = { limit: -1 };
const AWAY: Half = { live: false };
const SPARE: Half = { md: { flags: ['spare'] } };

function choose(
  halves: Half[],
  change: MirrorChange & { times?: (PathTimes | undefined)[]; nowMs?: number; mirrored?: boolean; unconnected?: boolean } = {},
) {
  const { attachment, trace } = exampleMirror(halves, change);
  if (change.unconnected) trace.controllers = trace.controllers.slice(1);
  const times = new Map(
    (change.times ?? []).flatMap((time, at) => (time ? [[attachment.legs[at]?.subsystemNqn ?? '', time] as const] : [])),
  );
  if (change.mirrored === false) attachment.array = null;
  const { anchors, failAfterSeconds, ends, dueInMs } = chooseAnchors(attachment, trace, times, change.nowMs ?? 0);
  const numbers = (of: Iterable<string>, by: 'legId' | 'subsystemNqn') =>
    [...of].map((each) => attachment.legs.findIndex((leg) => leg[by] === each)).sort();
  return {
    anchors: numbers(anchors, 'legId'),
    limits: attachment.legs.map(({ subsystemNqn }) => failAfterSeconds.get(subsystemNqn)),
    ends: numbers(ends, 'subsystemNqn'),
    dueInMs,
  };
}

describe('chooseAnchors', () => {
  it.each<[string, Half[], number[]]>([
    ['the first of each mirror when nothing tells them apart', [{}, {}, {}, {}], [0, 2]],
    ['the one that the server names', [{}, { anchor: true }, { anchor: true }, {}], [1, 2]],
    ['the one that waits now before the one that the server names', [WAITS, { anchor: true }, { anchor: true }, WAITS], [0, 3]],
    ['one with a live path before one that waits now', [{ ...WAITS, ...AWAY }, {}, {}, { ...WAITS, ...AWAY }], [1, 2]],
    ['the only one in sync, live or not', [AWAY, SPARE, SPARE, AWAY], [0, 3]],
    ['by the same rules when none is in sync', [{ ...SPARE, ...AWAY }, SPARE, SPARE, { ...SPARE, ...AWAY }], [1, 2]],
    ['the first place of each mirror, however legs are listed', [{ index: 1 }, { index: 0 }, { index: 2 }, { index: 3 }], [1, 2]],
    ['one of a mirror that has one leg', [{}, {}, {}], [0, 2]],
  ])('chooses %s', (_, halves, anchors) => {
    expect(choose(halves).anchors).toEqual(anchors);
  });

  it('chooses by the in-sync state from the server while no array runs', () => {
    expect(choose([{ inSync: false }, {}, {}, { inSync: false }], { running: null }).anchors).toEqual([1, 2]);
  });

  it('gives a subsystem no limit if it has an anchor, else the largest limit of its legs', () => {
    const leg = fc.record({ beside: fc.integer({ min: 0, max: 3 }), failAfter: fc.constantFrom(0, 5, 7, 11), live: fc.boolean() });
    fc.assert(
      fc.property(fc.tuple(leg, leg, leg, leg), (halves) => {
        const { anchors, limits } = choose(halves);
        for (const [at, { beside }] of halves.entries()) {
          const shared = halves.flatMap((other, number) => (other.beside === beside ? [number] : []));
          const largest = Math.max(...shared.map((number) => halves[number]?.failAfter ?? 0));
          expect(limits[at]).toBe(shared.some((number) => anchors.includes(number)) ? -1 : largest);
        }
      }),
    );
  });

  it('lets anchors block I/O and other legs fail after their limit', () => {
    expect(choose([{}, { failAfter: 7 }, {}, {}]).limits).toEqual([-1, 7, -1, 5]);
    expect(choose([{}, {}, {}, { beside: 0 }]).limits).toEqual([-1, 5, -1, -1]);
    expect(choose([{}, {}, { beside: 1 }, {}]).limits).toEqual([-1, -1, -1, 5]);
    expect(choose([{}, { beside: 2 }, {}, {}]).limits).toEqual([-1, -1, -1, 5]);
    expect(choose([{}, { failAfter: 7 }, {}, { beside: 1 }]).limits).toEqual([-1, 7, -1, 7]);
    expect(choose([{}, {}, {}, { beside: 1, failAfter: 7 }]).limits).toEqual([-1, 7, -1, 7]);
  });

  it('chooses no anchor and ends nothing without a mirror', () => {
    const times = [
      { live: false, sinceMs: 0, waits: true },
      { live: true, sinceMs: 0, waits: true },
    ];
    expect(choose([AWAY, {}, {}, {}], { mirrored: false, times, nowMs: 600_000 })).toEqual({
      ...{ anchors: [], limits: [5, 5, 5, 5], ends: [], dueInMs: null },
    });
  });
});

describe('chooseAnchors of a leg that blocks I/O without a path', () => {
  const live = (sinceMs = 0): PathTimes => ({ live: true, sinceMs, waits: false });
  const lost = (sinceMs = 0, waits = true): PathTimes => ({ live: false, sinceMs, waits });
  const legs = (first: Half = {}, second: Half = {}): Half[] => [{ ...WAITS, ...AWAY, ...first }, second, {}, {}];
  const ends = (halves: Half[], times: (PathTimes | undefined)[], nowMs = 600_000) => {
    const found = choose(halves, { times, nowMs });
    return [found.ends, found.dueInMs];
  };

  it('ends the leg at the latest when its limit would fail it, and never before 1 s', () => {
    for (let failAfter = 1; failAfter <= 60; failAfter++) {
      expect(ends(legs({ failAfter }), [lost(), live()], 999)[0]).toEqual([]);
      expect(ends(legs({ failAfter }), [lost(), live()], failAfter * 1_000)).toEqual([[0], null]);
    }
  });

  it('ends the leg 5 s before its limit would fail it, at least 1 s after the loss', () => {
    expect(ends(legs(), [lost(), live()], 999)).toEqual([[], 1]);
    expect(ends(legs(), [lost(), live()], 1_000)).toEqual([[0], null]);
    expect(ends(legs({ failAfter: 11 }), [lost(), live()], 5_999)).toEqual([[], 1]);
    expect(ends(legs({ failAfter: 11 }), [lost(), live()], 6_000)).toEqual([[0], null]);
    expect(ends(legs({ failAfter: 0 }), [lost(), live()], 999)).toEqual([[], 1]);
  });

  it('counts from the loss or the return of the partner, whichever is later', () => {
    expect(ends(legs(), [lost(), live(4_000)], 4_999)).toEqual([[], 1]);
    expect(ends(legs(), [lost(4_000), live()], 4_999)).toEqual([[], 1]);
  });

  it('counts from the earlier of two partners while one replaces the other', () => {
    const halves: Half[] = [{ ...WAITS, ...AWAY }, { role: 'leaving' }, {}, {}, { index: 1, role: 'joining' }];
    expect(ends(halves, [lost(), live(), undefined, undefined, live(5_000)], 1_000)).toEqual([[0], null]);
  });

  it('does not end a leg without a controller', () => {
    expect(choose(legs(), { times: [lost(), live()], nowMs: 600_000, unconnected: true })).toMatchObject({ ends: [], dueInMs: null });
  });

  it.each<[string, Half[], (PathTimes | undefined)[]]>([
    ['it has a path', [WAITS, {}, {}, {}], [lost(), live()]],
    ['nothing is known of its paths', legs(), [undefined, live()]],
    ['its paths were seen live', legs(), [live(), live()]],
    ['it has a limit of its own', legs(), [lost(0, false), live()]],
    ['md has nothing of it', legs({ md: null }), [lost(), live()]],
    ['it must block I/O until a path returns', legs({ failAfter: -1 }), [lost(), live()]],
    ['nothing is known of its partner', legs(), [lost(), undefined]],
    ['its partner has no path', legs(), [lost(), lost()]],
    ['its partner is not in sync', legs({}, SPARE), [lost(), live()]],
    ['only a leg of another mirror is live', legs({}, SPARE), [lost(), undefined, live(), live()]],
    ['its partner is in the same subsystem', [{ ...WAITS, ...AWAY }, { ...AWAY, beside: 0 }, {}, {}], [lost()]],
  ])('does not end the leg when %s', (_, halves, times) => {
    expect(ends(halves, times)).toEqual([[], null]);
  });

  it('ends a subsystem only when each of its in-sync legs has a live in-sync partner', () => {
    const shared = (third: Half, fourth: Half): Half[] => [{ ...WAITS, ...AWAY }, {}, { ...AWAY, ...third, beside: 0 }, fourth];
    const times = [lost(), live(), undefined, live()];
    expect(ends(shared({}, {}), times)[0]).toEqual([0]);
    expect(ends(shared({}, SPARE), times)[0]).toEqual([]);
    expect(ends(shared(SPARE, SPARE), times)[0]).toEqual([0]);
    expect(ends(shared({ failAfter: 20 }, {}), times, 14_000)).toEqual([[], 1_000]);
    expect(ends(shared({}, {}), [lost(), live(), undefined, live(5_000)], 5_500)).toEqual([[], 500]);
  });

  it('returns when the first of several legs is due to be ended', () => {
    const both: Half[] = [{ ...WAITS, ...AWAY, failAfter: 11 }, {}, { ...WAITS, ...AWAY, failAfter: 21 }, {}];
    expect(ends(both, [lost(), live(), lost(), live()], 5_000)).toEqual([[], 1_000]);
    expect(ends([...both.slice(2), ...both.slice(0, 2)], [lost(), live(), lost(), live()], 5_000)).toEqual([[], 1_000]);
  });
});
