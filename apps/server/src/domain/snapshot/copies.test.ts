import { describe, expect, it } from 'vitest';
import type { VolumeDocument } from '../documents/volume.document.js';
import { countedBytes } from '../documents/volume.document.js';
import { attachment, leg, NOW, report, volume, world } from '../world/worlds.fixture.js';
import { copiedVolume } from './copied-volume.js';
import { advanceRollBack, rolledBack } from './roll-back.js';
import { holderOf, requireRoom, requireSettled } from './snapshot-checks.js';

let ids = 0;
const newId = () => `new-${ids++}`;
const stored = { _id: 'copy', version: 1, revision: 1, createdAt: NOW, updatedAt: NOW };
const thinLeg = (index: number) =>
  leg(index, `t${index + 1}`, { spec: { thin: { originLegId: null, order: 'take' } }, status: { readyBytes: 2 ** 30 } });
const thin = (change: Parameters<typeof volume>[0] = {}): VolumeDocument => ({
  ...volume({ ...change, spec: { provisioning: 'thin', ...change.spec } }),
  legs: [thinLeg(0), thinLeg(1)],
});
const copyOf = (of: VolumeDocument, spec: Partial<VolumeDocument['spec']> = {}) =>
  copiedVolume(of, { stored, newId, name: 'copy', spec, thinOf: () => ({ order: 'take' }) });
const SNAPSHOT = {
  of: { id: 'v', name: 'db' },
  ...{ groupId: 'set', origin: 'person' as const, isPending: false, takenAt: NOW, heldMs: 1 },
};
const snapshot = (): VolumeDocument => {
  const copy = copyOf(thin(), { snapshot: SNAPSHOT });
  return { ...copy, status: { ...copy.status, state: 'available' } };
};

describe('copiedVolume', () => {
  it('has legs with origins on the same drives, an epoch and an array UUID of its own, and no client creates the array', () => {
    const of = thin({ spec: { epoch: 4, lastTenure: 77, encryptionKeyId: 'k', snapshotSchedule: { everyHours: 1, keep: 1, since: NOW } } });
    const copy = copyOf(of);
    expect(copy.legs.map(({ driveId, spec }) => [driveId, spec.thin?.originLegId, spec.epoch])).toEqual([
      ['drive-t1', 'leg-0', 1],
      ['drive-t2', 'leg-1', 1],
    ]);
    expect(copy.array?.status).toEqual({ created: false, copiedFrom: ['u'] });
    expect(copy.array?.spec.uuid).not.toBe('u');
    expect(copy.spec).toMatchObject({ epoch: 1, lastTenure: 77, encryptionKeyId: 'k' });
    expect(copy.spec.snapshotSchedule).toBeUndefined();
    expect(copy.legs.every(({ status }) => status.readyBytes === 0)).toBe(true);
  });

  it('names every UUID that its legs may carry, as long as no client has given them one', () => {
    const first = copyOf(thin());
    const second = copyOf(first);
    expect(second.array?.status.copiedFrom).toEqual([first.array?.spec.uuid, 'u']);
    const read = { ...first, array: first.array && { ...first.array, status: { created: true } } };
    expect(copyOf(read).array?.status.copiedFrom).toEqual([first.array?.spec.uuid]);
    const never = thin();
    expect(copyOf({ ...never, array: never.array && { ...never.array, status: { created: false } } }).array?.status).toEqual({
      created: false,
    });
  });

  it('copies no leg that md has not filled yet', () => {
    const of = thin();
    const joining = leg(1, 't3', { id: 'joining', spec: { role: 'joining', thin: { originLegId: null, order: 'take' } } });
    expect(copyOf({ ...of, legs: [...of.legs, joining] }).legs).toHaveLength(2);
  });
});

describe('rolledBack', () => {
  const roll = (of = thin(), from = snapshot(), attachments = [] as Parameters<typeof rolledBack>[1]) =>
    rolledBack(of, attachments, from, { now: NOW, newId });

  it('makes legs from those of the snapshot in a new epoch, and keeps the old ones, which promise nothing any more', () => {
    const of = thin();
    const after = roll(of);
    expect(after.spec.epoch).toBe(2);
    expect(after.legs.map(({ spec }) => [spec.epoch, spec.desired])).toEqual([
      [2, 'present'],
      [2, 'present'],
    ]);
    expect(after.obsoleteLegs?.map(({ id, spec }) => [id, spec.why, spec.desired])).toEqual([
      ['leg-0', 'rolled-back', 'present'],
      ['leg-1', 'rolled-back', 'present'],
    ]);
    const promised = [...after.legs, ...(after.obsoleteLegs ?? [])].reduce((sum, each) => sum + countedBytes(each), 0);
    expect(promised).toBe(of.legs.reduce((sum, each) => sum + countedBytes(each), 0));
    expect(after.array?.status.created).toBe(false);
  });

  it('removes the old legs only when every new one is made', () => {
    const after = roll();
    const made = (count: number) => after.legs.slice(0, count).map(({ id, nodeId }) => report(nodeId, 'leg', id));
    const step = (count: number) => advanceRollBack(world({ volume: after, reports: made(count) }), after);
    expect(step(1)).toBe(after);
    const done = step(2);
    expect(done.spec.rollBack).toBeUndefined();
    expect(done.obsoleteLegs?.every(({ spec }) => spec.desired === 'absent')).toBe(true);
  });

  it('is refused for an attached or grown volume, and beside another copy', () => {
    expect(() => roll(thin(), snapshot(), [attachment()])).toThrow(/attached/);
    expect(() => roll(thin({ spec: { sizeBytes: 2 ** 28 } }))).toThrow(/grown/);
    expect(() => roll(thin({ spec: { snapshotSetId: 'set' } }))).toThrow(/being taken/);
    expect(() => roll(roll())).toThrow(/rolled back/);
    expect(() => roll(thin(), { ...snapshot(), status: { ...snapshot().status, state: 'creating' } })).toThrow(/pending/);
  });
});

describe('checks before a copy', () => {
  it('wants a settled thin volume', () => {
    expect(() => requireSettled(volume())).toThrow(/not thin/);
    expect(() => requireSettled(snapshot())).toThrow(/does not change/);
    expect(() => requireSettled({ ...thin(), legs: [thinLeg(0), leg(1, 't2')] })).toThrow(/legs are all made/);
    const { array } = thin();
    const short = { ...thin(), array: array && { ...array, status: { ...array.status, isShort: true as const } } };
    expect(() => requireSettled(short)).toThrow(/array still has the old size/);
    expect(() => requireSettled(thin())).not.toThrow();
  });

  it('finds the one client that writes', () => {
    const of = { volume: thin(), attachments: [attachment()] };
    expect(holderOf([of])).toEqual({ client: { id: 'c1', name: 'c1' }, attachmentIds: ['a'] });
    expect(holderOf([{ volume: thin(), attachments: [] }])).toBeNull();
    expect(holderOf([{ volume: thin(), attachments: [attachment({ spec: { mode: 'readonly' } })] }])).toBeNull();
    const other = { volume: thin(), attachments: [attachment({ _id: 'b', nodeId: 'c2', nodeName: 'c2' })] };
    expect(() => holderOf([of, other])).toThrow(/more than one client/);
    expect(() => holderOf([{ ...of, attachments: [attachment({ status: { state: 'detaching' } })] }])).toThrow(/detaching/);
  });

  it('wants room in every pool', () => {
    const legs = [thinLeg(0), thinLeg(1)];
    const room = (t1: number, t2: number) =>
      new Map([
        ['drive-t1', t1],
        ['drive-t2', t2],
      ]);
    expect(() => requireRoom(legs, room(2 ** 30, 2 ** 30))).not.toThrow();
    expect(() => requireRoom(legs, room(2 ** 30, 2 ** 30 - 1))).toThrow(/t2/);
    expect(() => requireRoom([], room(0, 0))).not.toThrow();
  });
});
