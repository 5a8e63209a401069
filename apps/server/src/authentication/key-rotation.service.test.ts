import type { PairKeys } from '@weft/shared/messages/authentication';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AuthenticationPairs } from '../domain/store/authentication-pairs.service.js';
import type { SettingsService } from '../settings/settings.service.js';
import { KeyRotation } from './key-rotation.service.js';

const DAY_MS = 86_400_000;
const MADE = new Date('2026-01-01T00:00:00Z');
const keys = (round: number): PairKeys => ({ hostKeyId: `h${round}`, controllerKeyId: `c${round}` });

/** Pairs in memory: an ordered rotation runs until `complete`. The steps between need reports, and have tests of their own. */
class Stored {
  rounds = 0;
  pair = { _id: 'c1/t1', clientId: 'c1', target: keys(0), client: keys(0), rotatedAt: MADE, rotation: null as null | { next: PairKeys } };

  notRotatedSince = async (before: Date) => (this.pair.rotation === null && this.pair.rotatedAt <= before ? [this.pair] : []);
  rotating = async () => (this.pair.rotation ? [this.pair] : []);
  find = async () => null;
  orderRotation = async () => {
    this.pair.rotation = { next: keys(++this.rounds) };
  };
  complete(): void {
    const next = this.pair.rotation?.next ?? expect.fail('no rotation runs');
    this.pair = { ...this.pair, target: next, client: next, rotation: null, rotatedAt: new Date() };
  }
}

let stored: Stored;
let days: number;
const lease = { transaction: (act: (session: never) => Promise<unknown>) => act(undefined as never) } as never;
const look = async (day: number) => {
  vi.setSystemTime(MADE.getTime() + day * DAY_MS);
  const settings = { get: async () => ({ spec: { keyRotationDays: days } }) } as unknown as SettingsService;
  const rotation = new KeyRotation(undefined as never, stored as unknown as AuthenticationPairs, undefined as never, settings);
  return { again: await rotation.advance(lease), rounds: stored.rounds };
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  [stored, days] = [new Stored(), 90];
});
afterEach(() => void vi.useRealTimers());

it('rotates at the age of the setting, once, and again after as long', async () => {
  expect(await look(89.99)).toEqual({ again: null, rounds: 0 });
  expect(await look(90)).toEqual({ again: new Date(MADE.getTime() + 90 * DAY_MS + 2000), rounds: 1 });
  // It waits for an agent: no second one is ordered, however late it is.
  expect(await look(200)).toMatchObject({ again: expect.any(Date), rounds: 1 });
  stored.complete();
  expect(await look(289.99)).toEqual({ again: null, rounds: 1 });
  expect(await look(290)).toMatchObject({ rounds: 2 });
});

it('follows the setting: 0 never rotates by age, a lower age counts at once', async () => {
  days = 0;
  expect(await look(4000)).toEqual({ again: null, rounds: 0 });
  days = 1;
  expect(await look(4000)).toMatchObject({ rounds: 1 });
});
