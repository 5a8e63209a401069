import type { ObservedKeys, PairKeys } from '@weft/shared/messages/authentication';
import { describe, expect, it } from 'vitest';
import { isRotationDue, keysInUse, type PairReports, rotated } from './rotation.js';

const [OLD, NEW]: [PairKeys, PairKeys] = [
  { hostKeyId: 'h1', controllerKeyId: 'c1' },
  { hostKeyId: 'h2', controllerKeyId: 'c2' },
];
const MIXED: PairKeys = { hostKeyId: 'h2', controllerKeyId: 'c1' };
const at = new Date('2026-11-01T00:00:00Z');
const pair = (target = OLD, client = OLD) => ({
  target,
  client,
  rotation: { requestedAt: at, next: NEW } as { requestedAt: Date; next: PairKeys } | null,
});
const reports = (target: ObservedKeys | undefined, client: ObservedKeys | undefined, more: Partial<PairReports> = {}): PairReports => ({
  areCurrent: true,
  exports: [target],
  paths: [
    { isLive: true, keys: client },
    { isLive: true, keys: client },
  ],
  ...more,
});

describe('rotated', () => {
  it('replaces one key after the other, each first at the target and then at the client', () => {
    const steps: [PairKeys, PairKeys][] = [];
    let now = pair();
    // Both agents apply each step at once.
    for (let step = 0; step < 10 && now.rotation; step++) {
      now = rotated(now, reports(now.target, now.client));
      steps.push([now.target, now.client]);
    }
    expect(now.rotation).toBeNull();
    expect(steps).toEqual([
      [MIXED, OLD],
      [MIXED, MIXED],
      [NEW, MIXED],
      [NEW, NEW],
      [NEW, NEW],
    ]);
  });

  it('waits with a key of the target until the client uses the present ones on paths that are all live', () => {
    const present = pair();
    expect(rotated(present, reports(OLD, MIXED))).toBe(present);
    const paths = [
      { isLive: true, keys: OLD },
      { isLive: false, keys: OLD },
    ];
    expect(rotated(present, reports(OLD, OLD, { paths }))).toBe(present);
    expect(rotated(present, reports(OLD, OLD, { areCurrent: false }))).toBe(present);
  });

  it('gives the client the key that its target has, whatever the state of its paths', () => {
    const begun = pair(MIXED, OLD);
    expect(rotated(begun, reports(OLD, OLD))).toBe(begun);
    expect(rotated(begun, reports(undefined, OLD))).toBe(begun);
    const paths = [{ isLive: false, keys: OLD }];
    expect(rotated(begun, reports(MIXED, OLD, { paths })).client).toEqual(MIXED);
  });

  it('ends only after the client reports the last key', () => {
    const last = pair(NEW, NEW);
    expect(rotated(last, reports(NEW, MIXED))).toBe(last);
    expect(rotated(last, reports(NEW, NEW)).rotation).toBeNull();
  });
});

it('keysInUse names the keys of both ends and of the rotation', () => {
  expect([...keysInUse(pair(MIXED, OLD))].sort()).toEqual(['c1', 'c2', 'h1', 'h2']);
  expect([...keysInUse({ ...pair(NEW, NEW), rotation: null })].sort()).toEqual(['c2', 'h2']);
});

it('isRotationDue by age, unless a rotation runs or the setting is 0', () => {
  const now = new Date('2026-11-11T00:00:00Z');
  const idle = { rotation: null, rotatedAt: at };
  expect([isRotationDue(idle, 10, now), isRotationDue(idle, 11, now), isRotationDue(idle, 0, now)]).toEqual([true, false, false]);
  expect(isRotationDue({ ...pair(), rotatedAt: at }, 10, now)).toBe(false);
});
