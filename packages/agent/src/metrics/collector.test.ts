import { expect, it } from 'vitest';
import type { Host } from '../host/host.js';
import { Collector } from './collector.js';

it('dates a reading by the time when CPU times were read', async () => {
  let nowMs = 1000;
  const host = {
    readCounters: async () => {
      const readAtMs = nowMs;
      nowMs += 7000;
      return { io: {}, node: { readAtMs } };
    },
  } as unknown as Host;
  const collector = new Collector(host, { assignment: undefined }, () => nowMs);
  expect((await collector.read()).atMs).toBe(1000);
});
