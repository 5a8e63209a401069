import { WIPED_TAG } from '@weft/shared/identity';
import { MiB } from '@weft/shared/units';
import { expect } from 'vitest';
import type { Statement } from './contract-fabric.js';
import { groupOf, LEG_BYTES, scene } from './scene.js';

/** LVM: one group per drive, one volume per leg. */
export const storageContract: Statement[] = [
  {
    statement: 'S1: a drive with anything on it is not taken; a wipe with its serial makes it blank, and then it is',
    holds: scene(async (own) => {
      const { target, serials } = own.fabric;
      const [device, vg] = [await own.device(2), groupOf(2)];
      const contents = async () => (await target.host.observeSlow()).inventory.drives.find(({ serial }) => serial === serials[2])?.contents;
      await target.write(device, 0, 'somebody needs this');
      expect(await contents()).toHaveLength(1);
      await expect(own.onTarget({ op: 'create-volume-group', vg, device })).rejects.toThrow('not blank');
      await expect(own.onTarget({ op: 'wipe-drive', device, serial: 'another' })).rejects.toThrow('another drive');
      expect(await target.read(device, 0)).toBe('somebody needs this');
      await own.onTarget({ op: 'wipe-drive', device, serial: serials[2] });
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
    statement: 'a leg has its bytes in whole extents and its tags, is active, and takes its space from the group; again changes nothing',
    holds: scene(async (own) => {
      const { host } = own.fabric.target;
      const free = async () => (await host.observeSlow()).volumeGroups.find(({ vg }) => vg === groupOf(0))?.freeBytes ?? 0;
      const before = await free();
      const { vg, lv, path } = await own.newVolume({ sizeBytes: 30 * MiB });
      await own.onTarget({ op: 'create-logical-volume', vg, lv, sizeBytes: 30 * MiB, tags: ['weft.leg'] });
      expect((await host.observeSlow()).logicalVolumes.filter((volume) => volume.lv === lv)).toEqual([
        { vg, lv, sizeBytes: LEG_BYTES, tags: ['weft.leg'], active: true, open: false, backed: true, devicePath: path },
      ]);
      expect(before - (await free())).toBe(LEG_BYTES);
    }),
  },
  {
    statement:
      'S2: a wiped leg reads as zeroes from its first to its last byte, and is tagged only then; a second wipe spares what is written since',
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
    statement: 'S5: an exported leg is neither wiped nor removed, and its group stays',
    holds: scene(async (own) => {
      const leg = await own.newVolume();
      await own.export(leg, { networks: [] });
      const { vg, lv } = leg;
      await expect(own.onTarget({ op: 'wipe-logical-volume', vg, lv })).rejects.toThrow('exported');
      await expect(own.onTarget({ op: 'remove-logical-volume', vg, lv })).rejects.toThrow('exported');
      await expect(own.onTarget({ op: 'remove-volume-group', vg, device: await own.device(0) })).rejects.toThrow('logical volumes');
      expect((await own.fabric.target.host.observeSlow()).logicalVolumes).toContainEqual(expect.objectContaining({ lv, open: true }));
    }),
  },
  {
    statement: 'S5: a leg that a process has open is not removed',
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
