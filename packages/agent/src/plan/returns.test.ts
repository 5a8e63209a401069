import { describe, expect, it } from 'vitest';
import { id } from '../testing/example-cluster.js';
import { exampleMirror, type Half } from '../testing/example-mirror.js';
import { heldBackMs, type LegReturns, seeReturns } from './returns.js';

const OUT: Half = { md: { flags: ['faulty'], slot: null } };
const known = (change: Partial<LegReturns> = {}): LegReturns => ({
  count: 1,
  outSinceMs: 1_000,
  inSyncSinceMs: null,
  inSyncAtMs: null,
  ...change,
});

describe('heldBackMs', () => {
  it('holds a leg back for 5 s after its first return, doubling to 5 min', () => {
    const held = [1, 2, 3, 7, 20].map((count) => heldBackMs(known({ count }), 1_000));
    expect(held).toEqual([5_000, 10_000, 20_000, 300_000, 300_000]);
    expect([heldBackMs(known(), 5_999), heldBackMs(known(), 6_000), heldBackMs(known(), 9_000)]).toEqual([1, 0, 0]);
  });

  it('does not hold back a leg that is not out, never returned or is unknown', () => {
    expect([heldBackMs(known({ outSinceMs: null }), 0), heldBackMs(known({ count: 0 }), 1_000), heldBackMs(undefined, 0)]).toEqual([
      0, 0, 0,
    ]);
  });
});

describe('seeReturns', () => {
  const see = (half: Half, before: LegReturns | undefined, nowMs: number, running: object | null = {}) => {
    const { attachment, fast } = exampleMirror([half, {}, {}, {}], { running });
    const seen = seeReturns(before ? new Map([[id('leg', 0), before]]) : new Map(), [attachment], fast, nowMs);
    return seen.get(id('leg', 0));
  };

  it('records when a leg came in sync or went out', () => {
    expect(see({}, undefined, 5)).toEqual({ count: 0, outSinceMs: null, inSyncSinceMs: 5, inSyncAtMs: 5 });
    expect(see({}, known({ outSinceMs: null, inSyncSinceMs: 3 }), 5)).toEqual({
      ...{ count: 1, outSinceMs: null, inSyncSinceMs: 3 },
      inSyncAtMs: 5,
    });
    expect(see(OUT, undefined, 5)).toEqual({ count: 0, outSinceMs: 5, inSyncSinceMs: null, inSyncAtMs: null });
    expect(see(OUT, known({ inSyncAtMs: 4 }), 5)?.inSyncAtMs).toBe(4);
    expect(see(OUT, known(), 700_000)?.count).toBe(1);
    expect(see({ md: null }, known(), 5_000)).toEqual(known());
  });

  it('counts a return once, and resets the count after 10 min in sync', () => {
    expect(see({ md: { flags: ['spare'] } }, known(), 5)).toEqual(known({ count: 2, outSinceMs: null }));
    expect(see({}, known({ outSinceMs: null }), 5)?.count).toBe(1);
    const since = known({ count: 4, outSinceMs: null, inSyncSinceMs: 1 });
    expect([see({}, since, 600_000)?.count, see({}, since, 600_001)?.count]).toEqual([4, 0]);
  });

  it('counts no leg as out while its array is stopped, and tracks mirrors only', () => {
    expect(see({}, known({ outSinceMs: null }), 5, null)).toEqual(known({ outSinceMs: null }));
    const { attachment, fast } = exampleMirror([{}, {}, {}, {}]);
    attachment.array = null;
    expect(seeReturns(new Map(), [attachment], fast, 0).size).toBe(0);
  });
});
