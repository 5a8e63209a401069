import { GiB } from '@weft/shared/units';
import { describe, expect, it } from 'vitest';
import { type Changes, changed } from '../documents/parts.js';
import type { VolumeDocument } from '../documents/volume.document.js';
import type { CandidateDrive } from '../placement/candidates.js';
import { leg, volume } from '../world/worlds.fixture.js';
import { joiningLeg } from './joining-leg.js';

const spare: CandidateDrive = {
  ...{ driveId: 't3-spare', serial: 'S-t3-spare', nodeId: 't3', nodeName: 'three', failureDomain: 'rack-3', numaNode: 1 },
  ...{ freeBytes: 100 * GiB, capacityBytes: 100 * GiB },
};
const half = leg(0, 't1', { spec: { sizeBytes: 2048, dataBytes: 2000 } });
const lost = leg(1, 't2', { spec: { sizeBytes: 4096, dataBytes: 4000 }, status: { health: 'missing', inSync: true } });
const joining = (change: Changes<VolumeDocument> = {}, from: typeof lost | null = lost, drive = spare) =>
  joiningLeg(changed(volume({ legs: [half, lost], spec: { epoch: 3 } }), change), { index: 1, leg: from, source: half }, drive, 'new');

describe('joiningLeg', () => {
  it('has the size of the leg that it replaces, and is neither in sync nor ready (S2)', () => {
    expect(joining()).toEqual({
      ...{ id: 'new', index: 1, driveId: 't3-spare', driveSerial: 'S-t3-spare', nodeId: 't3', nodeName: 'three' },
      spec: {
        ...{ failureDomain: 'rack-3', numaNode: 1, sizeBytes: 4096, dataBytes: 4000, epoch: 3, desired: 'present' },
        ...{ orderGeneration: 0, role: 'joining' },
      },
      status: { inSync: false, state: 'creating', readyBytes: 0, conditions: [] },
    });
  });

  it('has the size of the other mirror leg when its index is vacant', () => {
    expect(joining({}, null)).toMatchObject({ index: 1, spec: { sizeBytes: 2048, dataBytes: 2000 } });
  });

  it('holds the bytes of data that its own leg grows to', () => {
    const legs = [
      { legId: 'leg-0', fromSizeBytes: 0, toDataBytes: 7000 },
      { legId: 'leg-1', fromSizeBytes: 0, toDataBytes: 8000 },
    ];
    const growth = { spec: { toSizeBytes: 1, legs }, status: { legsGrown: false } };
    expect(joining({ growth }).spec.dataBytes).toBe(8000);
    expect(joining({ growth }, null).spec.dataBytes).toBe(7000);
    expect(joining({ growth: { ...growth, spec: { toSizeBytes: 1, legs: legs.slice(0, 1) } } }).spec.dataBytes).toBe(4000);
  });

  it('takes its node as the failure domain when the drive has none', () => {
    expect(joining({}, lost, { ...spare, failureDomain: null }).spec.failureDomain).toBe('three');
  });
});
