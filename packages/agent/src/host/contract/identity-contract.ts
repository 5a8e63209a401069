import { nguidOf } from '@weft/shared/identity';
import { MiB } from '@weft/shared/units';
import { expect } from 'vitest';
import type { Host } from '../host.js';
import { identified, type SeenDevices } from '../identity.js';
import type { Operation } from '../operations.js';
import type { Statement } from './contract-fabric.js';
import { deviceOver, groupOf, type Scene, scene } from './scene.js';

const CHANGED = 'not the device that was planned on';

/** Expects the host to refuse each operation, planned on this earlier look at it. */
async function refusesStale(host: Host, operations: Operation[], seen: SeenDevices): Promise<void> {
  for (const operation of operations) await expect(host.perform(identified(operation, seen)), operation.op).rejects.toThrow(CHANGED);
}

/** Every operation that names legs. */
const onLegs = (own: Scene, [one = '', two = '']: string[]): Operation[] => {
  const create = own.newArray([one, two]);
  const { name, uuid } = create;
  const at = { array: 'md127', uuid };
  const segments = [{ startBytes: 0, lengthBytes: MiB, device: one, offsetBytes: 0 }];
  const mapping = { ...own.mapping(), readOnly: false };
  return [
    { op: 'create-linear', ...mapping, segments },
    { op: 'resize-linear', ...mapping, segments },
    { op: 'create-striped', ...mapping, chunkBytes: MiB, lengthBytes: 2 * MiB, devices: [one, two] },
    { op: 'resize-striped', ...mapping, chunkBytes: MiB, lengthBytes: 2 * MiB, devices: [one, two] },
    create,
    { op: 'assemble-array', name, uuid, devices: [one, two], readOnly: false, run: false },
    { op: 'rename-array', name, uuid, previousUuid: uuid, devices: [one, two] },
    { op: 'zero-superblock', device: one, uuid },
    { op: 're-add-member', ...at, device: one },
    { op: 'add-member', ...at, device: one },
    { op: 'replace-member', ...at, old: 'nvme9n9', device: one },
  ];
};

/** A device is identified by its properties at the moment of acting: since the plan was made, its name may have gone to another device. */
export const identityContract: Statement[] = [
  {
    statement: 'operations refuse a leg that is no longer the planned one (S3, S4)',
    holds: scene(async (own) => {
      const { host } = own.fabric.client;
      const { devices } = await own.connectedLegs();
      const seen = await own.see(host);
      const names = devices.map((device) => device.replace('/dev/', ''));
      const heads = seen.fast.heads.map((head) => ({ ...head, device: names.find((name) => name !== head.device) ?? '' }));
      await refusesStale(host, onLegs(own, devices), { ...seen, fast: { ...seen.fast, heads } });
      expect([...(await host.examineSuperblocks(devices)).values()]).toEqual([null, null]);
      expect(await host.observeFast()).toMatchObject({ mappings: [], arrays: [] });
    }),
  },
  {
    statement: 'operations refuse every leg after the legs were reconnected in another order (S3, S4)',
    holds: scene(async (own) => {
      const { host } = own.fabric.client;
      const { exports, devices } = await own.connectedLegs();
      const operations = onLegs(own, devices);
      const seen = await own.see(host);
      for (const exported of exports) {
        await own.disconnect(exported);
        await own.headGone(exported.leg);
      }
      // The kernel gives the lowest free name: it goes to the leg that had the highest.
      const places = devices.map((_, place) => place);
      places.sort((one, other) => (devices[other] ?? '').localeCompare(devices[one] ?? '', 'en', { numeric: true }));
      const back: string[] = [];
      for (const place of places) back[place] = await own.connect(exports[place] ?? expect.fail());
      expect(back).not.toEqual(devices);
      for (const operation of operations)
        await expect(host.perform(identified(operation, seen)), operation.op).rejects.toThrow('nothing was done');
      expect([...(await host.examineSuperblocks(back)).values()]).toEqual([null, null]);
      expect(await host.observeFast()).toMatchObject({ mappings: [], arrays: [] });
    }),
  },
  {
    statement: 'the device name of an open leg is not given to another leg, even if the leg is gone',
    holds: scene(async (own) => {
      const { client } = own.fabric;
      const [first, second] = [await own.export(own.leg()), await own.export(own.leg({ drive: 1 }))];
      const device = await own.connect(first);
      const close = await client.open(device);
      own.later(close);
      await own.disconnect(first);
      await own.headGone(first.leg);
      expect(await own.connect(second)).not.toBe(device);
    }),
  },
  {
    statement: 'operations refuse an LV of a target that is no longer the planned one (S2)',
    holds: scene(async (own) => {
      const { host } = own.fabric.target;
      const [leg, other] = [own.leg(), own.leg()];
      const exported = await own.export(leg, { networks: [] });
      const { nqn } = exported;
      await own.onTarget({ op: 'disable-namespace', nqn, nsid: 1 });
      const seen = await own.see(host);
      const uuidOf = (path: string) => seen.logicalVolumes.find(({ devicePath }) => devicePath === path)?.dmUuid ?? '';
      const logicalVolumes = seen.logicalVolumes.map((volume) =>
        volume.devicePath === leg.path ? { ...volume, dmUuid: uuidOf(other.path) } : volume,
      );
      const space = { nqn, nsid: 1, devicePath: leg.path };
      await refusesStale(
        host,
        [
          { op: 'create-linear', ...deviceOver(leg) },
          { op: 'create-namespace', ...space, uuid: leg.id, nguid: nguidOf(leg.id) },
          { op: 'enable-namespace', ...space },
        ],
        { ...seen, logicalVolumes },
      );
      expect((await host.observeFast()).subsystems[0]?.namespaces).toMatchObject([{ nsid: 1, enabled: false }]);
    }),
  },
  {
    statement: 'operations refuse a drive that is no longer the planned one (S1)',
    holds: scene(async (own) => {
      const { target, serials } = own.fabric;
      const { host } = target;
      const device = await own.device(2);
      await target.write(device, 0, 'somebody needs this');
      own.later(() => own.onTarget({ op: 'wipe-drive', device, serial: serials[2], foreignGroup: null }));
      const seen = await own.see(host);
      const vg = groupOf(2);
      const operations: Operation[] = [
        { op: 'create-volume-group', vg, device },
        { op: 'remove-volume-group', vg, device },
        { op: 'wipe-drive', device, serial: serials[2], foreignGroup: null },
      ];
      for (const other of [{ serial: serials[1] }, { nsid: 2 }, { wwid: 'eui.0' }, { sizeBytes: 512 }]) {
        const drives = seen.drives.map((drive) => (drive.device === device ? { ...drive, ...other } : drive));
        await refusesStale(host, operations, { ...seen, drives });
      }
      expect(await target.read(device, 0)).toBe('somebody needs this');
    }),
  },
];
