import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ioSample, sample } from '../../test-support/samples.js';
import { OpenPoints } from './history/open-points.js';
import type { Contribution } from './points/contributions.js';
import type { Series } from './points/series.js';
import { StatsService } from './stats.service.js';

const attachmentId = '6f1f7c8e-5d5a-4c53-9b6c-3a6f8a1d0001';
const volumeId = '6f1f7c8e-5d5a-4c53-9b6c-3a6f8a1d0002';
const START = Date.UTC(2026, 0, 1);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Takes samples of a steady 1,000 I/O per second, each late by its `lateMs`. The next is read once the one before is answered. @returns the results. */
function taken(lateMs: readonly number[]) {
  const points = new OpenPoints(10_000, 1000);
  const live: number[] = [];
  const history = {
    add: (series: Series, observed: Contribution['observed'], from: number, to: number) => points.add(series, observed, from, to),
  };
  const shown = {
    take: (_: string, list: readonly Contribution[], from: number, to: number) =>
      live.push(((list[0]?.observed.numbers.reads ?? 0) / (to - from)) * 1000),
  };
  const catalog = { attachment: () => ({ volumeId, driveClassId: undefined }) };
  const metrics = { samples: { inc: () => undefined }, unknownObjects: { inc: () => undefined } };
  const service = new StatsService(
    catalog as never,
    history as never,
    { took: () => undefined } as never,
    shown as never,
    metrics as never,
  );
  let readAt = START;
  for (const [sequence, late] of lateMs.entries()) {
    // Ticks are even; a tick is skipped while the previous sample is unanswered.
    const before = readAt;
    const answeredAt = Math.max(before, Date.now());
    do readAt += 1000;
    while (readAt < answeredAt);
    const durationMs = readAt - before;
    const io = ioSample({ reads: durationMs, writes: 0, histogram: [[12, durationMs]] });
    vi.advanceTimersByTime(readAt + late - Date.now());
    expect(service.take('n', 'n1', sample(sequence + 1, { durationMs, attachments: [{ attachmentId, volumeId, io }] }))).toEqual({
      ok: true,
    });
  }
  return { live, points: points.takeEndedBefore(Number.POSITIVE_INFINITY).filter(({ series }) => series.kind === 'attachment') };
}

test('shows and stores no false rate when samples of a steady load wait for a busy server', () => {
  const late = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 499 })), { minLength: 20, maxLength: 40 });
  fc.assert(
    fc.property(late, (lateMs) => {
      vi.setSystemTime(START);
      const { live, points } = taken(lateMs);
      for (const rate of live) expect(rate).toBeCloseTo(1000, 6);
      // Only whole steps: a late sample moves up to a second of I/O into the next step.
      for (const { observed } of points.slice(1, -1)) {
        expect(observed.coveredMs).toBe(10_000);
        expect(Math.abs((observed.numbers.reads ?? 0) - 10_000)).toBeLessThanOrEqual(1000);
      }
    }),
  );
});
