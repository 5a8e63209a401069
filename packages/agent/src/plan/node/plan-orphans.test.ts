import { dmName, dmStripeName, dmUuid, growthLvName, lvName, subsystemNqn, vgName } from '@weft/shared/identity';
import type { AssignmentContent } from '@weft/shared/messages/assignment';
import { describe, expect, it } from 'vitest';
import type { FastState, MdArray, NvmeController, NvmeHead, NvmetPort, NvmetSubsystem, SlowState } from '../../host/host.js';
import { CLIENT, contentFor, id } from '../../testing/example-cluster.js';
import { emptyFast, legVolume, slowWith, UP } from '../../testing/example-world.js';
import { LEG_TAG, volumeTag } from '../target/leg-tags.js';
import { findOrphans } from './plan-orphans.js';

const TARGET = contentFor(1, UP);
const ATTACHED = contentFor(CLIENT, UP);
const NOTHING = { drives: [], legs: [], exports: [], attachments: [] };
const EMPTY = slowWith([], [], { group: false });

const onTarget = (slow: Partial<SlowState>, listed: Partial<AssignmentContent> = TARGET) =>
  findOrphans({ ...NOTHING, ...listed }, emptyFast(), { ...EMPTY, ...slow });
const seen = (fast: Partial<FastState>, listed: Partial<AssignmentContent> = ATTACHED) =>
  findOrphans({ ...NOTHING, ...listed }, { ...emptyFast(), ...fast }, EMPTY);

const OTHER = subsystemNqn(id('attachment', 8), id('node', 1), 1);
const FOREIGN = 'nqn.2014-08.com.example:backup';
const [LISTED = ''] = TARGET.exports.map((exported) => exported.subsystemNqn);

describe('findOrphans (S9)', () => {
  it('reports nothing on an empty host', () => {
    expect([onTarget({}), seen({})]).toEqual([[], []]);
  });

  describe('of volume groups', () => {
    const [group] = slowWith([], []).volumeGroups;
    const groupOf = (vg: string, pvDevice: string | null = '/dev/nvme0n1') => ({ ...(group ?? expect.fail()), vg, pvDevice });

    it('reports the group of a drive that is not assigned, with its device', () => {
      const volumeGroups = [groupOf(vgName(id('drive', 1))), groupOf(vgName(id('drive', 8)))];
      expect(onTarget({ volumeGroups })).toEqual([
        {
          ...{ kind: 'volume-group', name: vgName(id('drive', 8)), detail: 'on /dev/nvme0n1', identity: vgName(id('drive', 8)) },
          ...{ sizeBytes: group?.sizeBytes, inUse: false, mayHoldData: true },
        },
      ]);
      expect(onTarget({ volumeGroups }, {}).map(({ name }) => name)).toEqual(volumeGroups.map(({ vg }) => vg));
    });

    it('reports that the drive of such a group is missing', () => {
      const volumeGroups = [groupOf(vgName(id('drive', 8)), null)];
      expect(onTarget({ volumeGroups })).toMatchObject([{ detail: 'on a missing drive' }]);
    });

    it('reports that an empty group on a present drive holds no data, and no other group', () => {
      const { sizeBytes } = group ?? expect.fail();
      const vg = vgName(id('drive', 8));
      const empty = { ...groupOf(vg), freeBytes: sizeBytes };
      const mayHoldData = (slow: Partial<SlowState>) => onTarget(slow).find(({ kind }) => kind === 'volume-group')?.mayHoldData;
      expect(mayHoldData({ volumeGroups: [empty] })).toBe(false);
      expect(mayHoldData({ volumeGroups: [{ ...empty, freeBytes: sizeBytes - 1 }] })).toBe(true);
      expect(mayHoldData({ volumeGroups: [{ ...empty, pvDevice: null }] })).toBe(true);
      expect(mayHoldData({ volumeGroups: [empty], logicalVolumes: [legVolume(8, { vg, lv: 'home' })] })).toBe(true);
    });

    it('identifies a group with volumes by its UUID, and reports it in use while one of them is open', () => {
      const vg = vgName(id('drive', 8));
      const of = (uuid: string, open: boolean) =>
        onTarget({ volumeGroups: [groupOf(vg)], logicalVolumes: [legVolume(8, { vg, open, dmUuid: `LVM-${uuid.padEnd(32, '0')}lv` })] })[0];
      expect(of('a', true)).toMatchObject({ identity: `${vg} LVM-${'a'.padEnd(32, '0')}`, inUse: true });
      expect(of('b', false)).toMatchObject({ identity: `${vg} LVM-${'b'.padEnd(32, '0')}`, inUse: false });
    });

    it('ignores a group that is not of Weft', () => {
      expect(onTarget({ volumeGroups: [groupOf('debian'), groupOf('weft-backup')] }, {})).toEqual([]);
    });
  });

  describe('of logical volumes', () => {
    it('reports a leg that is not assigned, with its size and whether it is open', () => {
      const logicalVolumes = [legVolume(0), legVolume(8, { sizeBytes: 4096 }), legVolume(9, { sizeBytes: 8192, open: true })];
      const name = (leg: number) => `${vgName(id('drive', 1))}/${lvName(id('leg', leg))}`;
      expect(onTarget({ logicalVolumes })).toEqual([
        {
          ...{ kind: 'logical-volume', name: name(8), detail: '4096 bytes' },
          ...{ identity: 'LVM-8', sizeBytes: 4096, inUse: false, mayHoldData: true },
        },
        {
          ...{ kind: 'logical-volume', name: name(9), detail: '8192 bytes, open' },
          ...{ identity: 'LVM-9', sizeBytes: 8192, inUse: true, mayHoldData: true },
        },
      ]);
    });

    it('reports the growth of a leg only when the leg is not assigned', () => {
      const growth = (leg: number) => legVolume(leg, { lv: growthLvName(id('leg', leg)) });
      expect(onTarget({ logicalVolumes: [growth(0), growth(8)] })).toMatchObject([
        { name: `${vgName(id('drive', 1))}/${growthLvName(id('leg', 8))}`, mayHoldData: false },
      ]);
    });

    it.each([
      ['the volume of its tag', [LEG_TAG, volumeTag(id('volume', 8))], id('volume', 8)],
      ['no volume without such a tag', [LEG_TAG], undefined],
      ['no volume with two such tags', [volumeTag(id('volume', 8)), volumeTag(id('volume', 9))], undefined],
      ['no volume when the tag holds no id', [volumeTag('8')], undefined],
    ])('reports %s', (_, tags, volumeId) => {
      expect(onTarget({ logicalVolumes: [legVolume(8, { tags })] })[0]?.volumeId).toBe(volumeId);
    });

    it('ignores a volume without a leg id, and any volume of a group that is not of Weft', () => {
      const logicalVolumes = [legVolume(8, { lv: 'home' }), legVolume(8, { vg: 'debian' })];
      expect(onTarget({ logicalVolumes })).toEqual([]);
    });
  });

  describe('of subsystems', () => {
    const subsystem = (nqn: string, allowedHosts: string[] = []): NvmetSubsystem => ({
      ...{ nqn, serial: 's', model: 'm', allowAnyHost: false, allowedHosts, namespaces: [] },
    });

    it('reports a subsystem of Weft that no export lists, with the hosts that may use it', () => {
      const subsystems = [subsystem(LISTED), subsystem(OTHER, ['h1', 'h2']), subsystem(`${OTHER}0`), subsystem(FOREIGN)];
      expect(seen({ subsystems }, TARGET)).toEqual([
        {
          ...{ kind: 'subsystem', name: OTHER, detail: 'allowed hosts: h1, h2', identity: `${OTHER} s` },
          ...{ inUse: false, attachmentId: id('attachment', 8) },
        },
        {
          ...{ kind: 'subsystem', name: `${OTHER}0`, detail: 'allowed hosts: none', identity: `${OTHER}0 s` },
          ...{ inUse: false, attachmentId: id('attachment', 8) },
        },
      ]);
    });

    it('reports it in use while a host is allowed on an enabled namespace', () => {
      const namespace = { nsid: 1, devicePath: '/dev/x', uuid: id('leg', 8), nguid: '', enabled: true };
      const inUse = (more: Partial<NvmetSubsystem>) =>
        seen({ subsystems: [{ ...subsystem(OTHER, ['h1']), namespaces: [namespace], ...more }] }, TARGET)[0]?.inUse;
      expect(inUse({})).toBe(true);
      expect(inUse({ allowedHosts: [], allowAnyHost: true })).toBe(true);
      expect(inUse({ allowedHosts: [] })).toBe(false);
      expect(inUse({ namespaces: [{ ...namespace, enabled: false }] })).toBe(false);
    });
  });

  describe('of ports', () => {
    const port = (portId: number, ...subsystemNqns: string[]): NvmetPort => ({
      ...{ portId, transport: 'tcp', address: '10.0.0.1', serviceId: 4500 + portId, subsystemNqns },
    });

    it('reports a port that exports only subsystems of Weft that no export lists', () => {
      const ports = [port(1, OTHER), port(2, LISTED), port(3, OTHER, LISTED), port(4, FOREIGN), port(5, OTHER, FOREIGN), port(6)];
      expect(seen({ ports }, TARGET)).toEqual([
        {
          ...{ kind: 'port', name: '1', detail: `tcp 10.0.0.1:4501, exports ${OTHER}`, identity: `tcp 10.0.0.1 4501 ${OTHER}` },
          ...{ inUse: true, attachmentId: id('attachment', 8) },
        },
      ]);
    });
  });

  describe('of controllers', () => {
    const controller = (name: string, nqn: string): NvmeController => ({
      ...{ name, subsystemNqn: nqn, transport: 'tcp', address: '10.0.0.1', serviceId: 4500, hostAddress: null, hostNqn: 'h' },
      ...{ state: 'live', fastIoFailSeconds: null },
    });

    it('reports a controller of an attachment that is not assigned', () => {
      const controllers = [controller('nvme0', LISTED), controller('nvme1', OTHER), controller('nvme2', FOREIGN)];
      expect(seen({ controllers })).toEqual([
        {
          ...{ kind: 'controller', name: 'nvme1', detail: `${OTHER} at 10.0.0.1, live` },
          ...{ identity: `${OTHER} tcp 10.0.0.1 4500 `, inUse: true, attachmentId: id('attachment', 8) },
        },
      ]);
    });
  });

  describe('of arrays', () => {
    const head = (device: string, nqn: string): NvmeHead => ({
      subsystemNqn: nqn,
      nsid: 1,
      uuid: id('leg', 0),
      nguid: '',
      device,
      sizeBytes: 1,
    });
    const heads = [head('nvme1n1', LISTED), head('nvme2n1', FOREIGN)];
    const array = (uuid: string, ...devices: string[]) =>
      ({ device: 'md127', uuid, state: 'clean', sizeBytes: 4096, members: devices.map((device) => ({ device })) }) as MdArray;

    it('reports an array with a member on a leg that no attachment lists', () => {
      const other = array(id('array', 8), 'sda', 'nvme1n1');
      expect(seen({ heads, arrays: [array(id('array', 1), 'nvme1n1'), other] })).toEqual([
        {
          ...{ kind: 'array', name: 'md127', detail: `${id('array', 8)}, clean`, identity: id('array', 8), sizeBytes: 4096 },
          attachmentId: ATTACHED.attachments[0]?.attachmentId,
        },
      ]);
      expect(seen({ heads, arrays: [other] }, {})).toMatchObject([{ kind: 'array' }]);
    });

    it('reports it also when the assignment has volumes without an array', () => {
      const attachments = ATTACHED.attachments.map((attachment) => ({ ...attachment, array: null }));
      expect(seen({ heads, arrays: [array(id('array', 1), 'nvme1n1')] }, { attachments })).toHaveLength(1);
    });

    it('ignores an array on drives of the host or on namespaces of another system', () => {
      expect(seen({ heads, arrays: [array(id('array', 8), 'sda', 'nvme2n1'), array(id('array', 9))] })).toEqual([]);
    });
  });

  describe('of mappings', () => {
    const mapping = (name: string, uuid = dmUuid(name)) => ({
      ...{ name, uuid, device: 'dm-0', sizeBytes: 4096, suspended: false, under: [] },
    });
    const [mine, other] = [id('volume', 1), id('volume', 8)];

    it('reports the mappings of a volume that is not attached here, and its stripes', () => {
      const mappings = [dmName(mine), dmStripeName(mine), dmName(other), dmStripeName(other)].map((name) => mapping(name));
      expect(seen({ mappings })).toEqual([
        ...[dmName(other), dmStripeName(other)].map((name) => ({
          ...{ kind: 'mapping', name, detail: '4096 bytes', identity: dmUuid(name), sizeBytes: 4096, volumeId: other },
        })),
      ]);
    });

    it('ignores a mapping with the name of a volume but another UUID', () => {
      expect(seen({ mappings: [mapping(dmName(other), 'LVM-1'), mapping('debian-root', 'LVM-2')] })).toEqual([]);
    });
  });
});
