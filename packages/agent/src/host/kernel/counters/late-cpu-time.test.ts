import { describe, expect, it } from 'vitest';
import { LateCpuTime } from './late-cpu-time.js';

describe('LateCpuTime', () => {
  it('spreads a 7.44 s command over the intervals in which one core can have run it', () => {
    const time = new LateCpuTime();
    const at = (seconds: number, atMs: number) => time.read(seconds, { atMs, cores: 1 });
    expect([at(2, 0), at(9.44, 5500), at(9.44, 11_000), at(9.5, 16_500)]).toEqual([2, 7.5, 9.44, 9.5]);
  });

  it('counts 15 s within 5 s on four cores', () => {
    const time = new LateCpuTime();
    time.read(0, { atMs: 0, cores: 4 });
    expect(time.read(15, { atMs: 5000, cores: 4 })).toBe(15);
  });

  it('never decreases, and counts no time twice when the clock goes back', () => {
    const time = new LateCpuTime();
    time.read(5, { atMs: 1000, cores: 1 });
    expect(time.read(9, { atMs: 500, cores: 1 })).toBe(5);
    expect(time.read(4, { atMs: 1500, cores: 1 })).toBe(5);
    expect(time.read(9, { atMs: 2000, cores: 1 })).toBe(5.5);
  });
});
