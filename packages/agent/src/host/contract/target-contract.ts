import { hostNqn, legDeviceName, nguidOf } from '@weft/shared/identity';
import { expect } from 'vitest';
import { type Statement, until } from './contract-fabric.js';
import { deviceOver, PATIENCE_SECONDS, scene, sharedLegsOn } from './scene.js';

const STRANGER = 'c0117ac7-5000-4000-8000-000000000000';

/** nvmet: creating and removing exports. */
export const targetContract: Statement[] = [
  {
    statement: 'an export has one allowed host, one port and an identity set before it is enabled; repeating it changes nothing',
    holds: scene(async (own) => {
      const { target, client } = own.fabric;
      const leg = own.leg();
      const { nqn, serviceId } = await own.export(leg);
      await own.export(leg, { serviceId, nqn });
      const { subsystems, ports } = await target.host.observeFast();
      const namespaces = [{ nsid: 1, devicePath: leg.device, uuid: leg.id, nguid: nguidOf(leg.id), enabled: true }];
      expect(subsystems).toEqual([
        { nqn, serial: 'contract', model: 'Weft leg', allowAnyHost: false, allowedHosts: [client.hostNqn], namespaces },
      ]);
      expect(ports).toEqual([
        { portId: expect.any(Number), transport: 'rdma', address: target.address(1), serviceId, subsystemNqns: [nqn] },
      ]);
    }),
  },
  {
    statement: 'a namespace requires its device, and keeps its identity while it is enabled',
    holds: scene(async (own) => {
      const leg = own.leg();
      const { nqn } = await own.export(leg, { networks: [] });
      const other = {
        op: 'create-namespace',
        nqn,
        nsid: 2,
        devicePath: `${leg.path}-none`,
        uuid: STRANGER,
        nguid: nguidOf(STRANGER),
      } as const;
      await expect(own.onTarget(other)).rejects.toThrow('not a block device');
      await expect(own.onTarget({ ...other, nsid: 1, devicePath: leg.path })).rejects.toThrow();
      expect((await own.fabric.target.host.observeFast()).subsystems[0]?.namespaces).toMatchObject([{ uuid: leg.id, enabled: true }]);
    }),
  },
  {
    statement: 'a host that is not allowed cannot connect (S3)',
    holds: scene(async (own) => {
      const exported = await own.export(own.leg());
      const strange = { ...own.connection(exported), hostNqn: hostNqn(STRANGER), hostId: STRANGER };
      await expect(own.onClient(strange)).rejects.toThrow();
      expect(await own.controllers(exported)).toEqual([]);
    }),
  },
  {
    statement: 'disallowing a host affects new connections only',
    holds: scene(async (own) => {
      const exported = await own.export(own.leg(), { networks: [1, 2] });
      const device = await own.connect(exported);
      const { nqn } = exported;
      await own.onTarget({ op: 'disallow-host', nqn, hostNqn: own.fabric.client.hostNqn });
      await own.onTarget({ op: 'disallow-host', nqn, hostNqn: own.fabric.client.hostNqn });
      await expect(own.onClient(own.connection(exported, 2))).rejects.toThrow();
      expect(await own.controllers(exported)).toMatchObject([{ state: 'live' }]);
      await own.fabric.client.write(device, 0, 'still writing');
      expect(await own.fabric.target.read(exported.leg.path, 0)).toBe('still writing');
    }),
  },
  {
    statement: 'unlinking a subsystem from its own port ends its controllers; they retry, and are live again after relinking',
    holds: scene(async (own) => {
      const exported = await own.export(own.leg());
      const device = await own.connect(exported);
      const [before] = await own.controllers(exported);
      await own.onTarget(own.unlink(exported));
      await own.states(exported, 'connecting');
      await own.onTarget(own.link(exported));
      const [after] = await own.states(exported, 'live');
      expect(after?.name).toBe(before?.name);
      expect(`/dev/${(await own.head(exported.leg)).device}`).toBe(device);
    }),
  },
  {
    statement: 'on a shared port a connection to an unlinked subsystem is refused for good, and its controller is removed (6.12)',
    holds: scene(async (own) => {
      const stays = await own.export(own.leg());
      const goes = await own.export(own.leg(), { serviceId: stays.serviceId });
      await own.connect(stays);
      await own.connect(goes);
      await own.onTarget(own.unlink(goes));
      await own.states(goes);
      await own.onTarget(own.link(goes));
      expect(await own.controllers(stays)).toMatchObject([{ state: 'live' }]);
      expect(await own.controllers(goes)).toEqual([]);
    }),
  },
  {
    statement: 'disabling a namespace closes the leg: its open count falls to 0, and the client loses the device',
    holds: scene(async (own) => {
      const exported = await own.export(own.leg());
      await own.connect(exported);
      const open = async () => (await own.fabric.target.host.observeSlow()).logicalVolumes.find(({ lv }) => lv === exported.leg.lv)?.open;
      expect(await open()).toBe(true);
      await own.onTarget({ op: 'disable-namespace', nqn: exported.nqn, nsid: 1 });
      await own.onTarget({ op: 'disable-namespace', nqn: exported.nqn, nsid: 1 });
      expect(await open()).toBe(false);
      await own.headGone(exported.leg);
      expect(await own.controllers(exported)).toMatchObject([{ state: 'live' }]);
    }),
  },
  {
    statement: 'a namespace is removed only after it is disabled; nothing of it is left, and other namespaces stay in use',
    holds: scene(async (own) => {
      const [stays, goes] = [own.leg(), own.leg()];
      const exported = await own.export(stays);
      const { nqn } = exported;
      await own.onTarget({ op: 'create-namespace', nqn, nsid: 2, devicePath: goes.path, uuid: goes.id, nguid: nguidOf(goes.id) });
      await own.onTarget({ op: 'enable-namespace', nqn, nsid: 2, devicePath: goes.path });
      await own.connect(exported);
      const spaces = async () =>
        (await own.fabric.target.host.observeFast()).subsystems.find((each) => each.nqn === nqn)?.namespaces.map(({ nsid }) => nsid);
      await expect(own.onTarget({ op: 'remove-namespace', nqn, nsid: 2 })).rejects.toThrow();
      expect(await spaces()).toEqual([1, 2]);
      await own.onTarget({ op: 'disable-namespace', nqn, nsid: 2 });
      await own.onTarget({ op: 'remove-namespace', nqn, nsid: 2 });
      await own.onTarget({ op: 'remove-namespace', nqn, nsid: 2 });
      expect(await spaces()).toEqual([1]);
      await own.headGone(goes);
      expect(await own.heads(stays)).toHaveLength(1);
    }),
  },
  {
    statement: 'a leg enabled in one subsystem is not enabled in another, and a second host is not allowed beside the first (S3)',
    holds: scene(async (own) => {
      const leg = own.leg();
      const first = await own.export(leg);
      await expect(own.export(leg)).rejects.toThrow(`is enabled under ${first.nqn}`);
      const { nqn } = first;
      const allow = {
        op: 'create-subsystem',
        nqn,
        serial: 'contract',
        model: 'Weft leg',
        hostNqn: 'nqn.2014-08.org.nvmexpress:other',
      } as const;
      await expect(own.onTarget(allow)).rejects.toThrow('allows');
      expect((await own.fabric.target.host.observeFast()).subsystems.find((each) => each.nqn === nqn)).toMatchObject({
        allowedHosts: [own.fabric.client.hostNqn],
      });
    }),
  },
  {
    statement: 'the check after a fence fails while a namespace is enabled, and while a connection exists',
    holds: scene(async (own) => {
      const exported = await own.export(own.leg());
      await own.connect(exported);
      await expect(own.onTarget(own.checkDrained(exported))).rejects.toThrow('is open 1 times');
      await own.onTarget({ op: 'disable-namespace', nqn: exported.nqn, nsid: 1 });
      await expect(own.onTarget(own.checkDrained(exported))).rejects.toThrow('connections');
      await own.onTarget(own.unlink(exported));
      await own.drained(exported);
    }),
  },
  {
    statement: 'a subsystem is removed only after it is unlinked, disabled and without an allowed host; then nothing of it is left',
    holds: scene(async (own) => {
      const { target, client } = own.fabric;
      const exported = await own.export(own.leg());
      const { nqn, serviceId } = exported;
      const remove = () => own.onTarget({ op: 'remove-subsystem', nqn, serviceId });
      await expect(remove()).rejects.toThrow('still linked');
      await own.onTarget(own.unlink(exported));
      await expect(remove()).rejects.toThrow('enabled');
      await own.onTarget({ op: 'disable-namespace', nqn, nsid: 1 });
      await expect(remove()).rejects.toThrow('still allows');
      await own.onTarget({ op: 'disallow-host', nqn, hostNqn: client.hostNqn });
      await remove();
      await remove();
      expect(await target.host.observeFast()).toMatchObject({ subsystems: [], ports: [] });
    }),
  },
  {
    statement: 'controllers stay live when their drive is pulled; after return, activation and enable the leg is back with its bytes',
    holds: scene(async (own) => {
      const { fabric } = own;
      const leg = own.leg({ drive: 1 });
      const exported = await own.export(leg);
      await own.connect(exported);
      await fabric.target.write(leg.path, 0, 'before');
      await fabric.unplug(fabric.serials[1]);
      await until(
        fabric,
        'drive gone',
        PATIENCE_SECONDS,
        async () => (await fabric.target.host.localDrive(fabric.serials[1], 1)) === undefined,
      );
      expect((await fabric.target.host.observeSlow()).volumeGroups.map(({ vg }) => vg)).not.toContain(leg.vg);
      expect(await own.controllers(exported)).toMatchObject([{ state: 'live' }]);
      await fabric.plug(fabric.serials[1]);
      await own.device(1);
      const backed = async () => (await fabric.target.host.observeSlow()).logicalVolumes.find(({ lv }) => lv === leg.lv)?.backed;
      expect(
        await until(fabric, 'leg listed', PATIENCE_SECONDS, async () => ((await backed()) === undefined ? undefined : [await backed()])),
      ).toEqual([false]);
      await expect(own.onTarget({ op: 'reactivate-logical-volume', vg: leg.vg, lv: leg.lv })).rejects.toThrow('open');
      await expect(own.onTarget({ op: 'remove-mapping', name: legDeviceName(leg.id) })).rejects.toMatchObject({
        command: expect.arrayContaining(['dmsetup']),
      });
      await own.onTarget({ op: 'disable-namespace', nqn: exported.nqn, nsid: 1 });
      await own.headGone(leg);
      await own.onTarget({ op: 'remove-mapping', name: legDeviceName(leg.id) });
      for (const { vg, lv } of sharedLegsOn(1)) await own.onTarget({ op: 'reactivate-logical-volume', vg, lv });
      expect(await backed()).toBe(true);
      await own.onTarget({ op: 'create-linear', ...deviceOver(leg) });
      await own.onTarget({ op: 'enable-namespace', nqn: exported.nqn, nsid: 1, devicePath: leg.device });
      expect(await fabric.client.read(`/dev/${(await own.head(leg)).device}`, 0)).toBe('before');
    }),
  },
];
