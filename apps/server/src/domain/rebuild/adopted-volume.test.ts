import { lvName, vgName } from '@weft/shared/identity';
import { describe, expect, test } from 'vitest';
import { allLegs, type VolumeDocument } from '../documents/volume.document.js';
import { type AdoptionWorld, adoptedVolume } from './adopted-volume.js';
import { attachment, CLASS, CLUSTER, c1, described, driveOf, leg, NOW, TARGETS, t1, volume } from './descriptions.fixture.js';

const mirror = volume(1, 'raid1');
const known = volume(2, 'raid10');

/** A restored database: it has `known`, and each leg of `strays` is an orphan of its node. */
function world(strays: readonly VolumeDocument[], change: Partial<AdoptionWorld> = {}): AdoptionWorld {
  const legs = strays.flatMap(allLegs);
  return {
    clusterId: CLUSTER,
    nodes: TARGETS.map(({ id, name }) => ({
      ...{ _id: id, name },
      status: {
        connection: { state: 'online' as const, since: NOW, serverId: 's' },
        orphans: legs
          .filter(({ nodeId }) => nodeId === id)
          .map((each) => ({
            ...{
              kind: 'logical-volume' as const,
              name: `${vgName(each.driveId)}/${lvName(each.id)}`,
              detail: '',
              inUse: false,
              since: NOW,
            },
          })),
      },
    })),
    drives: TARGETS.map((target) => ({
      _id: driveOf(target),
      nodeId: target.id,
      serial: `S-${target.name}`,
      spec: { desired: 'in-service' },
    })),
    driveClasses: [{ _id: CLASS, name: 'fast' }],
    volumes: [known],
    ...change,
  };
}
const at = (change: (node: AdoptionWorld['nodes'][number]) => AdoptionWorld['nodes'][number], of = world([mirror])): AdoptionWorld => ({
  ...of,
  nodes: of.nodes.map((node) => (node._id === mirror.legs[0]?.nodeId ? change(node) : node)),
});
const files = described({ volumes: [mirror, known] });
const adopt = (of: AdoptionWorld, name = 'vol-1', from = files) => adoptedVolume(name, from, of, NOW);

test('adopts an encrypted volume as one, with the id of its key, and says that the key has to be given', () => {
  const keyId = '3f0d1c2b4a5968778695a4b3c2d1e0f0';
  const lost = volume(1, 'concatenated', { spec: { encryption: 'aes-xts-256', encryptionKeyId: keyId } });
  const { volume: adopted, notes } = adopt(world([lost]), 'vol-1', described({ volumes: [lost, known] }));
  expect(adopted.spec).toMatchObject({ encryption: 'aes-xts-256', encryptionKeyId: keyId });
  expect(notes.map(({ code }) => code)).toEqual(['rebuild-key-missing']);
});

test.each(['raid1', 'raid10', 'raid0', 'concatenated'] as const)('adopts a %s with its id, name, size, legs and array', (protection) => {
  const lost = volume(1, protection);
  const { volume: adopted, notes } = adopt(world([lost]), 'vol-1', described({ volumes: [lost, known] }));
  const { _id, name, spec, array, legs } = adopted;
  const { lastTenure, ...kept } = lost.spec;
  expect({ _id, name, array }).toEqual({ _id: lost._id, name: 'vol-1', array: lost.array });
  expect(spec).toMatchObject({ ...kept, description: '', labels: {}, lastTenure });
  expect(legs.map((each) => [each.id, each.index, each.driveId, each.status.inSync])).toEqual(
    lost.legs.map((each) => [each.id, each.index, each.driveId, true]),
  );
  expect(notes.map(({ code }) => code)).toEqual(lost.array ? ['rebuild-in-sync-inferred'] : []);
});

test('adopts by id, and names the choice when a name was used twice', () => {
  const twin = { ...volume(3, 'raid1'), name: 'vol-1' };
  const both = described({ volumes: [mirror, twin, known] });
  expect(() => adopt(world([mirror, twin]), 'vol-1', both)).toThrow(`Several volumes had the name vol-1: ${mirror._id}, ${twin._id}.`);
  expect(adopt(world([mirror, twin]), twin._id, both).volume._id).toBe(twin._id);
});

test('takes the class that has the name now if that of the labels is gone', () => {
  const driveClasses = [{ _id: 'another', name: 'fast' }];
  expect(adopt(world([mirror], { driveClasses })).volume.spec.driveClassId).toBe('another');
  expect(() => adopt(world([mirror], { driveClasses: [] }))).toThrow('Its drive class fast is not in the database.');
});

describe('adopts nothing', () => {
  test('under an unknown name, and names those that there are', () => {
    expect(() => adopt(world([mirror]), 'vol-9')).toThrow(
      'No leg in the files is of a volume vol-9 that this database does not have. There are: vol-1.',
    );
    expect(() => adopt(world([mirror]), 'vol-2')).toThrow('There are: vol-1.');
  });

  test('of another cluster', () => {
    expect(() => adopt(world([mirror], { clusterId: 'other' }))).toThrow('this database is of cluster other');
  });

  test('that a node is still assigned to attach or to export (S3)', () => {
    const used = described({ volumes: [mirror, known], attachments: [attachment(1, mirror, c1)] });
    expect(() => adopt(world([mirror]), 'vol-1', used)).toThrow(/an attachment on c1, an export on t\d, an export on t\d/);
  });

  test('whose leg is open, was reported without that, or is no orphan by now (S3)', () => {
    const orphans = (change: object) =>
      at((node) => ({ ...node, status: { ...node.status, orphans: node.status.orphans.map((each) => ({ ...each, ...change })) } }));
    expect(() => adopt(orphans({ inUse: true }))).toThrow('is open');
    expect(() => adopt(orphans({ inUse: undefined }))).toThrow('is open');
    expect(() => adopt(orphans({ name: 'weft-other/leg' }))).toThrow('as an orphan');
  });

  test('whose node is away or follows another history', () => {
    const away = at((node) => ({ ...node, status: { ...node.status, connection: { ...node.status.connection, state: 'lost' } } }));
    expect(() => adopt(away)).toThrow('is not connected, or its history is in doubt');
    const doubt = at((node) => ({ ...node, status: { ...node.status, historyDoubt: { id: 'd' } as never } }));
    expect(() => adopt(doubt)).toThrow('is not connected, or its history is in doubt');
  });

  test('whose drive is gone, was moved, or is not in service', () => {
    const { drives } = world([]);
    const without = drives.filter(({ _id }) => _id !== mirror.legs[0]?.driveId);
    expect(() => adopt(world([mirror], { drives: without }))).toThrow('is not in the database. Connect');
    const released = drives.map((drive) => ({ ...drive, spec: { desired: 'released' as const } }));
    expect(() => adopt(world([mirror], { drives: released }))).toThrow('is not in service');
    const moved = drives.map((drive) => ({ ...drive, nodeId: t1.id === drive.nodeId ? 'elsewhere' : t1.id }));
    expect(() => adopt(world([mirror], { drives: moved }))).toThrow('is not in service');
  });

  test('whose name or id the database has', () => {
    expect(() => adopt(world([mirror], { volumes: [{ ...known, name: 'vol-1' }] }))).toThrow('another volume vol-1');
    const withoutLegs = { ...mirror, legs: [leg(900, 0, t1)] };
    expect(() => adopt(world([mirror], { volumes: [withoutLegs] }))).toThrow('already, without these legs');
  });

  test('that cannot be told for certain', () => {
    const striped = volume(1, 'raid0');
    const half = { ...striped, legs: striped.legs.slice(0, 1) };
    const missing = described({ volumes: [striped, known] }).map((each) => ({
      ...each,
      logicalVolumes: each.logicalVolumes.filter(({ lv }) => lv !== lvName(striped.legs[1]?.id ?? '')),
    }));
    expect(() => adopt(world([half]), 'vol-1', missing)).toThrow('the legs with index 1 are missing');
  });
});
