import { DomainError } from '@weft/shared/errors/domain-error';
import type { VolumeCreate } from '@weft/shared/kinds/volume';
import { type PlacedLeg, volumeStates } from '@weft/shared/kinds/volume';
import { GiB, MiB } from '@weft/shared/units';
import { describe, expect, it } from 'vitest';
import type { AttachmentDocument } from '../documents/attachment.document.js';
import type { Changes } from '../documents/parts.js';
import { removed as absent, type LegDocument, requestedSpec, type VolumeDocument } from '../documents/volume.document.js';
import { candidate } from '../placement/placement.fixture.js';
import { attachment, leg, NOW, obsolete, volume } from '../world/worlds.fixture.js';
import { createdVolume, sameVolume } from './create-volume.js';
import { deletedVolume } from './delete-volume.js';
import { type GrowSurroundings, grownVolume, withAppended } from './grow-volume.js';

function refusal(work: () => unknown) {
  try {
    work();
  } catch (error) {
    if (error instanceof DomainError) return { code: error.reason.code, field: error.field, params: error.reason.params };
    throw error;
  }
  return expect.fail('it was not refused');
}
const stored = { _id: 'n', version: 1, revision: 1, createdAt: NOW, updatedAt: NOW };
const spec = requestedSpec(volume().spec);

describe('createdVolume', () => {
  const placed = (index: number, node: string): PlacedLeg => ({
    ...{ index, drive: { id: `d-${node}`, serial: `S-${node}` }, node: { id: node, name: node } },
    ...{ failureDomain: node, numaNode: 0, sizeBytes: GiB, dataBytes: GiB - 1 },
  });
  const create = (protection: 'raid1' | 'raid0', encryption: VolumeCreate['encryption'] = 'none', keyId?: string) => {
    let ids = 0;
    const newId = () => `id-${++ids}`;
    return createdVolume(
      { ...spec, name: 'logs', protection, encryption },
      { legs: [placed(0, 't1'), placed(1, 't2')] },
      { stored, newId, keyId },
    );
  };

  it('makes a volume that nothing is ordered for yet, with an id for each leg', () => {
    const made = create('raid1');
    const { encryption: _, copies: __, cache: ___, provisioning: ____, integrity: _____, ...plain } = spec;
    expect(made).toMatchObject({
      ...{ ...stored, name: 'logs', spec: { ...plain, protection: 'raid1', epoch: 1 }, generation: 1 },
      status: { state: 'creating', health: 'detached', observedGeneration: 0, conditions: [] },
    });
    expect(
      made.legs.map(({ id, nodeId, spec: { epoch }, status: { readyBytes, state } }) => [id, nodeId, readyBytes, epoch, state]),
    ).toEqual([
      ['id-2', 't1', 0, 1, 'creating'],
      ['id-3', 't2', 0, 1, 'creating'],
    ]);
    expect('name' in made.spec).toBe(false);
  });

  it('stores the encryption of an encrypted volume alone: servers of an earlier version send the other fields as they find them', () => {
    expect(create('raid1').spec).not.toHaveProperty('encryption');
    expect(requestedSpec(create('raid1').spec)).toMatchObject({ encryption: 'none' });
    expect(create('raid1', 'aes-xts-256', 'k').spec).toMatchObject({ encryption: 'aes-xts-256', encryptionKeyId: 'k' });
  });

  it('stores only the number of copies that is not the usual one', () => {
    const copies = (protection: 'raid1' | 'raid0', number: number | null) =>
      createdVolume({ ...spec, name: 'logs', protection, copies: number }, { legs: [] }, { stored, newId: () => 'id' }).spec;
    for (const number of [null, 2]) expect(copies('raid1', number)).not.toHaveProperty('copies');
    expect(copies('raid0', 1)).not.toHaveProperty('copies');
    expect(copies('raid1', 3)).toMatchObject({ copies: 3 });
  });

  it('gives a mirror an array that was not created yet, and other volumes none', () => {
    expect(create('raid1').array).toMatchObject({ spec: { uuid: 'id-1' }, status: { created: false } });
    expect(create('raid0').array).toBeNull();
  });
});

describe('sameVolume', () => {
  const wanted = { ...spec, name: 'db' };

  it('is the existing volume when the request asks for the same', () => {
    for (const state of volumeStates.filter((each) => each !== 'deleting'))
      expect(sameVolume(volume({ status: { state } }), wanted).status.state).toBe(state);
  });

  it('takes a request without a number of copies as one for two, and refuses another number', () => {
    expect(sameVolume(volume(), { ...wanted, copies: null })._id).toBe('v');
    expect(refusal(() => sameVolume(volume(), { ...wanted, copies: 3 }))).toMatchObject({ code: 'volume-name-taken' });
  });

  it('refuses a name that another volume has, or one that is being deleted', () => {
    expect(refusal(() => sameVolume(volume(), { ...wanted, sizeBytes: 1 }))).toMatchObject({
      ...{ code: 'volume-name-taken', field: 'name', params: { volume: { name: 'db' } } },
    });
    expect(refusal(() => sameVolume(volume({ status: { state: 'deleting' } }), wanted))).toMatchObject({
      code: 'volume-name-being-deleted',
      field: 'name',
    });
  });
});

describe('deletedVolume', () => {
  const old = obsolete(leg(1, 't3', { id: 'old' }), 'loss-accepted');

  it('orders the removal of every leg, of this epoch and of older ones, and ends a growth', () => {
    const growth = { spec: { toSizeBytes: 1, legs: [] }, status: { legsGrown: false } };
    const before = volume({ obsoleteLegs: [old], growth, generation: 4 });
    expect(deletedVolume(before, [])).toEqual({
      ...before,
      ...{ growth: null, generation: 5, obsoleteLegs: [absent(old)] },
      legs: before.legs.map(absent),
      status: { ...before.status, state: 'deleting' },
    });
    expect(deletedVolume(volume(), []).obsoleteLegs).toEqual([]);
  });

  it('refuses an attached volume, and names the attachments and their clients', () => {
    const attached = ['c1', 'c2'].map((name) => ({ id: `attachment-${name}`, client: { id: `id-${name}`, name } }));
    const refused = refusal(() => deletedVolume(volume(), attached));
    expect(refused).toMatchObject({
      code: 'volume-attached',
      params: { attachmentIds: ['attachment-c1', 'attachment-c2'], clients: [{ name: 'c1' }, { name: 'c2' }], volume: { name: 'db' } },
    });
  });

  it('deletes a volume that is being created, but none that is being deleted', () => {
    expect(deletedVolume(volume({ status: { state: 'creating' } }), []).status.state).toBe('deleting');
    expect(refusal(() => deletedVolume(volume({ status: { state: 'deleting' } }), []))).toMatchObject({
      ...{ code: 'volume-not-deletable', params: { state: 'deleting', allowedStates: ['creating', 'available'], volume: { name: 'db' } } },
    });
  });
});

describe('grownVolume', () => {
  const maintenance = { since: NOW, until: new Date(NOW.getTime() + 1), requestedBy: 'eve', forced: false, endedAt: null, endedBy: null };
  const drives = (freeBytes: number) => new Map(['t1', 't2'].map((name) => [`drive-${name}`, { serial: name, nodeName: name, freeBytes }]));
  const surroundings = (change: Partial<GrowSurroundings> = {}): GrowSurroundings => ({
    ...{ drives: drives(100 * GiB), elsewhere: { className: 'fast', drives: [], leftOut: [] }, nodes: [], now: NOW, newId: () => 'new' },
    ...change,
  });
  const mirror = volume({
    legs: [0, 1].map((index) => leg(index, `t${index + 1}`, { spec: { sizeBytes: GiB + 8 * MiB, dataBytes: GiB } })),
    spec: { ...spec, sizeBytes: GiB },
    status: { health: 'healthy' },
  });
  const chain = volume({
    array: null,
    legs: [0, 1].map((index) => leg(index, `t${index + 1}`, { spec: { sizeBytes: GiB, dataBytes: GiB } })),
    spec: { ...spec, protection: 'concatenated', sizeBytes: 2 * GiB },
    status: { health: 'healthy' },
  });
  const inMaintenance = (...names: string[]) => names.map((name) => ({ _id: name, name, spec: { maintenance } }));
  const more = { drives: drives(0), elsewhere: { className: 'fast', drives: [candidate('t9', 1)], leftOut: [] } };

  it('orders larger legs, and keeps the size that clients see until they are wiped (S2)', () => {
    const next = grownVolume(mirror, 2 * GiB, [], surroundings());
    expect([next.spec.sizeBytes, next.generation]).toEqual([GiB, mirror.generation + 1]);
    expect(next.growth).toMatchObject({ spec: { toSizeBytes: 2 * GiB }, status: { legsGrown: false } });
    for (const each of next.legs) expect(each.spec.sizeBytes).toBeGreaterThan(2 * GiB);
  });

  it('refuses while a node of a growing leg is in maintenance, and names the maintenance', () => {
    expect(refusal(() => grownVolume(mirror, 2 * GiB, [], surroundings({ nodes: inMaintenance('t2') })))).toMatchObject({
      ...{ code: 'growth-during-maintenance', field: 'sizeBytes', params: { node: { id: 't2', name: 't2' }, requestedBy: 'eve' } },
    });
  });

  it('ignores a maintenance that has ended, and one of a node whose leg does not grow', () => {
    const over = { nodes: inMaintenance('t2'), now: maintenance.until };
    const none = { nodes: [{ _id: 't1', name: 't1', spec: {} }] };
    for (const around of [over, none, { nodes: inMaintenance('t9') }])
      expect(grownVolume(mirror, 2 * GiB, [], surroundings(around)).growth?.spec.toSizeBytes).toBe(2 * GiB);
    const { legs } = grownVolume(chain, 3 * GiB, [], surroundings({ nodes: inMaintenance('t1') }));
    expect(legs.map(({ spec: { sizeBytes } }) => sizeBytes)).toEqual([GiB, 2 * GiB]);
  });

  it('refuses new legs while a client detaches, which would lack them if it kept the volume', () => {
    const leaving = [attachment(), attachment({ _id: 'b', nodeId: 'c2', nodeName: 'c2', status: { state: 'detaching' } })];
    expect(refusal(() => grownVolume(chain, 3 * GiB, leaving, surroundings(more)))).toMatchObject({
      ...{ code: 'growth-during-detach', params: { clients: [{ id: 'c2', name: 'c2' }], volume: { name: 'db' } } },
    });
    expect(grownVolume(chain, 3 * GiB, [attachment()], surroundings(more)).legs).toHaveLength(3);
    expect(grownVolume(mirror, 2 * GiB, leaving, surroundings()).legs).toHaveLength(2);
  });
});

describe('withAppended', () => {
  const appended = leg(2, 't3', { id: 'new' });
  const growth = {
    spec: {
      toSizeBytes: 1,
      legs: [
        { legId: 'leg-0', fromSizeBytes: 1, toDataBytes: 2 },
        { legId: 'new', fromSizeBytes: 0, toDataBytes: 2 },
      ],
    },
    status: { legsGrown: false },
  };
  const of = (change: Changes<VolumeDocument> = {}) => volume({ legs: [leg(0, 't1'), leg(1, 't2'), appended], growth, ...change });
  const seen: { id: string; legs: string[]; unsaved: string[] }[] = [];
  const exportsOf = ({ _id, exports }: AttachmentDocument, legs: readonly LegDocument[], unsaved: readonly { nodeId: string }[]) => {
    seen.push({ id: _id, legs: legs.map(({ id }) => id), unsaved: unsaved.map(({ nodeId }) => nodeId) });
    const [like] = exports;
    return [
      { ...(like ?? expect.fail()), nodeId: 't3', spec: { ...(like ?? expect.fail()).spec, namespaces: [{ nsid: 1, legId: 'new' }] } },
    ];
  };
  const targetsOf = (attachments: AttachmentDocument[], change: Changes<VolumeDocument> = {}) =>
    withAppended(of(change), attachments, exportsOf).map(({ exports }) => exports.map(({ nodeId }) => nodeId));

  it('adds exports of the appended legs, one attachment after the other', () => {
    seen.length = 0;
    expect(targetsOf([attachment(), attachment({ _id: 'b' })])).toEqual([
      ['t1', 't2', 't3'],
      ['t1', 't2', 't3'],
    ]);
    expect(seen).toEqual([
      { id: 'a', legs: ['new'], unsaved: [] },
      { id: 'b', legs: ['new'], unsaved: ['t1', 't2', 't3'] },
    ]);
  });

  it('adds none to an attachment that is being detached, nor when no leg is appended', () => {
    expect(targetsOf([attachment({ spec: { desired: 'detached' } })])).toEqual([['t1', 't2']]);
    expect(targetsOf([attachment()], { growth: null })).toEqual([['t1', 't2']]);
  });
});
