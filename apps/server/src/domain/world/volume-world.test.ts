import { describe, expect, it } from 'vitest';
import { NOW, node, report, world } from './worlds.fixture.js';

const LATER = new Date(NOW.getTime() + 60_000);
const counted = report('t1', 'leg', 'leg-0');
const of = (...nodes: ReturnType<typeof node>[]) => world({ nodes, reports: [counted] });

describe('VolumeWorld.report', () => {
  it('returns a status of the current boot and of the order or later (S12)', () => {
    expect(of(node('t1')).report('t1', 'leg', 'leg-0', 5)).toBe(counted.status);
    expect(of(node('t1')).report('t1', 'leg', 'leg-0', 6)).toBeUndefined();
    expect(of(node('t1', { status: { bootId: 'boot-2' } })).report('t1', 'leg', 'leg-0', 5)).toBeUndefined();
  });

  it('returns nothing of a node whose history is in doubt, though its generation is high enough (S14)', () => {
    const held = { historyId: null, generation: 9, hash: 'h' };
    const historyDoubt = { id: 'd', reason: 'other-content' as const, held, storedGeneration: 5, since: NOW };
    const doubtful = of(node('t1', { status: { historyDoubt } }));
    expect([doubtful.isDoubtful('t1'), doubtful.report('t1', 'leg', 'leg-0', 5)]).toEqual([true, undefined]);
    expect(doubtful.lastReport('t1', 'leg', 'leg-0')).toBe(counted.status);
  });

  it('returns nothing of a node that does not exist, which counts as offline', () => {
    expect(of().report('t1', 'leg', 'leg-0', 5)).toBeUndefined();
    expect([of().isSilent('t1'), of().isDoubtful('t1'), of().maintenanceEnd('t1')]).toEqual([true, false, undefined]);
  });
});

describe('VolumeWorld.maintenanceEnd', () => {
  it('returns the planned end of a maintenance, or the time at which a person ended it', () => {
    const maintenance = { since: NOW, until: LATER, requestedBy: 'admin', forced: false, endedAt: null, endedBy: null };
    expect(of(node('t1', { spec: { maintenance } })).maintenanceEnd('t1')).toEqual(LATER);
    expect(of(node('t1', { spec: { maintenance: { ...maintenance, endedAt: NOW, endedBy: 'admin' } } })).maintenanceEnd('t1')).toEqual(NOW);
  });
});
