import { describe, expect, it } from 'vitest';
import { exampleMirror } from '../testing/example-mirror.js';
import { type PathTimes, seePaths } from './path-times.js';

const NQN = 'nqn.2026-11.org.weft:one';

/** What is known about NQN after one more look at its controllers. */
function see(paths: { state?: string; limit?: number | null; nqn?: string }[], before?: PathTimes, nowMs = 500) {
  const { fast } = exampleMirror([{}]);
  const [controller] = fast.controllers;
  fast.controllers = paths.map(({ state = 'live', limit = 5, nqn = NQN }) => ({
    ...{ ...(controller ?? expect.fail()), subsystemNqn: nqn, state, fastIoFailSeconds: limit },
  }));
  return seePaths(before ? new Map([[NQN, before]]) : new Map(), fast, nowMs).get(NQN);
}
const LOST = { state: 'connecting' };
const known = (change: Partial<PathTimes> = {}): PathTimes => ({ live: true, sinceMs: 100, waits: false, ...change });

describe('seePaths', () => {
  it('starts the time of a subsystem when it sees it first', () => {
    expect(see([{}])).toEqual({ live: true, sinceMs: 500, waits: false });
    expect(see([LOST])).toMatchObject({ live: false, sinceMs: 500 });
  });

  it('keeps the time while the subsystem stays live, or stays without a live path', () => {
    expect(see([{}], known())?.sinceMs).toBe(100);
    expect(see([LOST], known({ live: false }))?.sinceMs).toBe(100);
  });

  it('restarts the time when the last live path is lost, and when the first one returns', () => {
    expect(see([LOST], known())).toMatchObject({ live: false, sinceMs: 500 });
    expect(see([{}], known({ live: false }))).toMatchObject({ live: true, sinceMs: 500 });
  });

  it('takes a subsystem as live while one of its own paths is', () => {
    expect(see([LOST, {}, LOST])?.live).toBe(true);
    expect(see([LOST, { nqn: `${NQN}2` }])?.live).toBe(false);
  });

  it('forgets a subsystem without controllers', () => {
    expect(see([{ nqn: `${NQN}2` }], known())).toBeUndefined();
  });

  it('records that I/O blocks while one controller has no limit or the limit -1', () => {
    expect(see([{}, { limit: -1 }])?.waits).toBe(true);
    expect(see([{ limit: null }, {}])?.waits).toBe(true);
    expect(see([{}, { limit: 1 }, { limit: -1, nqn: `${NQN}2` }])?.waits).toBe(false);
    expect(see([{ limit: -1 }, LOST])?.waits).toBe(true);
  });

  it('keeps blocking after the loss: a later limit is in force only at the next one', () => {
    expect(see([LOST], known({ waits: true }))?.waits).toBe(true);
    expect(see([LOST], known({ live: false, waits: true }))?.waits).toBe(true);
  });

  it('ends the blocking when a live path has a limit', () => {
    expect(see([{}], known({ waits: true }))?.waits).toBe(false);
  });

  it('does not block after a loss when the limit was set before it', () => {
    expect(see([LOST], known())?.waits).toBe(false);
  });

  it('assumes blocking for a subsystem that is lost at the first look', () => {
    expect(see([LOST])?.waits).toBe(true);
  });
});
