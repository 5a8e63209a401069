import { SNAPSHOT_OVERDUE } from '@weft/shared/kinds/condition-types';
import { describe, expect, it } from 'vitest';
import type { VolumeDocument } from '../documents/volume.document.js';
import { NOW, volume, world } from '../world/worlds.fixture.js';
import { dueAt, expired, isDue, withOverdueSnapshot } from './schedule.js';

const HOUR = 3_600_000;
const at = (hours: number) => new Date(NOW.getTime() + hours * HOUR);
const scheduled = (status: Partial<VolumeDocument['status']> = {}, everyHours = 6): VolumeDocument =>
  volume({ spec: { provisioning: 'thin', snapshotSchedule: { everyHours, keep: 3, since: at(-2) } }, status });

describe('scheduled snapshots', () => {
  it('are due an interval after the schedule was set, and after the last one', () => {
    expect(dueAt(volume())).toBeNull();
    expect(dueAt(scheduled())).toEqual(at(4));
    expect(isDue(scheduled(), at(3.9))).toBe(false);
    expect(isDue(scheduled(), at(4))).toBe(true);
    expect(dueAt(scheduled({ snapshots: { lastTakenAt: at(5) } }))).toEqual(at(11));
  });

  it('that a long time missed are caught up once', () => {
    expect(isDue(scheduled(), at(100))).toBe(true);
    expect(isDue(scheduled({ snapshots: { lastTakenAt: at(100) } }), at(100))).toBe(false);
    expect(dueAt(scheduled({ snapshots: { lastTakenAt: at(100) } }))).toEqual(at(106));
  });

  it('are tried again ten minutes after a failure, not before', () => {
    const tried = scheduled({ snapshots: { lastTriedAt: at(4) } });
    expect(isDue(tried, new Date(at(4).getTime() + 599_999))).toBe(false);
    expect(isDue(tried, new Date(at(4).getTime() + 600_000))).toBe(true);
  });

  it('wait for a snapshot that is being taken, and for a roll-back', () => {
    const busy = (spec: Partial<VolumeDocument['spec']>) => ({ ...scheduled(), spec: { ...scheduled().spec, ...spec } });
    expect(isDue(busy({ snapshotSetId: 'set' }), at(9))).toBe(false);
    expect(isDue(busy({ rollBack: { snapshot: { id: 's', name: 's' }, since: NOW } }), at(9))).toBe(false);
  });

  it('beyond the number that is kept expire, the oldest first', () => {
    const taken = [3, 1, 2].map((hours) => ({ id: hours, takenAt: at(hours) }));
    expect(expired(taken, 2).map(({ id }) => id)).toEqual([1]);
    expect(expired(taken, 1).map(({ id }) => id)).toEqual([1, 2]);
    expect(expired(taken, 3)).toEqual([]);
  });
});

describe('SnapshotOverdue', () => {
  const step = (of: VolumeDocument) => withOverdueSnapshot(world({ volume: of }), of);
  const overdue = (of: VolumeDocument) => step(of).status.conditions.find(({ type }) => type === SNAPSHOT_OVERDUE);

  it('appears a quarter of the interval after the snapshot was due, and ends with the next one', () => {
    const late = volume({ spec: { provisioning: 'thin', snapshotSchedule: { everyHours: 8, keep: 3, since: at(-10) } } });
    expect(overdue(late)?.message).toContain('every 8 h');
    expect(overdue(volume({ spec: { snapshotSchedule: { everyHours: 8, keep: 3, since: at(-9) } } }))).toBeUndefined();
    const after = { ...step(late), status: { ...step(late).status, snapshots: { lastTakenAt: NOW } } };
    expect(step(after).status.conditions.some(({ type }) => type === SNAPSHOT_OVERDUE)).toBe(false);
  });

  it('leaves a volume without a schedule as it is', () => {
    const plain = volume();
    expect(step(plain)).toBe(plain);
  });
});
