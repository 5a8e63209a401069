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

describe('what emptying a node would do', () => {
  test('given a mirror, then its leg moves to a drive that is neither there nor in the other side’s failure domain', () => {
    const { moves, notMovable } = plan([attached], [drive('t1'), drive('t2'), drive('t3')]);
    expect(moves).toMatchObject([{ legId: 'leg-1', to: { drive: { id: 't3-spare' }, node: { name: 't3' } } }]);
    expect([moves[0]?.message, notMovable]).toEqual(['leg 1 of db moves to drive S-t3-spare of t3', []]);
  });
  test('given room for one leg and two that would come, then the second is told the shortage in numbers', () => {
    const { moves } = plan([attached, volume({ _id: 'w', name: 'log', health: 'healthy' })], [drive('t3', 1.5 * GiB)]);
    expect(moves.map(({ to }) => to?.node.name)).toEqual(['t3', undefined]);
    expect(moves[1]?.message).toMatch(/needs a drive with 1 GiB free.*has 512 MiB free/);
  });
  test('given two legs of one volume, then the second goes to another drive than the first, as no drive holds two of them', () => {
    const legs = [leg(0, 't1'), leg(1, 't2'), leg(2, 't1'), leg(3, 't2', { driveId: 't2-other' })];
    const striped = volume({ health: 'healthy', spec: { ...volume().spec, protection: 'raid10' }, legs });
    const { moves } = plan([striped], [drive('t3'), drive('t4', 90 * GiB)]);
    expect(moves.map(({ index, to }) => [index, to?.drive.id])).toEqual([
      [1, 't3-spare'],
      [3, 't4-spare'],
    ]);
    expect(plan([striped], [drive('t3')]).moves.map(({ to }) => to?.drive.id)).toEqual(['t3-spare', undefined]);
  });
  test('given a mirror that nobody has attached, then it has a place and waits for a client', () => {
    expect(plan([volume()], [drive('t3')]).moves[0]?.message).toMatch(/once a client has the volume attached exclusive/);
  });
  test('given a leg without a second side, or one of an older epoch, then it stays and is named', () => {
    const kept = { ...leg(1, 't2', { id: 'kept' }), since: NOW, why: 'loss-accepted' as const, fencedFrom: null };
    const { moves, notMovable } = plan([plain, volume({ legs: [leg(0, 't1')], obsoleteLegs: [kept] })], [drive('t3')]);
    expect(moves).toEqual([]);
    expect(notMovable.map(({ message }) => message)).toEqual([
      'leg 1 of scratch cannot move: raid0 has no second side',
      'leg 1 of db is kept from an older epoch',
    ]);
  });
  test('given a leg that is on its way already, then nothing is to be done about it', () => {
    const legs = [leg(0, 't1'), leg(1, 't2', { role: 'leaving' }), leg(1, 't3', { id: 'new', role: 'joining', inSync: false })];
    expect(plan([volume({ legs })], [drive('t4')])).toEqual({ moves: [], notMovable: [] });
  });
});

describe('S10 an eviction waits for nothing in silence', () => {
  const waitOf = (change: Partial<VolumeDocument>) =>
    evictionView({ name: 't2', isEvicting: true, holds: (each: LegDocument) => onT2(each) }, [volume(change)], []);
  test('given a mirror that was never attached, then it waits for an attachment', () => {
    const never = { uuid: 'u', dataOffsetBytes: 8_388_608, created: false };
    expect(waitOf({ array: never })).toMatchObject({
      state: 'waiting',
      waitingFor: [{ message: expect.stringContaining('never attached'), unblockedBy: 'attaching the volume exclusive' }],
    });
  });
  test.each([
    ['creating', 'its job volume.create'],
    ['deleting', 'its job volume.delete'],
  ] as const)('given a volume that is %s, then it waits for that', (state, unblockedBy) => {
    expect(waitOf({ state })).toMatchObject({ state: 'waiting', waitingFor: [{ unblockedBy }] });
  });
});
