import { describe, expect, it } from 'vitest';
import type { AttachmentDocument } from '../documents/attachment.document.js';
import { type Changes, changed } from '../documents/parts.js';
import type { LegDocument, VolumeDocument } from '../documents/volume.document.js';
import { attachment, leg, NOW, volume } from '../world/worlds.fixture.js';
import { dueLegs } from './replacement-due.js';

const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);
const whole = (index: number, node: string, change: Changes<LegDocument> = {}) =>
  changed(leg(index, node, { status: { health: 'healthy' } }), change);
const lost = (index: number, node: string, seconds: number, change: Changes<LegDocument> = {}) =>
  changed(leg(index, node, { status: { inSync: false, health: 'missing', unhealthySince: ago(seconds) } }), change);
/** A raid10 of two mirror sets with these legs, whose rebuild delay is 600 s. */
const due = (legs: LegDocument[], change: Changes<VolumeDocument> = {}, attachments: AttachmentDocument[] = [attachment()]) =>
  dueLegs(changed(volume({ legs, status: { health: 'degraded' } }), change), attachments, NOW);

describe('dueLegs', () => {
  it('lists the legs in the order of their indexes, also vacant ones', () => {
    const legs = [lost(3, 't4', 700), lost(0, 't1', 700), whole(2, 't3')];
    const found = due([...legs, whole(1, 't2')], { status: { vacancies: [] } });
    expect(found.due.map(({ index }) => index)).toEqual([0, 3]);
    const vacant = due([lost(3, 't4', 700), whole(2, 't3'), whole(0, 't1')], { status: { vacancies: [{ index: 1, since: ago(700) }] } });
    expect(vacant.due.map(({ index, leg: own }) => [index, own?.id])).toEqual([
      [1, undefined],
      [3, 'leg-3'],
    ]);
  });

  it('looks again when the first of several delays ends', () => {
    const legs = [lost(0, 't1', 100), whole(1, 't2'), whole(2, 't3'), lost(3, 't4', 300)];
    expect(due(legs)).toMatchObject({ due: [], nextLook: ago(-300) });
    const one = due([lost(0, 't1', 900), whole(1, 't2'), whole(2, 't3'), lost(3, 't4', 300)]);
    expect([one.due.map(({ index }) => index), one.nextLook]).toEqual([[0], ago(-300)]);
  });

  it('sets no time for another look when every lost leg is due', () => {
    expect(due([lost(0, 't1', 600), whole(1, 't2')]).nextLook).toBeNull();
    expect(due([whole(0, 't1'), whole(1, 't2')])).toEqual({ due: [], waits: [], holder: null, nextLook: null });
  });

  it('counts the delay from a loss that happened after the maintenance', () => {
    const ends = new Map([['t1', ago(5000)]]);
    const of = volume({ legs: [lost(0, 't1', 100), whole(1, 't2')], status: { health: 'degraded' } });
    expect(dueLegs(of, [attachment()], NOW, new Set(), ends)).toMatchObject({ due: [], waits: [], nextLook: ago(-500) });
  });

  it('says that a leg is held for maintenance from the moment at which it would be due', () => {
    const ends = new Map([['t1', ago(-1000)]]);
    const waits = (seconds: number) =>
      dueLegs(
        volume({ legs: [lost(0, 't1', seconds), whole(1, 't2')], status: { health: 'degraded' } }),
        [attachment()],
        NOW,
        new Set(),
        ends,
      ).waits;
    expect(waits(600)).toMatchObject([{ reason: 'maintenance' }]);
    expect(waits(599)).toEqual([]);
  });

  it('lets only a running exclusive attachment that is neither fenced nor revoked copy a leg', () => {
    const legs = [lost(0, 't1', 700), whole(1, 't2')];
    const revoked = { by: 'admin', at: NOW, clientIsOff: false, targetsOff: [], arrayUuid: 'u', released: true };
    const others: Changes<AttachmentDocument>[] = [
      ...[{ status: { state: 'attaching' as const } }, { status: { fenced: true } }],
      ...[{ spec: { mode: 'shared' as const } }, { spec: { revoked } }],
    ];
    for (const change of others)
      expect(due(legs, {}, [attachment(change)])).toMatchObject({ due: [], holder: null, waits: [{ reason: 'not-attached' }] });
    expect(due(legs, {}, [attachment({ _id: 'b', spec: { mode: 'shared' } }), attachment()]).holder?._id).toBe('a');
  });

  it.each(['unknown', 'unavailable', 'broken'] as const)('waits while the volume is %s, and names its client', (health) => {
    const { due: found, waits, holder } = due([lost(0, 't1', 700), whole(1, 't2')], { status: { health } });
    expect([found, holder]).toEqual([[], null]);
    expect(waits).toMatchObject([{ reason: `volume-${health}`, message: expect.stringContaining('c1') }]);
  });

  describe('as the source of a rebuild', () => {
    const source = (...legs: LegDocument[]) => due(legs).due.map((each) => [each.index, each.source.id]);

    it('takes the other leg of the same mirror set only', () => {
      expect(source(whole(2, 't3'), whole(3, 't4'), lost(1, 't2', 700), whole(0, 't1'))).toEqual([[1, 'leg-0']]);
    });

    it('takes no leg that is out of sync, missing or stalled, and names it as the blocker', () => {
      const bad = [{ inSync: false }, { health: 'missing' as const }, { health: 'stalled' as const }].map((status) => ({ status }));
      for (const change of bad) {
        const found = due([whole(0, 't1', change), lost(1, 't2', 700), whole(2, 't3'), whole(3, 't4')]);
        expect(found).toMatchObject({ due: [], waits: [{ reason: 'no-source', waitingFor: 'leg 0 on t1' }] });
      }
    });

    it('takes an unhealthy leg itself only while it is in sync', () => {
      const alone = (change: Changes<LegDocument>) =>
        source(whole(0, 't1', { status: { inSync: false, health: 'missing' } }), lost(1, 't2', 700, change));
      expect(alone({ status: { inSync: true, health: 'unhealthy' } })).toEqual([[1, 'leg-1']]);
      expect(alone({ status: { inSync: true, health: 'stalled' } })).toEqual([]);
      expect(alone({ status: { inSync: false, health: 'unhealthy' } })).toEqual([]);
    });
  });

  it('rebuilds a third half from whichever other half has all data', () => {
    const three = { spec: { protection: 'raid1' as const, copies: 3 } };
    const stale = { status: { inSync: false, health: 'missing' as const } };
    const found = due([whole(0, 't1', stale), lost(1, 't2', 700), whole(2, 't3')], three);
    expect(found.due.map((each) => [each.index, each.source.id])).toEqual([[1, 'leg-2']]);
    expect(
      due([whole(0, 't1', stale), lost(1, 't2', 700)], { ...three, status: { vacancies: [{ index: 2, since: ago(5) }] } }).waits,
    ).toMatchObject([{ reason: 'no-source', waitingFor: 'leg 0 on t1, leg 2' }]);
  });

  it('names a vacant index as the blocker when the other one is lost', () => {
    expect(due([lost(1, 't2', 700)], { status: { vacancies: [{ index: 0, since: ago(5) }] } }).waits).toMatchObject([
      { reason: 'no-source', waitingFor: 'leg 0' },
    ]);
  });

  it('makes neither a lost joining leg due nor the leg in whose place it joins', () => {
    const joining = lost(1, 't3', 700, { id: 'new', spec: { role: 'joining' } });
    expect(due([whole(0, 't1'), lost(1, 't2', 700, { spec: { role: 'leaving' } }), joining])).toMatchObject({
      due: [],
      waits: [],
      nextLook: null,
    });
    expect(due([whole(0, 't1'), joining])).toMatchObject({ due: [], waits: [] });
  });

  it('replaces nothing before the first attach of a mirror, which creates it from all its legs', () => {
    const never = { spec: { uuid: 'u', dataOffsetBytes: 1 }, status: { created: false } };
    for (const array of [null, never]) expect(due([lost(0, 't1', 700), whole(1, 't2')], { array }).due).toEqual([]);
    expect(due([lost(0, 't1', 700), whole(1, 't2')], { status: { state: 'deleting' } }).due).toEqual([]);
  });
});
