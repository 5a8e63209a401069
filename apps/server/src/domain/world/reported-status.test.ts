import { describe, expect, it } from 'vitest';
import type { ExportDocument } from '../documents/attachment.document.js';
import { type Changes, changed } from '../documents/parts.js';
import { exportGone, legGone, legGrown, letGo } from './reported-status.js';
import { attachment, leg, report, world } from './worlds.fixture.js';

describe('reported status of single objects', () => {
  it('legGone is true only for a leg that is ordered absent and reported absent', () => {
    const gone = (desired: 'present' | 'absent', present: boolean) =>
      legGone(world({ reports: [report('t1', 'leg', 'leg-0', { present })] }), leg(0, 't1', { spec: { desired } }));
    expect([gone('absent', false), gone('absent', true), gone('present', false)]).toEqual([true, false, false]);
    expect(legGone(world(), leg(0, 't1', { spec: { desired: 'absent' } }))).toBe(false);
  });

  it('exportGone is true once recorded, or for an export that is ordered and reported absent', () => {
    const [exported] = attachment().exports;
    if (!exported) throw new Error('the example has an export');
    const reports = [report('t1', 'export', 'a', { present: false })];
    const gone = (change: Changes<ExportDocument>, said = reports) =>
      exportGone(world({ reports: said }), attachment(), changed(exported, change));
    expect([
      gone({ status: { gone: true } }, []),
      gone({ spec: { desired: 'absent' } }),
      gone({}),
      gone({ spec: { desired: 'absent' } }, []),
    ]).toEqual([...[true, true, false, false]]);
  });

  it('legGrown is true only for a leg that is wiped over its whole size (S2)', () => {
    const grown = (sizeBytes: number) => legGrown(world({ reports: [report('t1', 'leg', 'leg-0', { sizeBytes })] }), leg(0, 't1'));
    expect([grown(2 ** 30 - 1), grown(2 ** 30), legGrown(world(), leg(0, 't1'))]).toEqual([false, true, false]);
  });

  it('letGo is true only without a running array, a path or work in progress', () => {
    const said = (observed: object, state: 'done' | 'working' = 'done') =>
      letGo(report('c1', 'attachment', 'a', observed, { state }).status as never);
    const path = (controllerState: string | null) => ({ legId: 'leg-0', storageNetwork: 'a', address: '10.0.0.1', controllerState });
    const array = (state: string) => ({ array: { state } });
    expect([said({}), said({ paths: [path(null)] }), said(array('clear'))]).toEqual([true, true, true]);
    expect([said({}, 'working'), said({ paths: [path(null), path('connecting')] }), said(array('active')), letGo(undefined)]).toEqual([
      ...[false, false, false, false],
    ]);
  });
});
