import { dmUuid, INTEGRITY_TAG, legDeviceName, legIntegrityName, WIPED_TAG } from '@weft/shared/identity';
import { integrityVolumeBytes } from '@weft/shared/integrity/integrity-layout';
import { MiB } from '@weft/shared/units';
import { expect } from 'vitest';
import type { DmIntegrity } from '../dm-integrity.js';
import type { IntegrityTable } from '../operations.js';
import { type Statement, until } from './contract-fabric.js';
import { DATA_OFFSET_BYTES, deviceOver, type Leg, PATIENCE_SECONDS, type Scene, scene } from './scene.js';

const SIZE_BYTES = 20 * MiB;

interface Checked {
  /** As exports see it: its path is that of the dm-integrity device. */
  leg: Leg;
  volume: Leg;
  table: IntegrityTable;
  format: { op: 'format-integrity'; vg: string; lv: string } & IntegrityTable;
}

/** A leg on dm-integrity that is not formatted yet. */
async function newLeg(own: Scene, drive = 0): Promise<Checked> {
  const volume = await own.newVolume({ drive, sizeBytes: integrityVolumeBytes(SIZE_BYTES) });
  const name = legIntegrityName(volume.id);
  own.later(async () => {
    await own.onTarget({ op: 'remove-mapping', name: legDeviceName(volume.id) });
    await own.onTarget({ op: 'remove-mapping', name });
  });
  const table = { name, uuid: dmUuid(name), device: volume.path, lengthBytes: SIZE_BYTES };
  const leg = { ...volume, path: `/dev/mapper/${name}`, sizeBytes: SIZE_BYTES };
  return { leg, volume, table, format: { op: 'format-integrity', vg: volume.vg, lv: volume.lv, ...table } };
}

async function formatted(own: Scene, drive = 0): Promise<Checked> {
  const made = await newLeg(own, drive);
  await own.onTarget(made.format);
  await own.onTarget({ op: 'create-integrity', ...made.table });
  return made;
}

const status = async (own: Scene, { table }: Checked): Promise<DmIntegrity | undefined> =>
  (await own.fabric.target.host.observeSlow()).integrities.find(({ name }) => name === table.name);

/** Another writer changes bytes of the leg, below dm-integrity. */
const damage = (own: Scene, { volume }: Checked, offset: number, text = 'damage'): Promise<void> =>
  own.fabric.target.write(volume.path, own.fabric.beneathIntegrity(offset), text);

/** A mirror of two legs on dm-integrity, on drives 0 and 1. */
async function mirror(own: Scene) {
  const halves = [await formatted(own, 0), await formatted(own, 1)];
  const devices: string[] = [];
  for (const { leg } of halves) devices.push(await own.connect(await own.export(leg)));
  const create = own.newArray(devices);
  await own.onClient(create);
  const { device, uuid } = await own.runningArray(create);
  const errors = () => Promise.all(halves.map(async (half) => (await status(own, half))?.checksumErrors ?? -1));
  return { halves, at: { array: device, uuid }, path: `/dev/${device}`, errors };
}

/** dm-integrity between a leg's volume and the leg's device. */
export const integrityContract: Statement[] = [
  {
    statement:
      'a leg on dm-integrity is formatted once: all of it reads as zeros, and what is written stays through another format and start',
    holds: scene(async (own) => {
      const { target } = own.fabric;
      const made = await newLeg(own);
      const { leg, volume, table, format } = made;
      const tags = async () => (await target.host.observeSlow()).logicalVolumes.find(({ lv }) => lv === volume.lv)?.tags;
      expect(await tags()).not.toContain(INTEGRITY_TAG);
      await own.onTarget(format);
      expect(await tags()).toEqual(expect.arrayContaining([INTEGRITY_TAG, WIPED_TAG]));
      await own.onTarget({ op: 'create-integrity', ...table });
      await own.onTarget({ op: 'create-linear', ...deviceOver(leg) });
      const last = SIZE_BYTES - 4096;
      for (const place of [0, last]) expect(await target.read(leg.device, place)).toBe('');
      for (const [place, text] of [
        [0, 'first'],
        [last, 'last'],
      ] as const)
        await target.write(leg.device, place, text);
      await own.onTarget({ op: 'remove-mapping', name: legDeviceName(leg.id) });
      await own.onTarget({ op: 'remove-mapping', name: table.name });
      await own.onTarget(format);
      await own.onTarget({ op: 'create-integrity', ...table });
      await own.onTarget({ op: 'create-integrity', ...table });
      await own.onTarget({ op: 'create-linear', ...deviceOver(leg) });
      expect([await target.read(leg.device, 0), await target.read(leg.device, last)]).toEqual(['first', 'last']);
      const complete = async () => (await status(own, made))?.coveredBytes === null;
      await until(own.fabric, 'all checksums computed', PATIENCE_SECONDS, complete);
      expect(await status(own, made)).toEqual({ name: table.name, checksumErrors: 0, coveredBytes: null });
    }),
  },
  {
    statement: 'a volume without its superblock, or with one for a shorter leg, is not started on dm-integrity and not formatted by that',
    holds: scene(async (own) => {
      const { target } = own.fabric;
      const { volume, table, format } = await newLeg(own);
      await own.onTarget(format);
      await expect(own.onTarget({ op: 'create-integrity', ...table, lengthBytes: 2 * SIZE_BYTES })).rejects.toThrow();
      await own.fabric.zero(volume.path);
      await expect(own.onTarget({ op: 'create-integrity', ...table })).rejects.toThrow('no superblock of dm-integrity');
      expect(await target.read(volume.path, 0)).toBe('');
      expect((await target.host.observeFast()).mappings.map(({ name }) => name)).not.toContain(table.name);
    }),
  },
  {
    statement: 'a volume under dm-integrity is open for nobody but its users; it is neither formatted nor removed while it runs',
    holds: scene(async (own) => {
      const { target } = own.fabric;
      const { leg, volume, table } = await formatted(own);
      const isOpen = async () => (await target.host.observeSlow()).logicalVolumes.find(({ lv }) => lv === volume.lv)?.open;
      expect(await isOpen()).toBe(false);
      await own.onTarget({ op: 'create-linear', ...deviceOver(leg) });
      expect(await isOpen()).toBe(false);
      await expect(own.onTarget({ op: 'remove-logical-volume', vg: volume.vg, lv: volume.lv })).rejects.toThrow('open');
      const close = await target.open(leg.device);
      expect(await isOpen()).toBe(true);
      await close();
      await own.onTarget({ op: 'remove-mapping', name: legDeviceName(leg.id) });
      await expect(own.onTarget({ op: 'create-integrity', ...table, lengthBytes: SIZE_BYTES / 2 })).rejects.toThrow('left alone');
    }),
  },
  {
    statement: 'bytes that changed below dm-integrity end a read with an error and are counted; other blocks are read, and a write ends it',
    holds: scene(async (own) => {
      const { target } = own.fabric;
      const made = await formatted(own);
      const { leg } = made;
      await own.onTarget({ op: 'create-linear', ...deviceOver(leg) });
      for (const place of [MiB, 2 * MiB]) await target.write(leg.device, place, 'right');
      await damage(own, made, MiB);
      await expect(target.read(leg.device, MiB)).rejects.toThrow();
      expect((await status(own, made))?.checksumErrors).toBeGreaterThan(0);
      expect(await target.read(leg.device, 2 * MiB)).toBe('right');
      await target.write(leg.device, MiB, 'again');
      expect(await target.read(leg.device, MiB)).toBe('again');
    }),
  },
  {
    statement: 'md writes a block with a wrong checksum again from the other half, at a read and at a check; the count names the half',
    holds: scene(async (own) => {
      const { client, target } = own.fabric;
      const { halves, at, path, errors } = await mirror(own);
      const places = [MiB, 3 * MiB];
      for (const place of places) await client.write(path, place, `at ${place}`);
      const [first, second] = halves as [Checked, Checked];
      await damage(own, first, DATA_OFFSET_BYTES + MiB);
      await damage(own, second, DATA_OFFSET_BYTES + 3 * MiB);
      // md reads from any half: the other one may answer for a while.
      await until(own.fabric, 'a read of the damaged half', PATIENCE_SECONDS, async () => {
        expect(await client.read(path, MiB)).toBe(`at ${MiB}`);
        if (((await errors())[0] ?? 0) > 0) return true;
        await own.onClient({ op: 'start-check', ...at, action: 'check', fromBytes: 0 });
        return false;
      });
      const idle = async () => {
        const array = await own.array(at.uuid);
        return array?.syncAction === 'idle' && array;
      };
      await until(own.fabric, 'no sync', PATIENCE_SECONDS, idle);
      await own.onClient({ op: 'start-check', ...at, action: 'check', fromBytes: 0 });
      await until(own.fabric, 'the check', PATIENCE_SECONDS, idle);
      const counted = await errors();
      expect(counted.every((count) => count > 0)).toBe(true);
      for (const { leg } of halves)
        for (const place of places) expect(await target.read(leg.device, DATA_OFFSET_BYTES + place)).toBe(`at ${place}`);
      await own.onClient({ op: 'start-check', ...at, action: 'check', fromBytes: 0 });
      const { check, degraded } = await until(own.fabric, 'the second check', PATIENCE_SECONDS, idle);
      expect({ mismatchBytes: check?.mismatchBytes, degraded }).toEqual({ mismatchBytes: 0, degraded: 0 });
      expect(await errors()).toEqual(counted);
    }),
  },
];
