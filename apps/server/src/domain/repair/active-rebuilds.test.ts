import { describe, expect, test } from 'vitest';
import type { LegDocument, VolumeDocument } from '../documents/volume.document.js';
import { attachment, leg, NOW, volume } from '../world/worlds.fixture.js';
import { copiesOf } from './active-rebuilds.js';
import { dueLegs } from './replacement-due.js';

const lost = (index: number, node: string, change: Partial<LegDocument> = {}) =>
  leg(index, node, { inSync: false, verdict: 'missing', unhealthySince: NOW, ...change });
const whole = (index: number, node: string, change: Partial<LegDocument> = {}) => leg(index, node, { verdict: 'healthy', ...change });
const raid10 = (legs: LegDocument[], change: Partial<VolumeDocument> = {}) => volume({ health: 'healthy', legs, ...change });
const four = [whole(0, 't1'), whole(1, 't2'), whole(2, 't1', { driveId: 'b' }), whole(3, 't2', { driveId: 'c' })];
const evict = (of: VolumeDocument, ...ids: string[]) => dueLegs(of, [attachment()], NOW, new Set(ids));

describe('which evicted legs are due', () => {
  test('given several of one volume, then one at a time: md copies one, and the others would only take turns away', () => {
    expect(evict(raid10(four), 'leg-1', 'leg-3').due).toMatchObject([{ leg: { id: 'leg-1' }, source: { id: 'leg-0' } }]);
    const onItsWay = [...four.map((each) => (each.index === 1 ? { ...each, role: 'leaving' as const } : each)), joining(1, 't3')];
    expect(evict(raid10(onItsWay), 'leg-1', 'leg-3')).toMatchObject({ due: [], waits: [] });
  });
  test('given another leg of the volume is lost, then redundancy comes first: it waits and names that leg', () => {
    const legs = four.map((each) => (each.index === 0 ? lost(0, 't1') : each));
    expect(evict(raid10(legs, { health: 'degraded' }), 'leg-3')).toMatchObject({
      due: [],
      waits: [{ reason: 'other-side-first', waitingFor: 'leg 0 on t1' }],
    });
  });
  test('given the evicted leg itself is lost, then it is due at once, whatever the delay', () => {
    const legs = four.map((each) => (each.index === 1 ? lost(1, 't2') : each));
    expect(evict(raid10(legs, { health: 'degraded' }), 'leg-1').due).toMatchObject([{ leg: { id: 'leg-1' }, source: { id: 'leg-0' } }]);
  });
  test('given md still copies onto it, then it moves when that is done, and says so', () => {
    const legs = four.map((each) => (each.index === 1 ? whole(1, 't2', { inSync: false, verdict: 'rebuilding' }) : each));
    expect(evict(raid10(legs, { health: 'rebuilding' }), 'leg-1')).toMatchObject({ due: [], waits: [{ reason: 'other-side-first' }] });
  });
});

const joining = (index: number, node: string) =>
  leg(index, node, { id: `new-${index}`, role: 'joining', inSync: false, driveId: `spare-${index}` });
const leaving = (index: number, node: string) => whole(index, node, { role: 'leaving' });

describe('whose turn copies take', () => {
  const drives = (of: VolumeDocument) => copiesOf(of).map(({ driveId }) => driveId);
  test('given a leg that moves, then its new drive and the other side’s are busy', () => {
    expect(drives(raid10([whole(0, 't1'), leaving(1, 't2'), joining(1, 't3')]))).toEqual(['spare-1', 'drive-t1']);
  });
  test('given a move that is held up by a lost leg, then it takes nobody’s turn: that leg could never be replaced', () => {
    const held = [lost(0, 't1'), leaving(1, 't2'), joining(1, 't3')];
    expect(drives(raid10(held))).toEqual([]);
    expect(drives(raid10([leaving(1, 't2'), joining(1, 't3')], { vacancies: [{ index: 0, since: NOW }] }))).toEqual([]);
  });
  test('given the replacement of a lost leg, then it counts though others are lost', () => {
    const legs = [whole(0, 't1'), lost(1, 't2', { role: 'leaving' }), joining(1, 't3'), lost(2, 't1', { driveId: 'b' })];
    expect(drives(raid10(legs))).toEqual(['spare-1', 'drive-t1']);
  });
});
