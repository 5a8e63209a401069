import type { LegHealth } from '@weft/shared/kinds/leg';
import { describe, expect, it } from 'vitest';
import type { Changes } from '../documents/parts.js';
import type { LegDocument } from '../documents/volume.document.js';
import type { AssessedLeg } from '../legs/assess-legs.js';
import { attachment, leg, NOW, node, report, volume, world } from '../world/worlds.fixture.js';
import { volumeHealth } from './volume-health.js';

const seen = (index: number, health: LegHealth = 'healthy', change: Changes<LegDocument> = {}, lost?: string): AssessedLeg => {
  const reason = lost === undefined ? null : { code: lost, message: `says ${lost}` };
  return {
    leg: leg(index, `t${index + 1}`, change),
    observations: {
      assigned: { desired: 'present', role: 'member', inSync: true },
      target: { freshness: 'current', present: true, wiped: true, open: false, backed: true, reason },
      ...{ attachments: [], health, reason: health, message: `is ${health}`, since: null },
    },
  };
};
const gone = (index: number) => seen(index, 'missing', {}, 'leg-lost');
const array = (change: object = {}) => ({
  ...{ uuid: 'u', state: 'active', degraded: 0, syncAction: 'idle', syncProgressRatio: null, syncSpeedBytesPerSecond: null, members: [] },
  ...change,
});
type Change = Parameters<typeof report>[4];
const maintenanceUntil = (until: Date) => ({
  labels: {},
  maintenance: { since: new Date(0), until, requestedBy: 'admin', forced: false, endedAt: null, endedBy: null },
});
const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000);

function health(
  assessed: AssessedLeg[],
  {
    observed = {},
    change = {},
    attached = true,
    protection = 'raid1' as const,
    copies,
    maintained,
  }: {
    observed?: object;
    change?: Change;
    attached?: boolean;
    protection?: 'raid0' | 'raid1' | 'raid10';
    copies?: number;
    /** When a maintenance of t2 ends. */
    maintained?: Date;
  } = {},
) {
  const { health: found, cause } = volumeHealth(
    world({
      volume: volume({ legs: assessed.map((each) => each.leg), spec: { ...volume().spec, protection, ...(copies && { copies }) } }),
      attachments: attached ? [attachment()] : [],
      nodes: ['t1', 't2', 't3', 't4', 'c1'].map((name) =>
        node(name, name === 't2' && maintained ? { spec: maintenanceUntil(maintained) } : {}),
      ),
      reports: [report('c1', 'attachment', 'a', { array: array(), ...observed }, change)],
    }),
    assessed,
  );
  return { health: found, ...cause };
}
const summary = (...args: Parameters<typeof health>) => {
  const { health: found, reason } = health(...args);
  return `${found} ${reason}`;
};

describe('volumeHealth: lost data', () => {
  it('reports data loss when one leg of a volume without a mirror is lost', () => {
    expect(health([gone(0), seen(1)], { protection: 'raid0' })).toMatchObject({
      ...{ health: 'unavailable', reason: 'data-lost', waitingFor: 'the former drive of t1' },
      message: 'volume data is lost: leg 0 on t1, drive S-t1: says leg-lost',
    });
    expect(health([gone(0), gone(1)], { protection: 'raid0' }).waitingFor).toBe('the former drives of t1, t2');
    expect(summary([gone(0), seen(1)], { protection: 'raid0', attached: false })).toBe('detached data-lost');
  });

  it('reports data loss only when all legs of one mirror are lost', () => {
    expect(summary([gone(0), seen(1)])).toBe('degraded missing');
    expect(summary([gone(0), gone(1)])).toBe('unavailable data-lost');
    expect(summary([gone(0), gone(1), seen(2), seen(3)], { protection: 'raid10' })).toBe('unavailable data-lost');
    expect(summary([gone(0), seen(1), gone(2), seen(3)], { protection: 'raid10' })).toBe('degraded missing');
  });

  it('ignores a leg that joins or is ordered absent when it decides on data loss', () => {
    for (const other of [seen(1, 'pending', { spec: { role: 'joining' } }), seen(1, 'pending', { spec: { desired: 'absent' } })])
      expect(summary([gone(0), other])).toBe('unavailable data-lost');
    for (const change of [{ spec: { role: 'joining' as const } }, { spec: { desired: 'absent' as const } }])
      expect(summary([seen(0), seen(1, 'healthy', change, 'leg-lost')], { protection: 'raid0' })).not.toContain('data-lost');
  });
});

describe('volumeHealth: device faults', () => {
  it('reports a broken array, with the reason of the client or the faulty legs', () => {
    const broken = { observed: { array: array({ state: 'broken' }) } };
    expect(health([seen(0, 'missing'), seen(1)], broken)).toMatchObject({
      ...{ health: 'broken', reason: 'array-broken', waitingFor: 'the legs, and the processes that have the device open on c1' },
      message: expect.stringContaining('; leg 0 on t1: is missing'),
    });
    const reason = { code: 'x', message: 'says x' };
    expect(health([seen(0), seen(1)], { ...broken, change: { reason } }).message).toMatch(/; says x$/);
  });

  it('reports a missing device as unavailable, with the reason of the client', () => {
    const without = { observed: { available: false } };
    expect(health([seen(0), seen(1)], without)).toMatchObject({
      ...{ health: 'unavailable', reason: 'no-device', message: 'c1 has no device yet: its agent is working on it' },
      ...{ waitingFor: 'client c1', unblockedBy: 'removing the cause that the message names' },
    });
    const reason = { code: 'leg-missing', message: 'waits', node: 't2' };
    expect(health([seen(0), seen(1, 'missing')], { ...without, change: { reason } })).toMatchObject({
      ...{ reason: 'leg-missing', message: 'c1 has no device: waits', waitingFor: 'node t2' },
      unblockedBy: 'the return of t2 and of the networks to it',
    });
  });

  it('reports a stale device or a stalled leg as the reason', () => {
    const reason = { code: 'device-stale', message: 'held' };
    expect(health([seen(0), seen(1)], { change: { reason } })).toMatchObject({ reason: 'device-stale', message: 'c1: held' });
    expect(health([seen(0), seen(1, 'stalled')])).toMatchObject({ reason: 'stalled', message: 'leg 1 on t2: is stalled' });
  });
});

describe('volumeHealth: redundancy', () => {
  const joining = (health: LegHealth) => ({ ...seen(2, health, { index: 1, spec: { role: 'joining' }, status: { inSync: false } }) });

  it('reports degraded for a missing leg until its replacement is being rebuilt', () => {
    expect(health([seen(0), seen(1, 'missing')])).toMatchObject({
      ...{ health: 'degraded', reason: 'missing', waitingFor: 'the legs on t2' },
      unblockedBy: 'their return, or a replacement 600 s after it was lost (docs/repair.md)',
    });
    expect(health([seen(0), seen(1, 'missing')], { protection: 'raid0' })).toMatchObject({
      ...{ message: 'leg 1 on t2: is missing', waitingFor: 'the legs on t2', unblockedBy: 'their return: no other leg has their data' },
    });
    expect(summary([seen(0), seen(1, 'missing'), joining('rebuilding')])).toBe('rebuilding copying');
    expect(summary([seen(0, 'missing'), seen(1, 'missing'), joining('rebuilding')])).toBe('degraded missing');
    expect(summary([seen(0), seen(1), joining('missing')])).toBe('healthy healthy');
  });

  it.each([
    ['ends later', undefined, 10, true],
    ['has ended, and the time of the loss is unknown', undefined, -10, false],
    ['ends at the same moment', undefined, 0, false],
    ['ended after the loss', -20, -10, true],
    ['ended before the loss', -5, -10, false],
  ])('counts the delay of a replacement from the end of a maintenance: it %s', (_, lost, end, counts) => {
    const status = lost === undefined ? {} : { unhealthySince: minutes(lost) };
    const { unblockedBy } = health([seen(0), seen(1, 'missing', { status })], { maintained: minutes(end) });
    const from = counts ? `the end of the maintenance of t2, ${minutes(end).toISOString()},` : 'it was lost';
    expect(unblockedBy).toBe(`their return, or a replacement 600 s after ${from} (docs/repair.md)`);
  });

  it('says of three halves how many losses the volume still survives', () => {
    const of = (...legs: AssessedLeg[]) => health(legs, { copies: 3 });
    expect(of(seen(0), seen(1, 'missing'), seen(2))).toMatchObject({
      health: 'degraded',
      message: 'leg 1 on t2: is missing; 2 of 3 halves are in use with all data: it survives the loss of 1 more',
    });
    expect(of(seen(0), seen(1, 'missing'), seen(2, 'missing')).message).toContain('1 of 3 halves is in use with all data: it survives no');
    const copying = seen(2, 'rebuilding', { status: { inSync: false } });
    expect(of(seen(0), seen(1), copying)).toMatchObject({ health: 'rebuilding', message: expect.stringContaining('2 of 3 halves are') });
    expect(of(seen(0), seen(1, 'missing'), copying).message).toContain('1 of 3 halves is');
    expect(of(seen(0), seen(1), seen(2)).message).not.toContain('halves');
  });

  it('reports data loss of three halves only when all are lost', () => {
    expect(health([gone(0), gone(1), seen(2)], { copies: 3 })).toMatchObject({ health: 'degraded' });
    expect(health([gone(0), gone(1), gone(2)], { copies: 3 })).toMatchObject({ health: 'unavailable', reason: 'data-lost' });
  });

  it('reports rebuilding while a leg or only md reports a resync', () => {
    expect(health([seen(0), seen(1, 'rebuilding')]).message).toBe('leg 1 on t2: is rebuilding');
    const other = seen(1, 'rebuilding');
    const inFull = { ...other, observations: { ...other.observations, reason: 'rebuilt-in-full' } };
    expect(summary([seen(0), inFull])).toBe('rebuilding rebuilt-in-full');
    expect(health([seen(0), seen(1)], { observed: { array: array({ syncAction: 'resync' }) } })).toMatchObject({
      ...{ health: 'rebuilding', message: 'md runs resync', waitingFor: 'the resync' },
    });
  });

  it('reports degraded for a leg that is out of sync, or that only md counts as lost', () => {
    expect(health([seen(0), seen(1, 'healthy', { status: { inSync: false } })])).toMatchObject({
      ...{ health: 'degraded', reason: 'leg-out-of-sync', message: 'leg 1 on t2: is healthy' },
      unblockedBy: 'their return, or a replacement 600 s after it was lost (docs/repair.md)',
    });
    expect(health([seen(0), seen(1)], { observed: { array: array({ degraded: 1 }) } })).toMatchObject({
      ...{ health: 'degraded', reason: 'leg-out-of-sync', message: 'md reports a lost leg' },
    });
    expect(summary([seen(0), seen(1), joining('pending')])).toBe('healthy healthy');
    expect(summary([seen(0), seen(1)], { observed: { array: null }, protection: 'raid0' })).toBe('healthy healthy');
  });
});
