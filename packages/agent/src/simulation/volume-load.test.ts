import { describe, expect, test } from 'vitest';
import type { LoadProfile } from '../host/simulated/load/flow.js';
import { busySeconds } from '../host/simulated/load/latency.js';
import { loadOf } from './volume-load.js';

const CONFIG = { readIops: 7000, writeIops: 3000, blockBytes: 4096, medianLatencyNs: 120_000, spread: 0.35 };
const names = Array.from({ length: 200 }, (_, number) => `volume-${number}`);
const work = ({ readIops, writeIops, blockBytes }: LoadProfile) =>
  readIops * busySeconds('reads', blockBytes) + 2 * writeIops * busySeconds('writes', blockBytes);

describe('load of a volume', () => {
  test('has the configured mix and half to one and a half times the rates, the same for the same name', () => {
    for (const name of names) {
      const load = loadOf(name, { ...CONFIG, varied: false });
      expect(load.readIops / load.writeIops).toBeCloseTo(7 / 3);
      expect(load.readIops).toBeGreaterThanOrEqual(3500);
      expect(load.readIops).toBeLessThanOrEqual(10_500);
      expect(loadOf(name, { ...CONFIG, varied: false })).toEqual(load);
    }
  });

  test('varies mix and block size, with as much work for the drives', () => {
    const loads = names.map((name) => ({
      uniform: loadOf(name, { ...CONFIG, varied: false }),
      varied: loadOf(name, { ...CONFIG, varied: true }),
    }));
    expect(new Set(loads.map(({ varied }) => varied.blockBytes)).size).toBeGreaterThan(3);
    expect(new Set(loads.map(({ varied }) => (varied.readIops / (varied.readIops + varied.writeIops)).toFixed(2))).size).toBeGreaterThan(4);
    for (const { uniform, varied } of loads) expect(work(varied) / work(uniform)).toBeCloseTo(1);
  });
});
