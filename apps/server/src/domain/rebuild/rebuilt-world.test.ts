import { hostNqn } from '@weft/shared/identity';
import { type NodeDescription } from '@weft/shared/messages/node-description';
import { idOfSet } from '@weft/shared/mirrors/mirror-set-arrays';
import { describe, expect, test } from 'vitest';
import { changed } from '../documents/parts.js';
import { allLegs, type VolumeDocument } from '../documents/volume.document.js';
import { attachment, CLASS, c1, c2, described, driveOf, id, leg, NOW, TARGETS, t1, t2, t3, volume } from './descriptions.fixture.js';
import { contentOf, rebuiltWorld } from './rebuilt-world.js';

const codes = (world: ReturnType<typeof rebuiltWorld>) => world.notes.map(({ code }) => code);
const USUAL = ['rebuild-class-members', 'rebuild-never-known'];

describe('a world from the descriptions of its nodes', () => {
  const [mirror, striped, stripes, joined] = [volume(1, 'raid1'), volume(2, 'raid10'), volume(3, 'raid0'), volume(4, 'concatenated')];
  const attachments = [attachment(1, mirror, c1), attachment(2, striped, c2), attachment(3, stripes, c1)];
  const volumes = [mirror, striped, stripes, joined];

  test('gives every node the assignment that it has', () => {
    const descriptions = described({ volumes, attachments });
    const world = rebuiltWorld(descriptions, NOW);
    for (const { node, assignment } of descriptions) expect(contentOf(node.id, world), node.name).toEqual(assignment?.content);
    expect(codes(world)).toEqual(USUAL);
    expect(world.missing).toEqual([]);
  });

  test('has the caches of legs, their drives and what they take', () => {
    const cached = (each: VolumeDocument, target: { id: string; name: string }): VolumeDocument => {
      const cache = {
        driveId: id('6', 1),
        driveSerial: 'C1',
        dataBytes: 2 ** 26,
        metadataBytes: 2 ** 23,
        blockBytes: 65_536,
        orderGeneration: 7,
      };
      const legs = each.legs.map((of) => (of.nodeId === target.id ? changed(of, { spec: { cache } }) : of));
      const policy = { mode: 'write-back' as const, bytesPerLeg: 2 ** 26, percentOfLeg: null, acceptsLoss: false };
      return changed(each, { legs, spec: { cache: policy } });
    };
    const descriptions = described({ volumes: [cached(mirror, t2)], attachments: [] });
    const of = descriptions.find(({ node }) => node.id === t2.id);
    const [drive] = of?.inventory.drives ?? [];
    if (!drive) throw new Error('a node without drives');
    of?.inventory.drives.push({ ...drive, serial: 'C1', weftDriveId: id('6', 1) });
    const world = rebuiltWorld(descriptions, NOW);
    expect(contentOf(t2.id, world)?.legs).toEqual(of?.assignment?.content.legs);
    const found = world.drives.find(({ _id }) => _id === id('6', 1));
    expect(found).toMatchObject({ spec: { role: 'cache' }, status: { allocatedBytes: 2 ** 26 + 2 ** 23 } });
    expect(world.drives.filter(({ spec }) => spec.role === 'cache')).toHaveLength(1);
    const [rebuilt] = world.volumes;
    expect(rebuilt?.spec.cache).toMatchObject({ mode: 'write-back', bytesPerLeg: 2 ** 26 });
    expect(rebuilt?.legs.flatMap(({ spec }) => spec.cache?.driveSerial ?? [])).toEqual(['C1']);
  });

  test('has the checksums of a volume: without them no target would export its legs', () => {
    const checked = changed(mirror, { spec: { integrity: 'dm-integrity' } });
    const descriptions = described({ volumes: [checked], attachments: [] });
    const world = rebuiltWorld(descriptions, NOW);
    expect(world.volumes[0]?.spec.integrity).toBe('dm-integrity');
    const legs = descriptions.find(({ node }) => node.id === t2.id)?.assignment?.content.legs;
    expect(legs?.[0]?.integrity?.offeredBytes).toBeGreaterThan(0);
    expect(contentOf(t2.id, world)?.legs).toEqual(legs);
  });

  test('has every volume, leg and attachment under its id, its size, its class and its client', () => {
    const world = rebuiltWorld(described({ volumes, attachments }), NOW);
    const told = ({ _id, name, spec, legs, array }: VolumeDocument) => ({
      ...{ _id, name, array: array?.spec, spec },
      legs: legs.map((each) => ({
        id: each.id,
        index: each.index,
        driveId: each.driveId,
        driveSerial: each.driveSerial,
        nodeName: each.nodeName,
      })),
    });
    expect(world.volumes.map(told).sort((a, b) => a.name.localeCompare(b.name))).toEqual(volumes.map(told));
    expect(world.attachments.map(({ _id, nodeName, spec: { tenure, mode } }) => [_id, nodeName, tenure, mode]).sort()).toEqual(
      attachments.map(({ _id, nodeName, spec: { tenure, mode } }) => [_id, nodeName, tenure, mode]),
    );
    expect(world.driveClasses).toMatchObject([
      { _id: CLASS, name: 'fast', spec: { members: { by: 'list', driveIds: TARGETS.map(driveOf) } } },
    ]);
    expect(world.settings.storageNetworks).toEqual([{ name: 'left', cidrs: ['10.0.0.0/24'] }]);
    const reserved = world.drives.reduce((sum, { status }) => sum + status.allocatedBytes, 0);
    expect(reserved).toBe(volumes.flatMap(allLegs).reduce((sum, { spec }) => sum + spec.sizeBytes, 0));
    expect(world.nodes.map(({ name, credentialHash }) => [name, credentialHash.length])).toEqual(
      ['t1', 't2', 't3', 'c1', 'c2'].map((name) => [name, 64]),
    );
  });

  test('needs no assignment for a volume that is not attached: the drives say all', () => {
    const descriptions = described({ volumes }).map((each) => ({ ...each, assignment: null }));
    const world = rebuiltWorld(descriptions, NOW);
    expect(world.volumes.map(({ name }) => name).sort()).toEqual(['vol-1', 'vol-2', 'vol-3', 'vol-4']);
    expect(codes(world)).toEqual(['rebuild-in-sync-inferred', 'rebuild-in-sync-inferred', 'rebuild-no-networks', ...USUAL].slice(0));
  });
});

describe('which legs were in sync (S11)', () => {
  const stale = volume(1, 'raid1', { legs: [leg(100, 0, t1), leg(101, 1, t2, { status: { inSync: false } })] });
  const inSync = (descriptions: NodeDescription[]) => rebuiltWorld(descriptions, NOW).volumes[0]?.legs.map(({ status }) => status.inSync);

  test('is taken from the ledger of the client that started the array last', () => {
    expect(inSync(described({ volumes: [stale], attachments: [attachment(1, stale, c1)] }))).toEqual([true, false]);
  });

  test('is not taken from the ledger of an earlier client', () => {
    const [now, earlier] = [attachment(2, stale, c1), attachment(1, stale, c2)];
    const descriptions = described({ volumes: [stale], attachments: [now] }).map((each) =>
      each.node.name === 'c1'
        ? { ...each, arrays: {} }
        : each.node.name === 'c2'
          ? {
              ...each,
              arrays: { [stale._id]: { attachmentId: earlier._id, epoch: 1, uuid: id('8', 1), inSyncLegs: stale.legs.map((of) => of.id) } },
            }
          : each,
    );
    expect(inSync(descriptions)).toEqual([true, false]);
    expect(codes(rebuiltWorld(descriptions, NOW))).toContain('rebuild-in-sync-inferred');
  });

  test('an array whose superblocks were not read counts as created: none is made over it', () => {
    const unread = described({ volumes: [stale] }).map((each) => ({ ...each, superblocks: {} }));
    expect(rebuiltWorld(unread, NOW).volumes[0]?.array?.status.created).toBe(true);
    const none = described({ volumes: [stale] }).map((each) => ({ ...each, superblocks: { [id('e', 100)]: null, [id('e', 101)]: null } }));
    expect(rebuiltWorld(none, NOW).volumes[0]?.array?.status.created).toBe(false);
  });
});

describe('what is not certain', () => {
  const mirror = volume(1, 'raid1');
  const without = (descriptions: NodeDescription[], ...names: string[]) => descriptions.filter(({ node }) => !names.includes(node.name));

  test('a mirror half whose node is missing is a vacancy; a stripe without a leg is left out', () => {
    const world = rebuiltWorld(without(described({ volumes: [mirror, volume(3, 'raid0')] }), mirror.legs[0]!.nodeName), NOW);
    expect(world.volumes).toMatchObject([{ name: 'vol-1', status: { vacancies: [{ index: 0 }] }, legs: [{ index: 1 }] }]);
    expect(codes(world)).toEqual(expect.arrayContaining(['rebuild-leg-missing', 'rebuild-volume-left-out']));
  });

  describe('of a raid10 with three copies, in which each mirror set has an array', () => {
    const stale = (index: number) => ({ status: { inSync: index !== 1 && index !== 3 } });
    const legs = Array.from({ length: 6 }, (_, index) => leg(100 + index, index, TARGETS[index % 3]!, stale(index)));
    const six = volume(1, 'raid10', { spec: { copies: 3, stripeWidth: 2 }, legs });
    const attached = attachment(1, six, c1);
    const inSyncIn = ({ volumes: [found] }: ReturnType<typeof rebuiltWorld>) =>
      found?.legs.flatMap(({ index, status }) => (status.inSync ? [index] : []));
    const superblocks = (change: (uuid: string, set: number) => { uuid?: string; events?: number }) => {
      const descriptions = described({ volumes: [six] });
      for (const each of descriptions)
        for (const [legId, found] of Object.entries(each.superblocks)) {
          const index = legs.find(({ id: of }) => of === legId)?.index ?? 0;
          if (found) Object.assign(found, change(found.uuid, Math.floor(index / 3)));
        }
      return descriptions;
    };

    test('the ledger of the client tells which halves of all sets are in sync', () => {
      const world = rebuiltWorld(described({ volumes: [six], attachments: [attached] }), NOW);
      expect(world.volumes).toMatchObject([{ array: { spec: six.array?.spec, status: { created: true } }, spec: { copies: 3 } }]);
      expect(world.volumes[0]?.array?.status.previousUuid).toBeUndefined();
      expect(codes(world)).not.toContain('rebuild-in-sync-inferred');
      expect(inSyncIn(world)).toEqual([0, 2, 4, 5]);
    });

    test('a ledger that lacks one of the sets tells nothing, and event counts compare within a set', () => {
      const descriptions = superblocks((_, set) => (set === 0 ? { events: 90 } : {}));
      const world = rebuiltWorld(descriptions, NOW);
      expect(codes(world)).toContain('rebuild-in-sync-inferred');
      expect(inSyncIn(world)).toEqual([0, 1, 2, 4, 5]);
      const half = described({ volumes: [six], attachments: [attached] });
      for (const { arrays } of half) delete arrays[idOfSet(six._id, 1)];
      expect(codes(rebuiltWorld(half, NOW))).toContain('rebuild-in-sync-inferred');
    });

    test('legs of an earlier epoch are told by a leg that names it, or the volume is left out', () => {
      const renamed = (epoch: number) => superblocks((uuid, set) => ({ uuid: set === 0 ? uuid : idOfSet(id('8', epoch), set) }));
      const unknown = rebuiltWorld(renamed(9), NOW);
      expect(unknown.volumes).toEqual([]);
      expect(unknown.notes).toContainEqual(
        expect.objectContaining({
          code: 'rebuild-volume-left-out',
          params: expect.objectContaining({ reason: expect.stringContaining('earlier epoch') }),
        }),
      );
    });
  });

  test('of three copies one half is enough; its labels tell the number of the others', () => {
    const legs = [leg(100, 0, t1), leg(101, 1, t2), leg(102, 2, t3)];
    const three = volume(1, 'raid1', { spec: { copies: 3 }, legs });
    expect(rebuiltWorld(described({ volumes: [three] }), NOW).volumes).toMatchObject([{ spec: { copies: 3 }, legs: [{}, {}, {}] }]);
    const [one] = rebuiltWorld(without(described({ volumes: [three] }), 't1', 't3'), NOW).volumes;
    expect(one).toMatchObject({ spec: { copies: 3 }, status: { vacancies: [{ index: 0 }, { index: 2 }] }, legs: [{ index: 1 }] });
    const pair = volume(2, 'raid1', { legs: [leg(201, 1, t2)] });
    expect(rebuiltWorld(described({ volumes: [pair] }), NOW).volumes[0]?.spec).not.toHaveProperty('copies');
  });

  test('a volume that a host may write to that nobody described is left out, and the host is named (S3)', () => {
    const world = rebuiltWorld(without(described({ volumes: [mirror], attachments: [attachment(1, mirror, c1)] }), 'c1'), NOW);
    expect(world.volumes).toEqual([]);
    expect(world.missing).toEqual([hostNqn(c1.hostId)]);
  });

  test('a target that a client names and nobody described is missing', () => {
    const descriptions = described({ volumes: [mirror], attachments: [attachment(1, mirror, c1)] });
    expect(rebuiltWorld(without(descriptions, mirror.legs[1]!.nodeName), NOW).missing).toEqual([mirror.legs[1]!.nodeName]);
  });

  test('of two legs at one place the one in sync is it; the other, replaced while its node was away, is kept as obsolete', () => {
    const old = leg(999, 1, t3, { status: { inSync: false } });
    const descriptions = described({ volumes: [{ ...mirror, legs: [...mirror.legs, old] }] });
    const [rebuilt] = rebuiltWorld(descriptions, NOW).volumes;
    expect(rebuilt?.legs.map((each) => each.id)).toEqual(mirror.legs.map((each) => each.id));
    expect(rebuilt?.obsoleteLegs).toMatchObject([{ id: old.id, spec: { why: 'replaced', desired: 'present' } }]);
    const equal = descriptions.map((each) => ({
      ...each,
      superblocks: Object.fromEntries(Object.entries(each.superblocks).map(([of, found]) => [of, found && { ...found, events: 20 }])),
    }));
    expect(rebuiltWorld(equal, NOW).volumes).toEqual([]);
  });

  test('legs of an older epoch are kept and never part of the array', () => {
    const before = leg(999, 1, t3, { spec: { epoch: 1 } });
    const now = { ...mirror, spec: { ...mirror.spec, epoch: 2 }, legs: mirror.legs.map((each) => changed(each, { spec: { epoch: 2 } })) };
    const [rebuilt] = rebuiltWorld(described({ volumes: [{ ...now, legs: [...now.legs, before] }] }), NOW).volumes;
    expect(rebuilt?.legs.map(({ spec }) => spec.epoch)).toEqual([2, 2]);
    expect(rebuilt?.obsoleteLegs).toMatchObject([{ id: before.id, spec: { why: 'loss-accepted', epoch: 1 } }]);
  });

  test('a forced move in progress goes on: its fences are made again (S3)', () => {
    const moved = attachment(1, mirror, c1, {
      spec: { revoked: { by: 'ann', at: NOW, clientIsOff: false, targetsOff: [], arrayUuid: id('8', 1) }, desired: 'detached' },
      status: { state: 'revoking' },
    });
    const [rebuilt] = rebuiltWorld(described({ volumes: [mirror], attachments: [moved] }), NOW).attachments;
    expect(rebuilt).toMatchObject({
      spec: { revoked: { clientIsOff: false, arrayUuid: id('8', 1) } },
      status: { state: 'revoking', fenced: false },
    });
  });

  test('a leg without a label is named and invents no volume', () => {
    const bare = described({ volumes: [mirror] }).map((each) => ({
      ...each,
      logicalVolumes: each.logicalVolumes.map((lv) => ({ ...lv, tags: lv.tags.filter((tag) => !tag.startsWith('weft.is.')) })),
    }));
    const world = rebuiltWorld(bare, NOW);
    expect(world.volumes).toEqual([]);
    expect(codes(world).filter((code) => code === 'rebuild-legs-unlabelled')).toHaveLength(2);
  });
});

describe('descriptions that do not go together', () => {
  const descriptions = described({ volumes: [volume(1, 'raid1')] });
  const [first] = descriptions;
  test.for([
    ['none', [], /at least one file/],
    ['a node twice', [...descriptions, first!], /described twice/],
    ['two clusters', [...descriptions.slice(1), { ...first!, node: { ...first!.node, clusterId: id('c', 9) } }], /several clusters/],
    [
      'a leg on two drives',
      descriptions.map((each) =>
        each.node.name === 'c1' ? { ...each, logicalVolumes: descriptions.flatMap((of) => of.logicalVolumes).slice(0, 1) } : each,
      ),
      /a drive was copied/,
    ],
  ] as const)('are refused: %s', ([, given, message]) => {
    expect(() => rebuiltWorld(given, NOW)).toThrow(message);
  });
});
