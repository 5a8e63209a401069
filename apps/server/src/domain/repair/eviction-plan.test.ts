import { GiB } from '@weft/shared/units';
import { describe, expect, test } from 'vitest';
import type { Changes } from '../documents/parts.js';
import type { LegDocument, VolumeDocument } from '../documents/volume.document.js';
import type { CandidateDrive } from '../placement/candidates.js';
import { leg, obsolete, volume } from '../world/worlds.fixture.js';
import { evictionPlan } from './eviction-plan.js';
import { evictionView } from './eviction-view.js';

const onT2 = ({ nodeId }: { nodeId: string }) => nodeId === 't2';
const drive = (node: string, freeBytes = 100 * GiB): CandidateDrive => ({
  driveId: `${node}-spare`,
  serial: `S-${node}-spare`,
  nodeId: node,
  nodeName: node,
  failureDomain: node,
  numaNode: 0,
  freeBytes,
  capacityBytes: 100 * GiB,
});
const attached = volume({ status: { health: 'healthy' } });
const plain = volume({ _id: 'p', name: 'scratch', array: null, spec: { ...volume().spec, protection: 'raid0' } });
const plan = (volumes: VolumeDocument[], drives: CandidateDrive[]) => {
  const { planned, notMovable } = evictionPlan(volumes, onT2, () => ({ className: 'fast', drives, leftOut: [] }));
  return { moves: planned.map(({ move }) => move), notMovable };
};

describe('evictionPlan', () => {
  test('moves a mirror leg to another node, outside the failure domain of the other mirror leg', () => {
    const { moves, notMovable } = plan([attached], [drive('t1'), drive('t2'), drive('t3')]);
    expect(moves).toMatchObject([{ legId: 'leg-1', to: { drive: { id: 't3-spare' }, node: { name: 't3' } } }]);
    expect(moves[0]).toMatchObject({
      code: 'leg-moves',
      params: { volume: { name: 'db' }, drive: { id: 't3-spare' }, node: { name: 't3' } },
    });
    expect([moves[0]?.message, notMovable]).toEqual(['leg 1 of db moves to drive S-t3-spare of t3', []]);
  });
  test('reports the shortage in numbers for the second leg when only one fits', () => {
    const { moves } = plan([attached, volume({ _id: 'w', name: 'log', status: { health: 'healthy' } })], [drive('t3', 1.5 * GiB)]);
    expect(moves.map(({ to }) => to?.node.name)).toEqual(['t3', undefined]);
    expect(moves[1]).toMatchObject({ code: 'leg-needs-drive', params: { neededBytes: GiB, freeBytes: 512 * 2 ** 20 } });
    expect(moves[1]?.message).toMatch(/needs a drive with 1 GiB free.*has 512 MiB free/);
  });
  test('puts two legs of one volume on different drives', () => {
    const legs = [leg(0, 't1'), leg(1, 't2'), leg(2, 't1'), leg(3, 't2', { driveId: 't2-other' })];
    const striped = volume({ legs, spec: { ...volume().spec, protection: 'raid10' }, status: { health: 'healthy' } });
    const { moves } = plan([striped], [drive('t3'), drive('t4', 90 * GiB)]);
    expect(moves.map(({ index, to }) => [index, to?.drive.id])).toEqual([
      [1, 't3-spare'],
      [3, 't4-spare'],
    ]);
    expect(plan([striped], [drive('t3')]).moves.map(({ to }) => to?.drive.id)).toEqual(['t3-spare', undefined]);
  });
  test('states that a leg of a detached mirror moves once a client has the volume attached', () => {
    expect(plan([volume()], [drive('t3')]).moves[0]?.message).toMatch(/once a client has the volume attached exclusive/);
  });
  test('lists a leg without a mirror and a leg of an older epoch as not movable', () => {
    const kept = obsolete(leg(1, 't2', { id: 'kept' }), 'loss-accepted');
    const { moves, notMovable } = plan([plain, volume({ legs: [leg(0, 't1')], obsoleteLegs: [kept] })], [drive('t3')]);
    expect(moves).toEqual([]);
    expect(notMovable.map(({ code }) => code)).toEqual(['leg-without-mirror', 'leg-kept']);
    expect(notMovable.map(({ message }) => message)).toEqual([
      'leg 1 of scratch cannot move: raid0 has no mirror half to copy from',
      'leg 1 of db is kept from an older epoch',
    ]);
  });
  test('counts a moved leg in its new failure domain when it plans the leg of the same mirror set', () => {
    const both = [leg(0, 't2', { driveId: 'a' }), leg(1, 't2', { driveId: 'b' })];
    const { moves } = plan(
      [volume({ legs: both, status: { health: 'healthy' } })],
      [drive('t3'), { ...drive('t3'), driveId: 't3-other' }, drive('t4', 90 * GiB)],
    );
    expect(moves.map(({ index, to }) => [index, to?.node.name])).toEqual([
      [0, 't3'],
      [1, 't4'],
    ]);
  });
  test('leaves the other legs where they are when it plans the next one', () => {
    const legs = [leg(0, 't1'), leg(1, 't2'), leg(2, 't4'), leg(3, 't2', { driveId: 'other' })];
    const drives = [drive('t3'), { ...drive('t3', 90 * GiB), driveId: 't3-other' }];
    expect(plan([volume({ legs, status: { health: 'healthy' } })], drives).moves.map(({ index, to }) => [index, to?.drive.id])).toEqual([
      [1, 't3-spare'],
      [3, 't3-other'],
    ]);
    const pair = [leg(0, 't2', { driveId: 'a' }), leg(1, 't2', { driveId: 'b' })];
    expect(plan([volume({ legs: pair, status: { health: 'healthy' } })], drives).moves.map(({ to }) => to?.drive.id)).toEqual([
      't3-spare',
      undefined,
    ]);
  });
  test('plans no move of a healthy leg to a drive that is evicted itself', () => {
    const legs = [leg(0, 't1'), leg(1, 't2', { status: { health: 'healthy' } })];
    expect(plan([volume({ legs, status: { health: 'healthy' } })], [drive('t2')]).moves).toMatchObject([{ to: null }]);
  });
  test('names volume and protection of each leg, also of one without a place', () => {
    const what = { volume: { id: 'v', name: 'db' }, protection: 'raid1', legId: 'leg-1', index: 1, sizeBytes: GiB };
    expect(plan([attached], []).moves).toMatchObject([{ ...what, to: null }]);
    expect(plan([attached], [drive('t3')]).moves).toMatchObject([what]);
    expect(plan([plain], []).notMovable).toMatchObject([{ volume: { id: 'p', name: 'scratch' }, protection: 'raid0', index: 1 }]);
  });
  test('plans nothing for a leg that is about to be removed', () => {
    const going = obsolete(leg(1, 't2', { id: 'old', spec: { desired: 'absent' } }), 'replaced');
    expect(plan([volume({ legs: [leg(0, 't1'), leg(1, 't3')], obsoleteLegs: [going] })], [drive('t4')])).toEqual({
      moves: [],
      notMovable: [],
    });
    const deleting = volume({ legs: [leg(0, 't1'), leg(1, 't2', { spec: { desired: 'absent' } })] });
    expect(plan([deleting], [drive('t4')])).toEqual({ moves: [], notMovable: [] });
  });
  test('moves a leg of a volume that keeps another leg from an older epoch', () => {
    const kept = obsolete(leg(1, 't9', { id: 'kept' }), 'loss-accepted');
    const { moves, notMovable } = plan([volume({ obsoleteLegs: [kept], status: { health: 'healthy' } })], [drive('t3')]);
    expect([moves.map(({ legId }) => legId), notMovable]).toEqual([['leg-1'], []]);
    const two = [kept, { ...kept, id: 'other', nodeId: 't2' }];
    expect(plan([volume({ obsoleteLegs: two })], [drive('t3')]).notMovable.map(({ legId }) => legId)).toEqual(['other']);
  });
  test('states that a leg of a mirror moves once it was attached, when it never was', () => {
    for (const array of [null, { spec: { uuid: 'u', dataOffsetBytes: 1 }, status: { created: false } }])
      expect(plan([volume({ array, status: { health: 'healthy' } })], [drive('t3')]).moves[0]?.message).toMatch(/once a client has/);
  });
  test('plans nothing for a leg that is already being moved', () => {
    const legs = [
      leg(0, 't1'),
      leg(1, 't2', { spec: { role: 'leaving' } }),
      leg(1, 't3', { id: 'new', spec: { role: 'joining' }, status: { inSync: false } }),
    ];
    expect(plan([volume({ legs })], [drive('t4')])).toEqual({ moves: [], notMovable: [] });
  });
});

describe('evictionView: blockers (S10)', () => {
  const waitOf = (change: Changes<VolumeDocument>) =>
    evictionView(
      { place: { kind: 'node', id: 't2', name: 't2' }, isEvicting: true, hasCache: () => false, holds: (each: LegDocument) => onT2(each) },
      [volume(change)],
      [],
    );
  test('waits for an attachment when the mirror was never attached', () => {
    const never = { spec: { uuid: 'u', dataOffsetBytes: 8_388_608 }, status: { created: false } };
    expect(waitOf({ array: never })).toMatchObject({
      state: 'waiting',
      waitingFor: [
        {
          message: expect.stringContaining('never attached'),
          unblockedBy: 'attaching the volume exclusive',
          params: {
            reason: { code: 'never-attached', params: { volume: { kind: 'volume', name: 'db' } } },
            ways: [{ code: 'attach-exclusive' }],
          },
        },
      ],
    });
  });
  test.each([
    ['creating', 'its job volume.create'],
    ['deleting', 'its job volume.delete'],
  ] as const)('waits for the job of a volume that is %s', (state, unblockedBy) => {
    expect(waitOf({ status: { state } })).toMatchObject({
      state: 'waiting',
      waitingFor: [{ unblockedBy, message: expect.stringContaining(state) }],
    });
  });
  const stepsOf = (change: Changes<VolumeDocument>) => waitOf(change).steps.map(({ code, state }) => [code, state]);
  const kept = obsolete(leg(1, 't2', { id: 'kept' }), 'loss-accepted');
  test('waits for an administrator with a leg that is kept from an older epoch', () => {
    const { steps, waitingFor, state } = waitOf({ legs: [leg(0, 't1')], obsoleteLegs: [kept] });
    expect([state, steps.length]).toEqual(['waiting', 1]);
    expect(steps[0]).toMatchObject({ code: 'remove-kept-leg', state: 'waiting', nodeId: 't2', reason: { code: 'kept' } });
    expect(steps[0]?.params).toMatchObject({ why: 'loss-accepted', leg: { id: 'kept' }, volume: { name: 'db' } });
    expect(waitingFor[0]?.params).toMatchObject({ ways: [{ code: 'discard-leg', params: { leg: { id: 'kept' } } }] });
  });
  test('tells a leg of this epoch from a kept leg of an older one', () => {
    const obsoleteLegs = [{ ...kept, nodeId: 't9' }];
    expect(stepsOf({ obsoleteLegs, status: { health: 'healthy' } })).toEqual([['move-leg', 'pending']]);
  });
  test('shows a leg that nothing keeps from moving as pending, and a leaving one as running', () => {
    expect(waitOf({ status: { health: 'healthy' } })).toMatchObject({ state: 'running', waitingFor: [] });
    expect(stepsOf({ status: { health: 'healthy' } })).toEqual([['move-leg', 'pending']]);
    const legs = [leg(0, 't1'), leg(1, 't2', { spec: { role: 'leaving' } }), leg(1, 't3', { id: 'new', spec: { role: 'joining' } })];
    const waiting = { type: 'RepairWaiting', status: 'true' as const, reason: 'r', message: 'm', since: '' };
    expect(stepsOf({ legs, status: { conditions: [waiting] } })).toEqual([['move-leg', 'running']]);
  });
  test('shows why repair of the volume waits, and no other condition', () => {
    const condition = (type: string) => ({ type, status: 'true' as const, reason: `r-${type}`, message: `m-${type}`, since: '' });
    const { waitingFor, steps } = waitOf({ status: { conditions: [condition('Healthy'), condition('RepairWaiting')] } });
    expect(steps).toMatchObject([{ state: 'waiting', reason: { code: 'r-RepairWaiting' } }]);
    expect(waitingFor).toMatchObject([
      { message: expect.stringContaining('m-RepairWaiting'), params: { ways: [{ code: 'see-message' }, { code: 'stop-eviction' }] } },
    ]);
    expect(stepsOf({ status: { conditions: [condition('Healthy')] } })).toEqual([['move-leg', 'pending']]);
  });
  test('keeps the done step of a leg of the same name or of the same data once only', () => {
    const here = { place: { kind: 'node' as const, id: 't2', name: 't2' }, isEvicting: true, hasCache: () => false, holds: onT2 };
    const [step] = waitOf({}).steps;
    const before = step ?? expect.fail();
    const names = (steps: (typeof before)[]) => evictionView(here, [volume()], steps).steps.map(({ name, state }) => [name, state]);
    const renamed = { ...before, name: 'an older sentence' };
    expect(names([renamed])).toEqual([[before.name, 'pending']]);
    const others = [
      { ...renamed, code: 'remove-kept-leg' },
      { ...renamed, params: {} },
    ];
    expect(names(others).map(([, state]) => state)).toEqual(['done', 'done', 'pending']);
  });
  test('waits for nothing once it was stopped', () => {
    const stopped = { place: { kind: 'node' as const, id: 't2', name: 't2' }, isEvicting: false, hasCache: () => false, holds: onT2 };
    expect(evictionView(stopped, [volume()], [])).toMatchObject({ state: 'failed', waitingFor: [] });
  });
  test('waits for an attachment of a mirror without any array', () => {
    expect(waitOf({ array: null })).toMatchObject({ waitingFor: [{ unblockedBy: 'attaching the volume exclusive' }] });
  });
  test('is done for a place that was removed', () => {
    expect(evictionView(null, [volume()], waitOf({}).steps)).toMatchObject({
      state: 'done',
      steps: [{ state: 'done', reason: null }],
      waitingFor: [],
    });
  });
});
