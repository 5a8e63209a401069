import { type BackupKind, backupKinds } from '@weft/shared/kinds/views/backup';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dueKinds, expired, type Keep, lateKinds, scheduledKinds } from './schedule.js';

const keep: Keep = { frequent: 36, hourly: 36, daily: 30 };
const at = (time: string, ...kinds: BackupKind[]) => ({ takenAt: `2026-11-25T${time}.000Z`, kinds });
const now = (time: string) => Date.parse(`2026-11-25T${time}.000Z`);

describe('lateKinds', () => {
  const started = now('06:00:00');

  it('is late when the interval of 10 minutes ago has no backup, and not before', () => {
    const all = at('12:01:00', 'frequent', 'hourly', 'daily');
    expect(lateKinds([all], keep, now('12:14:59'), started)).toEqual([]);
    expect(lateKinds([all], keep, now('12:15:00'), started)).toEqual(['frequent']);
    expect(lateKinds([all], keep, now('13:09:59'), started)).toEqual(['frequent']);
    expect(lateKinds([all], keep, now('13:10:00'), started)).toEqual(['frequent', 'hourly']);
    expect(lateKinds([all], { ...keep, frequent: 0 }, now('13:10:00'), started)).toEqual(['hourly']);
  });

  it('gives a server without any backup 10 minutes from its start', () => {
    expect(lateKinds([], keep, now('06:14:59'), started)).toEqual([]);
    expect(lateKinds([], keep, now('06:15:00'), started)).toEqual(['frequent']);
    expect(lateKinds([at('05:59:00', 'manual')], keep, now('06:15:00'), started)).toEqual(['frequent']);
    expect(lateKinds([], { frequent: 0, hourly: 0, daily: 0 }, now('23:15:00'), started)).toEqual([]);
  });

  it('is never late while every due backup is taken at once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3 * 86_400 }), (seconds) => {
        const moment = now('00:00:00') + seconds * 1000;
        const taken = { takenAt: new Date(moment - 299_000).toISOString(), kinds: [...scheduledKinds] };
        expect(lateKinds([taken], keep, moment, started)).toEqual([]);
      }),
    );
  });
});

describe('dueKinds', () => {
  it('takes all kinds at once when there is no backup, and only those that keep any', () => {
    expect(dueKinds([], keep, now('12:01:00'))).toEqual(['frequent', 'hourly', 'daily']);
    expect(dueKinds([], { frequent: 0, hourly: 0, daily: 30 }, now('12:01:00'))).toEqual(['daily']);
    expect(dueKinds([], { frequent: 0, hourly: 0, daily: 0 }, now('12:01:00'))).toEqual([]);
  });

  it('is due every 5 minutes, at each full hour and at 00:00 UTC', () => {
    const all = at('12:01:00', 'frequent', 'hourly', 'daily');
    expect(dueKinds([all], keep, now('12:04:59'))).toEqual([]);
    expect(dueKinds([all], keep, now('12:05:00'))).toEqual(['frequent']);
    expect(dueKinds([all], keep, now('13:00:00'))).toEqual(['frequent', 'hourly']);
    expect(dueKinds([all], keep, Date.parse('2026-11-26T00:00:00.000Z'))).toEqual(['frequent', 'hourly', 'daily']);
  });

  it('does not count a manual backup', () => {
    expect(dueKinds([at('12:01:00', 'manual')], keep, now('12:02:00'))).toEqual(['frequent', 'hourly', 'daily']);
  });
});

const moments = fc.date({ min: new Date('2026-01-01T00:00:00Z'), max: new Date('2026-12-31T00:00:00Z'), noInvalidDate: true });
const backups = fc.array(
  fc.record({ takenAt: moments.map((date) => date.toISOString()), kinds: fc.subarray([...backupKinds], { minLength: 1 }) }),
  { maxLength: 60 },
);
const keeps = fc.record({ frequent: fc.nat(10), hourly: fc.nat(10), daily: fc.nat(10) });

describe('expired', () => {
  it('keeps the newest of each kind, every manual one and the newest of all, and nothing else', () => {
    fc.assert(
      fc.property(backups, keeps, (taken, limits) => {
        const gone = new Set(expired(taken, limits));
        const stay = taken.filter((each) => !gone.has(each));
        const newest = taken
          .map(({ takenAt }) => takenAt)
          .sort()
          .at(-1);
        if (taken.length > 0) expect(stay.some(({ takenAt }) => takenAt === newest)).toBe(true);
        for (const each of gone) expect(each.kinds).not.toContain('manual');
        for (const kind of scheduledKinds) {
          const of = (list: typeof taken) => list.filter(({ kinds }) => kinds.includes(kind));
          expect(of(stay).length).toBeGreaterThanOrEqual(Math.min(limits[kind], of(taken).length));
          // Whatever is removed is older than (or as old as) the newest `limits` of each of its kinds.
          for (const each of of([...gone]))
            expect(of(taken).filter((other) => other !== each && other.takenAt >= each.takenAt).length).toBeGreaterThanOrEqual(
              limits[kind],
            );
        }
        // Exactly these stay: without a rotation, only the newest and manual ones.
        const needed = stay.filter(
          ({ kinds, takenAt }) =>
            kinds.includes('manual') ||
            takenAt === newest ||
            scheduledKinds.some(
              (kind) =>
                kinds.includes(kind) &&
                taken.filter((other) => other.kinds.includes(kind) && other.takenAt > takenAt).length < limits[kind],
            ),
        );
        expect(needed.length).toBe(stay.length);
      }),
    );
  });

  it('keeps 36, 36 and 30 of 40 days of backups', () => {
    const taken = Array.from({ length: 40 * 288 }, (_, index) => {
      const time = Date.parse('2026-01-01T00:00:00.000Z') + index * 300_000;
      const kinds: BackupKind[] = [
        'frequent',
        ...(index % 12 === 0 ? ['hourly' as const] : []),
        ...(index % 288 === 0 ? ['daily' as const] : []),
      ];
      return { takenAt: new Date(time).toISOString(), kinds };
    });
    const gone = new Set(expired(taken, keep));
    const stay = taken.filter((each) => !gone.has(each));
    // The 36 newest hold 3 hourly ones; the 36 hourly ones hold 1 daily one. What an hourly or daily rotation keeps was a frequent one too.
    expect(stay).toHaveLength(36 + 33 + 29);
    expect(stay.filter(({ kinds }) => kinds.includes('daily'))).toHaveLength(30);
  });
});
