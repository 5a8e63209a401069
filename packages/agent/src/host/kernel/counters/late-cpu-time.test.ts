import { describe, expect, it } from 'vitest';
import { LateCpuTime } from './late-cpu-time.js';

describe('CPU time that is known late', () => {
  it('spreads a command of 7.44 s over the intervals that one core can have spent it in', () => {
    const time = new LateCpuTime();
    const at = (seconds: number, atMs: number) => time.read(seconds, { atMs, cores: 1 });
    expect([at(2, 0), at(9.44, 5500), at(9.44, 11_000), at(9.5, 16_500)]).toEqual([2, 7.5, 9.44, 9.5]);
  });

  it('gives as many cores as there are their time', () => {
    const time = new LateCpuTime();
    time.read(0, { atMs: 0, cores: 4 });
    expect(time.read(15, { atMs: 5000, cores: 4 })).toBe(15);
  });

  it('never falls, and lets no time twice when the clock of a reading goes back', () => {
    const time = new LateCpuTime();
    time.read(5, { atMs: 1000, cores: 1 });
    expect(time.read(9, { atMs: 500, cores: 1 })).toBe(5);
    expect(time.read(4, { atMs: 1500, cores: 1 })).toBe(5);
    expect(time.read(9, { atMs: 2000, cores: 1 })).toBe(5.5);
  });
});
