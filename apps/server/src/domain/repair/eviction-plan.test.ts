import { GiB } from '@weft/shared/units';
import { describe, expect, test } from 'vitest';
import type { LegDocument, VolumeDocument } from '../documents/volume.document.js';
import type { CandidateDrive } from '../placement/candidates.js';
import { leg, NOW, volume } from '../world/worlds.fixture.js';
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
const attached = volume({ health: 'healthy' });
const plain = volume({ _id: 'p', name: 'scratch', array: null, spec: { ...volume().spec, protection: 'raid0' } });
const plan = (volumes: VolumeDocument[], drives: CandidateDrive[]) => {
  const { planned, notMovable } = evictionPlan(volumes, onT2, () => ({ className: 'fast', drives, leftOut: [] }));
  return { moves: planned.map(({ move }) => move), notMovable };
};

describe('evictionPlan', () => {
  test('moves a mirror leg to another node, outside the failure domain of the other mirror leg', () => {
    const { moves, notMovable } = plan([attached], [drive('t1'), drive('t2'), drive('t3')]);
    expect(moves).toMatchObject([{ legId: 'leg-1', to: { drive: { id: 't3-spare' }, node: { name: 't3' } } }]);
    expect(moves[0]).toMatchObject({ code: 'leg-moves', params: { volume: { name: 'db' }, drive: { id: 't3-spare' }, node: { name: 't3' } } });
    expect([moves[0]?.message, notMovable]).toEqual(['leg 1 of db moves to drive S-t3-spare of t3', []]);
  });
  test('reports the shortage in numbers for the second leg when only one fits', () => {
    const { moves } = plan([attached, volume({ _id: 'w', name: 'log', health: 'healthy' })], [drive('t3', 1.5 * GiB)]);
    expect(moves.map(({ to }) => to?.node.name)).toEqual(['t3', undefined]);
    expect(moves[1]).toMatchObject({ code: 'leg-needs-drive', params: { neededBytes: GiB, freeBytes: 512 * 2 ** 20 } });
    expect(moves[1]?.message).toMatch(/needs a drive with 1 GiB free.*has 512 MiB free/);
  });
  test('puts two legs of one volume on different drives', () => {
    const legs = [leg(0, 't1'), leg(1, 't2'), leg(2, 't1'), leg(3, 't2', { driveId: 't2-other' })];
    const striped = volume({ health: 'healthy', spec: { ...volume().spec, protection: 'raid10' }, legs });
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
    const kept = { ...leg(1, 't2', { id: 'kept' }), since: NOW, why: 'loss-accepted' as const, fencedFrom: null };
    const { moves, notMovable } = plan([plain, volume({ legs: [leg(0, 't1')], obsoleteLegs: [kept] })], [drive('t3')]);
    expect(moves).toEqual([]);
    expect(notMovable.map(({ code }) => code)).toEqual(['leg-without-mirror', 'leg-kept']);
    expect(notMovable.map(({ message }) => message)).toEqual([
      'leg 1 of scratch cannot move: raid0 has no mirror half to copy from',
      'leg 1 of db is kept from an older epoch',
    ]);
  });
  test('plans nothing for a leg that is already being moved', () => {
    const legs = [leg(0, 't1'), leg(1, 't2', { role: 'leaving' }), leg(1, 't3', { id: 'new', role: 'joining', inSync: false })];
    expect(plan([volume({ legs })], [drive('t4')])).toEqual({ moves: [], notMovable: [] });
  });
});

describe('evictionView: blockers (S10)', () => {
  const waitOf = (change: Partial<VolumeDocument>) =>
    evictionView(
      { place: { kind: 'node', id: 't2', name: 't2' }, isEvicting: true, holds: (each: LegDocument) => onT2(each) },
      [volume(change)],
      [],
    );
  test('waits for an attachment when the mirror was never attached', () => {
    const never = { uuid: 'u', dataOffsetBytes: 8_388_608, created: false };
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
    expect(waitOf({ state })).toMatchObject({ state: 'waiting', waitingFor: [{ unblockedBy }] });
  });
});
