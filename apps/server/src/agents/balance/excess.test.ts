import { describe, expect, it } from 'vitest';
import { excess } from './excess.js';

/** A linear congruential generator (Numerical Recipes). */
class SeededRandom {
  constructor(private state: number) {}
  next(): number {
    this.state = (this.state * 1664525 + 1013904223) % 2 ** 32;
    return this.state / 2 ** 32;
  }
}

/** Moves between servers in rounds; every moved agent arrives at the next server of its own order, forwards or backwards. */
function rounds(counts: number[]): number {
  const random = new SeededRandom(1);
  for (let round = 1; round <= 100; round++) {
    const leaving = counts.map((own, at) =>
      excess(
        own,
        counts.filter((_, other) => other !== at),
      ),
    );
    if (leaving.every((each) => each === 0)) return round - 1;
    for (const [at, number] of leaving.entries())
      for (let each = 0; each < number; each++) {
        const to = (at + (random.next() < 0.5 ? 1 : counts.length - 1)) % counts.length;
        counts[at] = (counts[at] ?? 0) - 1;
        counts[to] = (counts[to] ?? 0) + 1;
      }
  }
  throw new Error(`does not come to rest: ${counts.join(', ')}`);
}

describe('excess', () => {
  it('gives nothing away without another server, or with an equal share', () => {
    expect([excess(900, []), excess(300, [300, 300]), excess(0, [10, 0])]).toEqual([0, 0, 0]);
  });

  it('gives nothing away within a fifth of the share or one connection', () => {
    expect([excess(120, [100, 80]), excess(2, [0]), excess(3, [1])]).toEqual([0, 0, 0]);
    expect(excess(130, [100, 70])).toBe(15);
  });

  it('gives away half of the excess, at most 100 at once', () => {
    expect(excess(60, [60, 0])).toBe(10);
    expect(excess(900, [100, 100])).toBe(100);
  });

  it.each([[[6, 6, 0]], [[12, 0, 0]], [[564, 564, 0]], [[1128, 0, 0]], [[5, 0]], [[400, 400, 400, 0]]])(
    'comes to rest within 11 rounds from %j, with nobody far above the share',
    (counts) => {
      const total = counts.reduce((sum, each) => sum + each, 0);
      const share = Math.ceil(total / counts.length);
      const took = rounds(counts);
      expect(took).toBeLessThanOrEqual(11);
      expect(Math.max(...counts)).toBeLessThanOrEqual(Math.max(share * 1.2, share + 1));
      expect(Math.min(...counts)).toBeGreaterThan(0);
    },
  );
});
