import { KiB, MiB } from '@weft/shared/units';
import { expect } from 'vitest';
import type { Operation } from '../operations.js';
import { type Statement, until } from './contract-fabric.js';
import { DATA_OFFSET_BYTES, type Export, kernelName, LEG_BYTES, PATIENCE_SECONDS, scene } from './scene.js';

/** Longer than md's bitmap and superblock writes follow the last change (daemon_sleep and safe_mode_delay, drivers/md). */
const SETTLES_MS = 20_000;

/** md: which arrays may be created and assembled (S4). */
export const arrayContract: Statement[] = [
  {
    statement: 'creating an array puts the given UUID on all its legs, in sync, without a resync; repeating it creates no second array',
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
    statement: 'raid10 over four legs mirrors roles 2i and 2i+1, and half of the capacity is usable, in whole chunks',
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
    statement: 'creating an array refuses a leg with an md superblock; a leg without a superblock examines as null',
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
    statement: 'a start writes the given name into every superblock and keeps the data; a read-only start writes none (S3)',
    holds: scene(async (own) => {
      const { devices } = await own.connectedLegs();
      const names = async () =>
        [...(await own.fabric.client.host.examineSuperblocks(devices)).values()].map((found) => found?.name?.split(':').at(-1));
      const [first, second, third] = ['weft-mbdz1x2k-0123456789ab', 'weft-mbdz1x2l-ba9876543210', 'weft-mbdz1x2m-0123456789ab'];
      const create = { ...own.newArray(devices), holder: first };
      await own.onClient(create);
      expect(await names()).toEqual([first, first]);
      await own.fabric.client.write(`/dev/${(await own.array(create.uuid))?.device}`, 0, 'kept');
      await own.stop(create.uuid);
      const { name, uuid } = create;
      await own.onClient({ op: 'assemble-array', name, uuid, devices, readOnly: false, run: false, holder: second });
      expect(await names()).toEqual([second, second]);
      const array = await own.array(create.uuid);
      expect(array).toMatchObject({ degraded: 0, syncAction: 'idle' });
      expect(await own.fabric.client.read(`/dev/${array?.device}`, 0)).toBe('kept');
      await own.stop(create.uuid);
      await own.onClient({ op: 'assemble-array', name, uuid, devices, readOnly: true, run: false, holder: third });
      expect(await names()).toEqual([second, second]);
      await own.stop(create.uuid);
      await own.onClient(own.assembly(create));
      expect(await names()).toEqual([second, second]);
    }),
  },
  {
    statement: 'assembly refuses a partial list while a superblock lists the absent leg as active; the full list starts after that (S4)',
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
    statement: 'a partial list starts if the absent leg is recorded as failed; later the stale leg is left out (S4)',
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
    statement: 'a failed member is removed; --re-add takes the leg back, and md resyncs only what was written since',
    holds: scene(async (own) => {
      const { client, target } = own.fabric;
      const { devices, exports } = await own.connectedLegs();
      const [, back = ''] = devices;
      const create = { ...own.newArray(devices), bitmapChunkBytes: 64 * KiB };
      await own.onClient(create);
      const { device: array, uuid } = await own.runningArray(create);
      const member = kernelName(back);
      await own.fabric.failMember(array, member);
      await client.write(`/dev/${array}`, 0, 'newer');
      await own.slotless(uuid, member);
      await own.onClient({ op: 'remove-member', array, uuid, member });
      await own.onClient({ op: 'remove-member', array, uuid, member });
      expect((await own.array(uuid))?.members).toMatchObject([{ device: kernelName(devices[0] ?? '') }]);
      const path = exports[1]?.leg.path ?? '';
      const before = await own.fabric.writtenBytes(path);
      await own.onClient({ op: 're-add-member', array, uuid, device: back });
      await own.inSync(uuid, 2);
      await own.onClient({ op: 're-add-member', array, uuid, device: back });
      expect((await own.fabric.writtenBytes(path)) - before).toBeLessThan(2 * MiB);
      expect(await target.read(path, DATA_OFFSET_BYTES)).toBe('newer');
    }),
  },
  {
    statement:
      'without I/O md keeps a leg whose device is gone, and refuses its return, until the member is failed; a device that is there is not failed so',
    holds: scene(async (own) => {
      const { devices, exports } = await own.connectedLegs();
      const [stays = '', goes = ''] = devices;
      const [, exported] = exports;
      const create = { ...own.newArray(devices), bitmapChunkBytes: 64 * KiB };
      await own.onClient(create);
      const { device: array, uuid } = await own.runningArray(create);
      // md writes superblocks and bitmaps for some seconds after the array was made: nothing may be left to write.
      for (let waitedMs = 0; waitedMs < SETTLES_MS; waitedMs += await own.fabric.pause());
      await own.disconnect(exported as Export);
      await own.headGone((exported as Export).leg);
      const back = await own.connect(exported as Export);
      expect(kernelName(back)).not.toBe(kernelName(goes));
      expect(await own.array(uuid)).toMatchObject({ degraded: 0 });
      await expect(own.onClient({ op: 're-add-member', array, uuid, device: back })).rejects.toThrow('--re-add');
      await expect(own.onClient({ op: 'fail-gone-member', array, uuid, member: kernelName(stays) })).rejects.toThrow();
      expect(await own.array(uuid)).toMatchObject({ degraded: 0 });
      await own.onClient({ op: 'fail-gone-member', array, uuid, member: kernelName(goes) });
      await own.slotless(uuid, kernelName(goes));
      await own.onClient({ op: 'remove-member', array, uuid, member: kernelName(goes) });
      await own.onClient({ op: 're-add-member', array, uuid, device: back });
      await own.inSync(uuid, 2);
    }),
  },
  {
    statement: '--re-add refuses a leg without a superblock and a leg of another array (S4)',
    holds: scene(async (own) => {
      const { devices } = await own.connectedLegs(4);
      const [one = '', two = '', three = '', four = ''] = devices;
      const create = own.newArray([one, two]);
      await own.onClient(create);
      const other = own.newArray([three, four]);
      await own.onClient(other);
      await own.stop(other.uuid);
      const { device: array, uuid } = await own.runningArray(create);
      await own.fabric.failMember(array, kernelName(two));
      await own.slotless(uuid, kernelName(two));
      await own.onClient({ op: 'remove-member', array, uuid, member: kernelName(two) });
      await expect(own.onClient({ op: 're-add-member', array, uuid, device: three })).rejects.toThrow();
      await own.onClient({ op: 'zero-superblock', device: two, uuid });
      await expect(own.onClient({ op: 're-add-member', array, uuid, device: two })).rejects.toThrow();
      await expect(own.onClient({ op: 'add-member', array, uuid, device: three })).rejects.toThrow('carries an md superblock');
      expect((await own.array(uuid))?.members).toHaveLength(1);
      expect((await own.fabric.client.host.examineSuperblocks([three])).get(three)).toMatchObject({ uuid: other.uuid });
    }),
  },
  {
    statement: 'replacing a readable leg keeps redundancy; then the old leg is failed and can be removed',
    holds: scene(async (own) => {
      const { client, target } = own.fabric;
      const { devices, exports } = await own.connectedLegs(3);
      const [old = '', stays = '', fresh = ''] = devices;
      const create = own.newArray([old, stays]);
      await own.onClient(create);
      const { device: array, uuid } = await own.runningArray(create);
      await client.write(`/dev/${array}`, 0, 'moved');
      await own.onClient({ op: 'replace-member', array, uuid, old: kernelName(old), device: fresh });
      expect(await own.array(uuid)).toMatchObject({ degraded: 0 });
      await until(own.fabric, 'replaced', PATIENCE_SECONDS, async () =>
        (await own.array(uuid))?.members.some(({ device, flags }) => device === kernelName(fresh) && flags.includes('in_sync')),
      );
      await own.slotless(uuid, kernelName(old));
      expect(await own.array(uuid)).toMatchObject({ degraded: 0 });
      await own.onClient({ op: 'remove-member', array, uuid, member: kernelName(old) });
      expect((await own.array(uuid))?.members.map(({ device, slot }) => [device, slot]).sort()).toEqual(
        [
          [kernelName(fresh), 0],
          [kernelName(stays), 1],
        ].sort(),
      );
      expect(await target.read(exports[2]?.leg.path ?? '', DATA_OFFSET_BYTES)).toBe('moved');
    }),
  },
  {
    statement: 'a new leg is added in the slot of a missing leg, and rebuilt at the configured rate',
    holds: scene(async (own) => {
      const { devices } = await own.connectedLegs(3);
      const [stays = '', lost = '', fresh = ''] = devices;
      const create = own.newArray([stays, lost]);
      await own.onClient(create);
      const { device: array, uuid } = await own.runningArray(create);
      await own.fabric.failMember(array, kernelName(lost));
      await own.slotless(uuid, kernelName(lost));
      await own.onClient({ op: 'remove-member', array, uuid, member: kernelName(lost) });
      const limits = { minBytesPerSecond: 64 * KiB, maxBytesPerSecond: 128 * KiB };
      await own.onClient({ op: 'set-sync-speed', array, uuid, ...limits });
      expect(await own.array(uuid)).toMatchObject({ syncSpeedLimits: limits });
      await own.onClient({ op: 'add-member', array, uuid, device: fresh });
      await own.onClient({ op: 'add-member', array, uuid, device: fresh });
      await until(own.fabric, 'a rebuild', PATIENCE_SECONDS, async () => (await own.array(uuid))?.syncAction === 'recover');
      expect((await own.array(uuid))?.members.find(({ device }) => device === kernelName(fresh))).toMatchObject({
        slot: 1,
        flags: ['spare'],
      });
      await own.onClient({ op: 'set-sync-speed', array, uuid, minBytesPerSecond: 100 * MiB, maxBytesPerSecond: 1024 * MiB });
      await own.inSync(uuid, 2);
    }),
  },
  {
    statement: 'a leg that is being rebuilt is listed as active: its array starts again with it, and without it only with --run (S4)',
    holds: scene(async (own) => {
      const { devices } = await own.connectedLegs(3);
      const [stays = '', lost = '', fresh = ''] = devices;
      const create = own.newArray([stays, lost]);
      await own.onClient(create);
      const { device: array, uuid } = await own.runningArray(create);
      await own.fabric.client.write(`/dev/${array}`, 0, 'kept');
      await own.fabric.failMember(array, kernelName(lost));
      await own.slotless(uuid, kernelName(lost));
      await own.onClient({ op: 'remove-member', array, uuid, member: kernelName(lost) });
      await own.onClient({ op: 'set-sync-speed', array, uuid, minBytesPerSecond: 64 * KiB, maxBytesPerSecond: 128 * KiB });
      await own.onClient({ op: 'add-member', array, uuid, device: fresh });
      await until(own.fabric, 'a rebuild', PATIENCE_SECONDS, async () => (await own.array(uuid))?.syncAction === 'recover');
      await own.stop(uuid);
      const superblocks = await own.fabric.client.host.examineSuperblocks([stays, fresh]);
      expect([...superblocks.values()].map((superblock) => superblock?.arrayState)).toEqual(['AA', 'AA']);

      const start = (devices: string[], run: boolean): Operation => ({
        ...{ op: 'assemble-array', name: create.name, uuid, devices, readOnly: false, run },
      });
      await expect(own.onClient(start([stays], false))).rejects.toThrow();
      await own.onClient(start([stays, fresh], false));
      const members = async () => (await own.array(uuid))?.members.map(({ device, slot }) => [device, slot]).sort();
      expect(await members()).toEqual(
        [
          [kernelName(stays), 0],
          [kernelName(fresh), 1],
        ].sort(),
      );
      await own.stop(uuid);
      await own.onClient(start([stays], true));
      expect(await own.array(uuid)).toMatchObject({ degraded: 1, members: [{ device: kernelName(stays) }] });
      expect(await own.fabric.client.read(`/dev/${(await own.array(uuid))?.device}`, 0)).toBe('kept');
    }),
  },
  {
    statement: 'after an accepted loss a renamed leg starts alone with --run; the lost leg keeps the old UUID and is refused (S4)',
    holds: scene(async (own) => {
      const { client } = own.fabric;
      const { devices } = await own.connectedLegs();
      const [survivor = '', lost = ''] = devices;
      const before = own.newArray(devices);
      await own.onClient(before);
      await client.write(`/dev/${(await own.array(before.uuid))?.device}`, 0, 'kept');
      await own.stop(before.uuid);
      const after = own.newArray([survivor]);
      const names = { name: after.name, uuid: after.uuid, previousUuid: before.uuid };
      const rename: Operation = { op: 'rename-array', ...names, devices: [survivor] };
      await own.onClient(rename);
      await own.onClient(rename);
      const uuids = [...(await client.host.examineSuperblocks(devices)).values()].map((superblock) => superblock?.uuid);
      expect(uuids).toEqual([after.uuid, before.uuid]);
      await expect(own.onClient(own.assembly(after))).rejects.toThrow();
      await own.onClient({ op: 'assemble-array', name: after.name, uuid: after.uuid, devices: [survivor], readOnly: false, run: true });
      const array = await own.runningArray(after);
      expect(await client.read(`/dev/${array.device}`, 0)).toBe('kept');
      await expect(own.onClient({ op: 're-add-member', array: array.device, uuid: after.uuid, device: lost })).rejects.toThrow();
      expect(await own.array(after.uuid)).toMatchObject({ degraded: 1, members: [{ device: kernelName(survivor) }] });
    }),
  },
  {
    statement: 'raid10 does not start on a leg listed as failed, even with --run; it starts when its partner returns (S4)',
    holds: scene(async (own) => {
      const { devices } = await own.connectedLegs(4);
      const [stale = '', partner = ''] = devices;
      const create = own.newArray(devices, 'raid10');
      await own.onClient(create);
      const device = (await own.array(create.uuid))?.device ?? '';
      await own.fabric.failMember(device, kernelName(stale));
      await own.fabric.client.write(`/dev/${device}`, 0, 'newer');
      await own.stop(create.uuid);
      const { name, uuid } = create;
      const left = devices.filter((each) => each !== partner);
      await expect(own.onClient({ op: 'assemble-array', name, uuid, devices: left, readOnly: false, run: true })).rejects.toThrow();
      expect((await own.array(create.uuid))?.state ?? 'inactive').toBe('inactive');
      await own.onClient(own.assembly(create));
      const array = await own.array(create.uuid);
      expect(array).toMatchObject({ degraded: 1 });
      expect(await own.fabric.client.read(`/dev/${array?.device}`, 0)).toBe('newer');
    }),
  },
  {
    statement: 'a stale leg starts alone with --run; both superblocks then list the other as missing; starts differ in sequence (S4)',
    holds: scene(async (own) => {
      const { client } = own.fabric;
      const { devices } = await own.connectedLegs();
      const [newer = '', stale = ''] = devices;
      const create = own.newArray(devices);
      await own.onClient(create);
      const first = await own.runningArray(create);
      await own.fabric.failMember(first.device, kernelName(stale));
      await client.write(`/dev/${first.device}`, 0, 'newer');
      await own.stop(create.uuid);
      const { name, uuid } = create;
      await own.onClient({ op: 'assemble-array', name, uuid, devices: [stale], readOnly: false, run: true });
      const second = await own.runningArray(create);
      expect(second).toMatchObject({ degraded: 1, members: [{ device: kernelName(stale), slot: 1 }] });
      await client.write(`/dev/${second.device}`, 0, 'forked');
      await own.stop(create.uuid);
      const found = await client.host.examineSuperblocks(devices);
      expect([found.get(newer)?.arrayState, found.get(stale)?.arrayState]).toEqual(['A.', '.A']);
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
    statement: 'a superblock is cleared only if it has the given UUID',
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
