import { textOfMessage } from '@weft/shared/text/rendering/render';
import { describe, expect, test } from 'vitest';
import { type Changes, changed } from '../documents/parts.js';
import type { LegDocument, VolumeDocument } from '../documents/volume.document.js';
import { attachment, leg, NOW, volume } from '../world/worlds.fixture.js';
import { copiesOf, lostLegs } from './active-rebuilds.js';
import { dueLegs } from './replacement-due.js';

const lost = (index: number, node: string, change: Changes<LegDocument> = {}) =>
  changed(leg(index, node, { status: { inSync: false, health: 'missing', unhealthySince: NOW } }), change);
const whole = (index: number, node: string, change: Changes<LegDocument> = {}) =>
  changed(leg(index, node, { status: { health: 'healthy' } }), change);
const raid10 = (legs: LegDocument[], change: Changes<VolumeDocument> = {}) =>
  changed(volume({ legs, status: { health: 'healthy' } }), change);
const four = [whole(0, 't1'), whole(1, 't2'), whole(2, 't1', { driveId: 'b' }), whole(3, 't2', { driveId: 'c' })];
const evict = (of: VolumeDocument, ...ids: string[]) => dueLegs(of, [attachment()], NOW, new Set(ids));

describe('dueLegs: evicted legs', () => {
  test('makes one evicted leg of a volume due at a time', () => {
    expect(evict(raid10(four), 'leg-1', 'leg-3').due).toMatchObject([{ leg: { id: 'leg-1' }, source: { id: 'leg-0' } }]);
    const onItsWay = [
      ...four.map((each) => (each.index === 1 ? { ...each, spec: { ...each.spec, role: 'leaving' as const } } : each)),
      joining(1, 't3'),
    ];
    expect(evict(raid10(onItsWay), 'leg-1', 'leg-3')).toMatchObject({ due: [], waits: [] });
  });
  test('makes an evicted leg wait for another lost leg of the volume, and names that leg', () => {
    const legs = four.map((each) => (each.index === 0 ? lost(0, 't1') : each));
    expect(evict(raid10(legs, { status: { health: 'degraded' } }), 'leg-3')).toMatchObject({
      due: [],
      waits: [{ reason: 'other-side-first', waitingFor: 'leg 0 on t1' }],
    });
  });
  test('makes an evicted leg that is lost due at once, whatever the delay', () => {
    const legs = four.map((each) => (each.index === 1 ? lost(1, 't2') : each));
    expect(evict(raid10(legs, { status: { health: 'degraded' } }), 'leg-1').due).toMatchObject([
      { leg: { id: 'leg-1' }, source: { id: 'leg-0' } },
    ]);
  });
  test('makes an evicted leg wait, with a reason, while md rebuilds it', () => {
    const legs = four.map((each) => (each.index === 1 ? whole(1, 't2', { status: { inSync: false, health: 'rebuilding' } }) : each));
    expect(evict(raid10(legs, { status: { health: 'rebuilding' } }), 'leg-1')).toMatchObject({
      due: [],
      waits: [{ reason: 'other-side-first' }],
    });
  });
});

describe('dueLegs: evicted legs that wait', () => {
  test('names each leg that waits and each leg that comes first', () => {
    const legs = [
      lost(0, 't1'),
      whole(1, 't2'),
      whole(2, 't1', { driveId: 'b', status: { inSync: false, health: 'rebuilding' } }),
      whole(3, 't2'),
    ];
    const { due, waits } = evict(raid10(legs, { status: { health: 'degraded' } }), 'leg-1', 'leg-3');
    expect([due, waits.length]).toEqual([[], 1]);
    expect(waits[0]?.message).toContain('leg 1 on t2');
    expect(waits[0]?.message).toContain('leg 3 on t2');
    expect(waits[0]?.waitingFor).toBe('leg 0 on t1, leg 2 on t1');
  });
  test('moves no leg that leaves already', () => {
    const legs = four.map((each) => (each.index === 1 ? { ...each, spec: { ...each.spec, role: 'leaving' as const } } : each));
    expect(evict(raid10(legs), 'leg-1')).toMatchObject({ due: [], waits: [] });
  });
});

const joining = (index: number, node: string) =>
  leg(index, node, { id: `new-${index}`, driveId: `spare-${index}`, spec: { role: 'joining' }, status: { inSync: false } });
const leaving = (index: number, node: string) => whole(index, node, { spec: { role: 'leaving' } });

describe('copiesOf', () => {
  const drives = (of: VolumeDocument) => copiesOf(of).map(({ driveId }) => driveId);
  test('counts the new drive of a moving leg and the drive of the other mirror leg', () => {
    expect(drives(raid10([whole(0, 't1'), leaving(1, 't2'), joining(1, 't3')]))).toEqual(['spare-1', 'drive-t1']);
  });
  test('counts no drive for a move that a lost leg or a vacant slot holds up', () => {
    const held = [lost(0, 't1'), leaving(1, 't2'), joining(1, 't3')];
    expect(drives(raid10(held))).toEqual([]);
    expect(drives(raid10([leaving(1, 't2'), joining(1, 't3')], { status: { vacancies: [{ index: 0, since: NOW }] } }))).toEqual([]);
  });
  test('counts the replacement of a lost leg even when other legs are lost', () => {
    const legs = [whole(0, 't1'), lost(1, 't2', { spec: { role: 'leaving' } }), joining(1, 't3'), lost(2, 't1', { driveId: 'b' })];
    expect(drives(raid10(legs))).toEqual(['spare-1', 'drive-t1']);
  });
  test('counts the other leg of the same mirror set as the source, and only while it is in sync', () => {
    const legs = [whole(2, 't1', { driveId: 'b' }), whole(3, 't2', { driveId: 'c' }), joining(1, 't3'), whole(0, 't1')];
    expect(drives(raid10(legs))).toEqual(['spare-1', 'drive-t1']);
    expect(drives(raid10([joining(1, 't3'), lost(0, 't1')]))).toEqual(['spare-1']);
    expect(copiesOf(raid10([joining(1, 't3'), whole(0, 't1')]))).toEqual([
      { nodeId: 't3', driveId: 'spare-1', index: 1 },
      { nodeId: 't1', driveId: 'drive-t1', index: 1 },
    ]);
  });
  test('counts a joining leg that is in sync already, though another leg is lost', () => {
    const legs = [
      whole(0, 't1'),
      { ...joining(1, 't3'), status: { ...joining(1, 't3').status, inSync: true } },
      lost(2, 't1', { driveId: 'b' }),
    ];
    expect(drives(raid10(legs))).toEqual(['spare-1', 'drive-t1']);
  });
});

test('copiesOf names the one source of a rebuild among three halves, whichever is in sync', () => {
  const three = (...legs: LegDocument[]) => copiesOf(volume({ spec: { ...volume().spec, copies: 3 }, legs })).map(({ nodeId }) => nodeId);
  expect(three(lost(0, 't1'), lost(1, 't2'), joining(1, 't4'), whole(2, 't3'))).toEqual(['t4', 't3']);
});

describe('lostLegs', () => {
  test('names missing, unhealthy and stalled legs, but no joining leg and no usable one', () => {
    const legs = [
      lost(0, 't1'),
      whole(1, 't2', { status: { health: 'unhealthy' } }),
      whole(2, 't3', { status: { health: 'stalled' } }),
      whole(3, 't4', { status: { health: 'unknown' } }),
      lost(5, 't5', { spec: { role: 'joining' } }),
    ];
    expect(lostLegs({ legs, status: {} }).map(textOfMessage)).toEqual(['leg 0 on t1', 'leg 1 on t2', 'leg 2 on t3']);
  });
  test('names a vacant index until a leg has its place', () => {
    const vacancies = [1, 3].map((index) => ({ index, since: NOW }));
    expect(lostLegs({ legs: [whole(0, 't1'), joining(1, 't3')], status: { vacancies } }).map(textOfMessage)).toEqual(['leg 3']);
    expect(lostLegs({ legs: [whole(0, 't1'), whole(2, 't2')], status: { vacancies } }).map(textOfMessage)).toEqual(['leg 1', 'leg 3']);
  });
});
