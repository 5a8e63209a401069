import { describe, expect, it } from 'vitest';
import { exportGone, legGone, legGrown, letGo, mirrorSlots } from './reported-status.js';
import { attachment, leg, word, world } from './worlds.fixture.js';

describe('what agents say of single objects', () => {
  it('legGone: only a leg that is ordered away, and that its target says is gone', () => {
    const gone = (desired: 'present' | 'absent', present: boolean) =>
      legGone(world({ words: [word('t1', 'leg', 'leg-0', { present })] }), leg(0, 't1', { desired }));
    expect([gone('absent', false), gone('absent', true), gone('present', false)]).toEqual([true, false, false]);
    expect(legGone(world(), leg(0, 't1', { desired: 'absent' }))).toBe(false);
  });

  it('exportGone: what was said once stays said; else only what is ordered away', () => {
    const [exported] = attachment().exports;
    if (!exported) throw new Error('the example has an export');
    const words = [word('t1', 'export', 'a', { present: false })];
    const gone = (change: object, said = words) => exportGone(world({ words: said }), attachment(), { ...exported, ...change });
    expect([gone({ gone: true }, []), gone({ desired: 'absent' }), gone({}), gone({ desired: 'absent' }, [])]).toEqual([
      ...[true, true, false, false],
    ]);
  });

  it('legGrown: wiped over all of its size (S2)', () => {
    const grown = (sizeBytes: number) => legGrown(world({ words: [word('t1', 'leg', 'leg-0', { sizeBytes })] }), leg(0, 't1'));
    expect([grown(2 ** 30 - 1), grown(2 ** 30), legGrown(world(), leg(0, 't1'))]).toEqual([false, true, false]);
  });

  it('letGo: no array and no path is left, and none is being made', () => {
    const said = (observed: object, state: 'done' | 'working' = 'done') =>
      letGo(word('c1', 'attachment', 'a', observed, { state }).status as never);
    const path = (controllerState: string | null) => ({ legId: 'leg-0', storageNetwork: 'a', address: '10.0.0.1', controllerState });
    const array = (state: string) => ({ array: { state } });
    expect([said({}), said({ paths: [path(null)] }), said(array('clear'))]).toEqual([true, true, true]);
    expect([said({}, 'working'), said({ paths: [path(null), path('connecting')] }), said(array('active')), letGo(undefined)]).toEqual([
      ...[false, false, false, false],
    ]);
  });

  it('mirrorSlots: two for each mirror, also where a leg is missing', () => {
    expect([mirrorSlots([]), mirrorSlots([{ index: 1 }]), mirrorSlots([{ index: 0 }, { index: 4 }])]).toEqual([0, 2, 6]);
  });
});
