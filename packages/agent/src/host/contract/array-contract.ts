import { MiB } from '@weft/shared/units';
import { expect } from 'vitest';
import type { Statement } from './contract-fabric.js';
import { DATA_OFFSET_BYTES, LEG_BYTES, scene } from './scene.js';

const kernelName = (device: string): string => device.replace('/dev/', '');

/** md: who may be created, and what may be assembled (S4). */
export const arrayContract: Statement[] = [
  {
    statement: 'an array is created with the given UUID on all its legs, in sync and without a rebuild; again makes no second one',
    holds: scene(async (own) => {
      const { devices } = await own.connectedLegs();
      const create = own.newArray(devices);
      await own.onClient(create);
      await own.onClient(create);
      expect(await own.array(create.uuid)).toMatchObject({
        uuid: create.uuid,
        level: 'raid1',
        degraded: 0,
        raidDisks: 2,
        sizeBytes: LEG_BYTES - DATA_OFFSET_BYTES,
        syncAction: 'idle',
        readOnly: false,
        members: expect.arrayContaining(
          devices.map((device, slot) => expect.objectContaining({ device: kernelName(device), slot, flags: ['in_sync'] })),
        ),
      });
      const found = await own.fabric.client.host.examineSuperblocks(devices);
      expect([...found.values()]).toMatchObject(
        [0, 1].map((role) => ({ uuid: create.uuid, deviceRole: `Active device ${role}`, arrayState: 'AA' })),
      );
    }),
  },
  {
    statement: 'raid10 over four legs: roles 2i and 2i+1 hold the same bytes, half of all are usable in whole chunks',
    holds: scene(async (own) => {
      const { client, target } = own.fabric;
      const { devices, exports } = await own.connectedLegs(4);
      const create = own.newArray(devices, 'raid10');
      await own.onClient(create);
      const array = await own.array(create.uuid);
      expect(array).toMatchObject({ level: 'raid10', raidDisks: 4, sizeBytes: 2 * (LEG_BYTES - DATA_OFFSET_BYTES) });
      await client.write(`/dev/${array?.device}`, MiB, 'second chunk');
      const sides = await Promise.all(exports.map(({ leg }) => target.read(leg.path, DATA_OFFSET_BYTES)));
      expect(sides).toEqual(['', '', 'second chunk', 'second chunk']);
    }),
  },
  {
    statement: 'an array is never created over a superblock; a leg without one examines as null',
    holds: scene(async (own) => {
      const { devices } = await own.connectedLegs();
      expect([...(await own.fabric.client.host.examineSuperblocks(devices)).values()]).toEqual([null, null]);
      const create = own.newArray(devices);
      await own.onClient(create);
      await own.stop(create.uuid);
      await expect(own.onClient(own.newArray(devices))).rejects.toThrow('carries an md superblock');
      expect([...(await own.fabric.client.host.examineSuperblocks(devices)).values()]).toMatchObject([
        { uuid: create.uuid },
        { uuid: create.uuid },
      ]);
    }),
  },
  {
    statement:
      'S4: assembly refuses a partial list while a present superblock lists the absent leg as active; the complete list starts after that',
    holds: scene(async (own) => {
      const { devices } = await own.connectedLegs();
      const create = own.newArray(devices);
      await own.onClient(create);
      await own.fabric.client.write(`/dev/${(await own.array(create.uuid))?.device}`, 0, 'kept');
      await own.stop(create.uuid);
      await expect(own.onClient(own.assembly(create, devices.slice(0, 1)))).rejects.toThrow();
      const refused = await own.array(create.uuid);
      expect(refused?.state ?? 'inactive').toBe('inactive');
      await own.onClient(own.assembly(create));
      await own.onClient(own.assembly(create));
      const array = await own.array(create.uuid);
      expect(array).toMatchObject({ degraded: 0 });
      expect(await own.fabric.client.read(`/dev/${array?.device}`, 0)).toBe('kept');
    }),
  },
  {
    statement: 'S4: a partial list starts when the absent leg is recorded as failed, and the stale leg is not taken in later',
    holds: scene(async (own) => {
      const { devices } = await own.connectedLegs();
      const [kept = '', lost = ''] = devices;
      const create = own.newArray(devices);
      await own.onClient(create);
      const device = (await own.array(create.uuid))?.device ?? '';
      await own.fabric.failMember(device, kernelName(lost));
      expect(await own.array(create.uuid)).toMatchObject({
        degraded: 1,
        members: expect.arrayContaining([expect.objectContaining({ device: kernelName(lost), flags: ['faulty'] })]),
      });
      await own.fabric.client.write(`/dev/${device}`, 0, 'newer');
      await own.stop(create.uuid);
      for (const list of [[kept], devices]) {
        await own.onClient(own.assembly(create, list));
        const array = await own.array(create.uuid);
        expect(array).toMatchObject({ degraded: 1, members: [{ device: kernelName(kept), flags: ['in_sync'] }] });
        expect(await own.fabric.client.read(`/dev/${array?.device}`, 0)).toBe('newer');
        await own.stop(create.uuid);
      }
    }),
  },
  {
    statement: 'read-only assembly changes no superblock',
    holds: scene(async (own) => {
      const { host } = own.fabric.client;
      const { devices } = await own.connectedLegs();
      const create = own.newArray(devices);
      await own.onClient(create);
      await own.stop(create.uuid);
      const before = await host.examineSuperblocks(devices);
      await own.onClient(own.assembly(create, devices, true));
      expect(await own.array(create.uuid)).toMatchObject({ readOnly: true, degraded: 0 });
      await own.stop(create.uuid);
      expect(await host.examineSuperblocks(devices)).toEqual(before);
    }),
  },
  {
    statement: 'a superblock is cleared only under the UUID that was named',
    holds: scene(async (own) => {
      const { host } = own.fabric.client;
      const { devices } = await own.connectedLegs();
      const [device = ''] = devices;
      const create = own.newArray(devices);
      await own.onClient(create);
      await own.stop(create.uuid);
      const other = 'c0117ac7-2000-4000-8000-000000000000';
      await expect(own.onClient({ op: 'zero-superblock', device, uuid: other })).rejects.toThrow('left alone');
      expect((await host.examineSuperblocks([device])).get(device)).toMatchObject({ uuid: create.uuid });
      await own.onClient({ op: 'zero-superblock', device, uuid: create.uuid });
      await own.onClient({ op: 'zero-superblock', device, uuid: create.uuid });
      expect((await host.examineSuperblocks([device])).get(device)).toBeNull();
    }),
  },
];
