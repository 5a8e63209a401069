import { GROWN_TAG, legDeviceName, WIPED_TAG } from '@weft/shared/identity';
import { isLabelTag } from '@weft/shared/labels/leg-label';
import { MiB } from '@weft/shared/units';
import { expect } from 'vitest';
import { type Statement, until } from './contract-fabric.js';
import { deviceOver, groupOf, LEG_BYTES, PATIENCE_SECONDS, scene } from './scene.js';

/** LVM: one group per drive, one volume per leg. */
export const storageContract: Statement[] = [
  {
    statement: 'a drive with contents is not taken into service until a wipe with its serial has made it blank (S1)',
    holds: scene(async (own) => {
      const { target, serials } = own.fabric;
      const [device, vg] = [await own.device(2), groupOf(2)];
      const contents = async () => (await target.host.observeSlow()).inventory.drives.find(({ serial }) => serial === serials[2])?.contents;
      await target.write(device, 0, 'somebody needs this');
      expect(await contents()).toHaveLength(1);
      await expect(own.onTarget({ op: 'create-volume-group', vg, device })).rejects.toThrow('not blank');
      await expect(own.onTarget({ op: 'wipe-drive', device, serial: 'another', foreignGroup: null })).rejects.toThrow('another drive');
      expect(await target.read(device, 0)).toBe('somebody needs this');
      await own.onTarget({ op: 'wipe-drive', device, serial: serials[2], foreignGroup: null });
      expect(await target.read(device, 0)).toBe('');
      expect(await contents()).toEqual([]);
      await own.onTarget({ op: 'create-volume-group', vg, device });
      await own.onTarget({ op: 'create-volume-group', vg, device });
      expect((await target.host.observeSlow()).volumeGroups.filter((group) => group.vg === vg)).toMatchObject([{ pvDevice: device }]);
      await own.onTarget({ op: 'remove-volume-group', vg, device });
      await own.onTarget({ op: 'remove-volume-group', vg, device });
      expect(await contents()).toEqual([]);
    }),
  },
  {
    statement: 'creating a leg makes an active LV of whole extents with its tags; repeating it changes nothing',
    holds: scene(async (own) => {
      const { host } = own.fabric.target;
      const free = async () => (await host.observeSlow()).volumeGroups.find(({ vg }) => vg === groupOf(0))?.freeBytes ?? 0;
      const before = await free();
      const { vg, lv, path } = await own.newVolume({ sizeBytes: 30 * MiB });
      await own.onTarget({ op: 'create-logical-volume', vg, lv, sizeBytes: 30 * MiB, tags: ['weft.leg'] });
      expect((await host.observeSlow()).logicalVolumes.filter((volume) => volume.lv === lv)).toEqual([
        {
          vg,
          lv,
          sizeBytes: LEG_BYTES,
          tags: ['weft.leg'],
          active: true,
          open: false,
          backed: true,
          devicePath: path,
          dmUuid: expect.stringMatching(/^LVM-/),
        },
      ]);
      expect(before - (await free())).toBe(LEG_BYTES);
    }),
  },
  {
    statement: 'a wipe zeroes a leg from its first to its last byte, and then tags it; a second wipe keeps what was written since (S2)',
    holds: scene(async (own) => {
      const { target } = own.fabric;
      const places = [0, LEG_BYTES / 2, LEG_BYTES - 512];
      const old = await own.newVolume();
      for (const place of places) await target.write(old.path, place, 'an earlier user');
      await own.clear();
      const leg = await own.newVolume();
      const tags = async () => (await target.host.observeSlow()).logicalVolumes.find(({ lv }) => lv === leg.lv)?.tags;
      expect(await target.read(leg.path, LEG_BYTES / 2)).toBe('an earlier user');
      expect(await tags()).not.toContain(WIPED_TAG);
      await own.onTarget({ op: 'wipe-logical-volume', vg: leg.vg, lv: leg.lv });
      for (const place of places) expect(await target.read(leg.path, place)).toBe('');
      expect(await tags()).toContain(WIPED_TAG);
      await target.write(leg.path, 0, 'data');
      await own.onTarget({ op: 'wipe-logical-volume', vg: leg.vg, lv: leg.lv });
      expect(await target.read(leg.path, 0)).toBe('data');
    }),
  },
  {
    statement: 'an exported leg grows by extents that were zeroed before; its client sees the new size after revalidation (S2)',
    holds: scene(async (own) => {
      const { target, client } = own.fabric;
      const old = await own.newVolume();
      await target.write(old.path, 0, 'an earlier user');
      await own.clear();
      const leg = await own.newVolume({ sizeBytes: 8 * MiB });
      const { vg, lv } = leg;
      await own.onTarget({ op: 'wipe-logical-volume', vg, lv });
      const exported = await own.export(leg);
      const device = await own.connect(exported);
      const growth = `grow-${leg.id}`;
      const sizeBytes = 24 * MiB;
      const merge = { op: 'merge-logical-volume', vg, lv, growth, sizeBytes } as const;
      await own.onTarget({ op: 'create-logical-volume', vg, lv: growth, sizeBytes: sizeBytes - 8 * MiB, tags: [] });
      await expect(own.onTarget(merge)).rejects.toThrow('zeroed');
      await own.onTarget({ op: 'wipe-logical-volume', vg, lv: growth });
      await own.onTarget(merge);
      await own.onTarget(merge);
      const volumes = (await target.host.observeSlow()).logicalVolumes.filter((volume) => volume.lv.endsWith(leg.id));
      expect(volumes).toMatchObject([{ lv, sizeBytes, open: true, tags: expect.arrayContaining([WIPED_TAG, GROWN_TAG]) }]);
      for (const place of [8 * MiB, 16 * MiB, sizeBytes - 512]) expect(await target.read(leg.path, place)).toBe('');
      const lengthen = { op: 'resize-linear', ...deviceOver(leg, sizeBytes) } as const;
      await own.onTarget(lengthen);
      await own.onTarget(lengthen);
      await own.onTarget({ op: 'revalidate-namespace', nqn: exported.nqn, nsid: 1 });
      await until(own.fabric, 'the new size', PATIENCE_SECONDS, async () => (await own.head(leg)).sizeBytes === sizeBytes);
      expect(`/dev/${(await own.head(leg)).device}`).toBe(device);
      await client.write(device, sizeBytes - 512, 'the end');
      expect(await target.read(leg.path, sizeBytes - 512)).toBe('the end');
      const label = (add: string[], remove: string[] = []) => own.onTarget({ op: 'label-logical-volume', vg, lv, add, remove });
      await label(['weft.is.index=0', 'weft.is.volume=orders']);
      await label(['weft.is.index=1'], ['weft.is.index=0']);
      await label(['weft.is.index=1'], ['weft.is.index=0']);
      const labelled = (await target.host.observeSlow()).logicalVolumes.find((volume) => volume.lv === lv)?.tags;
      expect(labelled?.filter(isLabelTag).sort()).toEqual(['weft.is.index=1', 'weft.is.volume=orders']);
      expect(labelled).toEqual(expect.arrayContaining([WIPED_TAG, GROWN_TAG]));
      await own.onTarget({ op: 'settle-logical-volume', vg, lv });
      await own.onTarget({ op: 'settle-logical-volume', vg, lv });
      expect((await target.host.observeSlow()).logicalVolumes.find((volume) => volume.lv === lv)?.tags).not.toContain(GROWN_TAG);
    }),
  },
  {
    statement: 'an exported leg is neither wiped nor removed, and its volume group is not removed (S5)',
    holds: scene(async (own) => {
      const leg = await own.newVolume();
      await own.export(leg, { networks: [] });
      const { vg, lv } = leg;
      await expect(own.onTarget({ op: 'wipe-logical-volume', vg, lv })).rejects.toThrow('open');
      await expect(own.onTarget({ op: 'remove-mapping', name: legDeviceName(leg.id) })).rejects.toMatchObject({
        command: expect.arrayContaining(['dmsetup']),
      });
      await expect(own.onTarget({ op: 'remove-logical-volume', vg, lv })).rejects.toThrow('open');
      await expect(own.onTarget({ op: 'remove-volume-group', vg, device: await own.device(0) })).rejects.toThrow('logical volumes');
      expect((await own.fabric.target.host.observeSlow()).logicalVolumes).toContainEqual(expect.objectContaining({ lv, open: true }));
    }),
  },
  {
    statement:
      'a leg is open while its own device is open, and not because that device is there; a shorter or another device under its name is refused',
    holds: scene(async (own) => {
      const { target } = own.fabric;
      const leg = await own.newVolume();
      const isOpen = async () => (await target.host.observeSlow()).logicalVolumes.find(({ lv }) => lv === leg.lv)?.open;
      const make = { op: 'create-linear', ...deviceOver(leg) } as const;
      await own.onTarget(make);
      await own.onTarget(make);
      expect(await isOpen()).toBe(false);
      expect((await target.host.observeFast()).mappings).toMatchObject([{ name: legDeviceName(leg.id), sizeBytes: LEG_BYTES }]);
      const close = await target.open(leg.device);
      expect(await isOpen()).toBe(true);
      await close();
      await target.write(leg.device, LEG_BYTES - 512, 'the end');
      expect(await target.read(leg.path, LEG_BYTES - 512)).toBe('the end');
      await expect(own.onTarget({ op: 'create-linear', ...deviceOver(leg, LEG_BYTES / 2) })).rejects.toThrow('detach the volume');
      await own.onTarget({ op: 'remove-mapping', name: legDeviceName(leg.id) });
      await own.onTarget({ op: 'remove-mapping', name: legDeviceName(leg.id) });
      expect((await target.host.observeFast()).mappings).toEqual([]);
      expect(await isOpen()).toBe(false);
    }),
  },
  {
    statement: 'a volume group is not removed through a drive that carries another one, and that one stays (S5)',
    holds: scene(async (own) => {
      await own.newVolume();
      const through = await own.device(0);
      await own.onTarget({ op: 'create-volume-group', vg: groupOf(2), device: await own.device(2) });
      await expect(own.onTarget({ op: 'remove-volume-group', vg: groupOf(2), device: through })).rejects.toThrow('not to');
      const groups = (await own.fabric.target.host.observeSlow()).volumeGroups.map(({ vg }) => vg);
      expect(groups).toEqual(expect.arrayContaining([groupOf(0), groupOf(2)]));
      await own.onTarget({ op: 'remove-volume-group', vg: groupOf(2), device: await own.device(2) });
    }),
  },
  {
    statement: 'a leg that a process has open is not removed (S5)',
    holds: scene(async (own) => {
      const { vg, lv, path } = await own.newVolume();
      const close = await own.fabric.target.open(path);
      await expect(own.onTarget({ op: 'remove-logical-volume', vg, lv })).rejects.toThrow('open');
      await close();
      await own.onTarget({ op: 'remove-logical-volume', vg, lv });
      await own.onTarget({ op: 'remove-logical-volume', vg, lv });
      expect((await own.fabric.target.host.observeSlow()).logicalVolumes).not.toContainEqual(expect.objectContaining({ lv }));
    }),
  },
];
