import { nguidOf } from '@weft/shared/identity';
import { linkRatio } from '@weft/shared/load/link-ratio';
import { expect } from 'vitest';
import { type Statement, until } from './contract-fabric.js';
import { DATA_OFFSET_BYTES, LEG_BYTES, PATIENCE_SECONDS, scene } from './scene.js';

const OTHER_NGUID = 'c0117ac7200040008000000000000001';

/** NVMe initiator: paths and heads. */
export const clientContract: Statement[] = [
  {
    statement: 'connecting a path creates one controller of this host, with its fast_io_fail_tmo; repeating it creates no second one',
    holds: scene(async (own) => {
      const exported = await own.export(own.leg());
      await own.connect(exported);
      const operation = { ...own.connection(exported), fastIoFailSeconds: 7 };
      await own.onClient(operation);
      const { transport, address, serviceId, hostAddress, hostNqn } = operation;
      expect(await own.controllers(exported)).toEqual([
        {
          name: expect.stringMatching(/^nvme\d+$/),
          subsystemNqn: exported.nqn,
          ...{ transport, address, serviceId, hostAddress, hostNqn },
          state: 'live',
          fastIoFailSeconds: 7,
        },
      ]);
    }),
  },
  {
    statement: 'two paths lead to one head with the identity and size of the leg; the head disappears with the last path',
    holds: scene(async (own) => {
      const exported = await own.export(own.leg(), { networks: [1, 2] });
      await own.connect(exported);
      await own.connect(exported, { network: 2 });
      const controllers = await own.states(exported, 'live', 'live');
      expect(await own.heads(exported.leg)).toMatchObject([{ subsystemNqn: exported.nqn, nsid: 1, sizeBytes: LEG_BYTES }]);
      const { nqn } = exported;
      await own.onClient({ op: 'disconnect', controller: controllers[0]?.name ?? '', nqn });
      expect(await own.heads(exported.leg)).toHaveLength(1);
      await own.onClient({ op: 'disconnect', controller: controllers[1]?.name ?? '', nqn });
      await own.onClient({ op: 'disconnect', controller: controllers[1]?.name ?? '', nqn });
      await own.headGone(exported.leg);
    }),
  },
  {
    statement: 'fast_io_fail_tmo and the I/O policy have the value set last; -1 means no limit',
    holds: scene(async (own) => {
      const exported = await own.export(own.leg());
      await own.connect(exported);
      const [controller] = await own.controllers(exported);
      for (const seconds of [4, -1]) {
        await own.onClient({ op: 'set-fast-io-fail', controller: controller?.name ?? '', nqn: exported.nqn, seconds });
        expect((await own.controllers(exported))[0]?.fastIoFailSeconds ?? -1).toBe(seconds);
      }
      const subsystem = async () =>
        (await own.fabric.client.host.observeFast()).initiatorSubsystems.find(({ nqn }) => nqn === exported.nqn);
      await own.onClient({ op: 'set-io-policy', subsystem: (await subsystem())?.name ?? '', nqn: exported.nqn, policy: 'round-robin' });
      expect((await subsystem())?.ioPolicy).toBe('round-robin');
    }),
  },
  {
    statement: 'fast_io_fail_tmo and the I/O policy are not set on a name that now belongs to another subsystem',
    holds: scene(async (own) => {
      const exported = await own.export(own.leg());
      await own.connect(exported);
      const [controller] = await own.controllers(exported);
      const subsystem = (await own.fabric.client.host.observeFast()).initiatorSubsystems.find(({ nqn }) => nqn === exported.nqn);
      const nqn = `${exported.nqn}-former`;
      const limit = own.onClient({ op: 'set-fast-io-fail', controller: controller?.name ?? '', nqn, seconds: 7 });
      await expect(limit).rejects.toThrow(`not to ${nqn}`);
      const policy = own.onClient({ op: 'set-io-policy', subsystem: subsystem?.name ?? '', nqn, policy: 'queue-depth' });
      await expect(policy).rejects.toThrow(`not ${nqn}`);
      expect((await own.controllers(exported))[0]?.fastIoFailSeconds ?? -1).toBe(controller?.fastIoFailSeconds ?? -1);
    }),
  },
  {
    statement: 'a connect fails without a listener, and leaves no controller',
    holds: scene(async (own) => {
      const exported = await own.export(own.leg(), { networks: [] });
      await expect(own.onClient(own.connection(exported))).rejects.toThrow();
      expect(await own.controllers(exported)).toEqual([]);
    }),
  },
  {
    statement: 'keep-alive detects a silent cut; the path reconnects without limit, and is live on the same head after the cut',
    holds: scene(async (own) => {
      const exported = await own.export(own.leg());
      const device = await own.connect(exported);
      await own.fabric.cut(1, true);
      await own.states(exported, 'connecting').finally(() => own.fabric.cut(1, false));
      await own.states(exported, 'live');
      expect(`/dev/${(await own.head(exported.leg)).device}`).toBe(device);
    }),
  },
  {
    statement: 'the PCIe link of a drive or a NIC runs at most as fast as it and its slot support; a device without one has none',
    holds: scene(async (own) => {
      const { inventory } = await own.fabric.target.host.observeSlow();
      expect(inventory.drives).toHaveLength(3);
      for (const device of [...inventory.drives, ...inventory.nics]) {
        if (device.pciAddress === null) expect(device.pciLink).toBeUndefined();
        const ratio = linkRatio(device.pciLink);
        expect(ratio === null || (ratio > 0 && ratio <= 1), JSON.stringify(device.pciLink)).toBe(true);
      }
    }),
  },
  {
    statement: 'NICs are listed with their carrier state',
    holds: scene(async (own) => {
      const { host } = own.fabric.client;
      const { nics } = await host.observeFast();
      expect(nics.filter(({ carrier }) => carrier).length).toBeGreaterThanOrEqual(2);
      expect(await host.observeNics(nics.map(({ name }) => name))).toEqual(nics);
      expect(await host.observeNics(['none'])).toEqual([{ name: 'none', carrier: false }]);
    }),
  },
  {
    statement: 'a probe over a silent cut ends use of the path within 3 s; after the cut it is live on the same head; others stay live',
    holds: scene(async (own) => {
      const exported = await own.export(own.leg());
      const device = await own.connect(exported);
      const [controller] = await own.controllers(exported);
      const probe = { op: 'probe-controller', controller: controller?.name ?? '', nqn: exported.nqn } as const;
      await own.onClient(probe);
      expect((await own.controllers(exported))[0]?.state).toBe('live');
      await own.fabric.cut(1, true);
      const asked = own.onClient(probe);
      try {
        await until(own.fabric, 'path out of use', 3, async () => (await own.controllers(exported))[0]?.state !== 'live');
      } finally {
        await own.fabric.cut(1, false);
        await asked;
      }
      await own.states(exported, 'live');
      expect(`/dev/${(await own.head(exported.leg)).device}`).toBe(device);
    }),
  },
  {
    statement: 'RDMA: refusing sends on a NIC without carrier ends use of its path within 5 s, five times; other NICs are unaffected',
    holds: scene(async (own) => {
      const exported = await own.export(own.leg());
      const device = await own.connect(exported);
      const { client } = own.fabric;
      const lit = async () => (await client.host.observeFast()).nics.flatMap(({ name, carrier }) => (carrier ? [name] : []));
      const before = await lit();
      for (let times = 1; times <= 5; times++) {
        await own.fabric.link(1, false);
        let written: Promise<void> | undefined;
        try {
          const [nic = ''] = await until(own.fabric, 'carrier gone', PATIENCE_SECONDS, async () => {
            const now = await lit();
            return now.length < before.length && before.filter((name) => !now.includes(name));
          });
          await own.onClient({ op: 'refuse-sending', nic });
          // The write's own time limit is 30 s, that of keep-alive 10 s.
          written = client.write(device, 0, `write ${times}`);
          await until(own.fabric, 'path out of use', 5, async () => (await own.controllers(exported))[0]?.state !== 'live');
        } finally {
          await own.fabric.link(1, true);
        }
        await own.states(exported, 'live');
        await written;
        expect(`/dev/${(await own.head(exported.leg)).device}`).toBe(device);
      }
      for (const nic of await lit()) await own.onClient({ op: 'refuse-sending', nic });
      await client.write(device, 0, 'not refused');
      expect(await client.read(device, 0)).toBe('not refused');
      expect((await own.controllers(exported))[0]?.state).toBe('live');
    }),
  },
  {
    statement: 'TCP: aborting connections ends use of one path at once, and of no other; it becomes live again on the same head',
    holds: scene(async (own) => {
      const exported = await own.export(own.leg(), { networks: [1, 2], transport: 'tcp' });
      const device = await own.connect(exported);
      await own.connect(exported, { network: 2 });
      await own.states(exported, 'live', 'live');
      const { serviceId, hostAddress } = own.connection(exported);
      // Without the cut the path would be live again before the check.
      await own.fabric.cut(1, true);
      try {
        await own.onClient({ op: 'abort-connections', hostAddress, serviceId, nic: 'eth1' });
        expect((await own.controllers(exported)).filter(({ state }) => state === 'live')).toMatchObject([
          { address: own.connection(exported, 2).address },
        ]);
      } finally {
        await own.fabric.cut(1, false);
      }
      await own.states(exported, 'live', 'live');
      expect(`/dev/${(await own.head(exported.leg)).device}`).toBe(device);
      await own.onClient({ op: 'abort-connections', hostAddress: '192.0.2.1', serviceId, nic: 'eth1' });
    }),
  },
  {
    statement: 'a leg without limit (-1) blocks the mirror; when its controller is deleted, md fails the leg and the write completes',
    holds: scene(async (own) => {
      const waits = await own.export(own.leg(), { networks: [1] });
      const stays = await own.export(own.leg({ drive: 1 }), { networks: [2] });
      const [lost, kept] = [await own.connect(waits), await own.connect(stays, { network: 2 })];
      const create = own.newArray([lost, kept]);
      await own.onClient(create);
      const device = (await own.array(create.uuid))?.device ?? '';
      const [controller] = await own.controllers(waits);
      await own.fabric.cut(1, true);
      try {
        await own.states(waits, 'connecting');
        const written = own.fabric.client.write(`/dev/${device}`, 0, 'goes on');
        await own.onClient({ op: 'disconnect', controller: controller?.name ?? '', nqn: waits.nqn });
        await written;
      } finally {
        await own.fabric.cut(1, false);
      }
      expect(await own.fabric.target.read(stays.leg.path, DATA_OFFSET_BYTES)).toBe('goes on');
      const array = await until(own.fabric, 'degraded', PATIENCE_SECONDS, async () => {
        const found = await own.array(create.uuid);
        return found?.degraded === 1 && found;
      });
      expect(array.members.filter(({ flags }) => flags.includes('in_sync') && !flags.includes('faulty'))).toMatchObject([
        { device: kept.replace('/dev/', '') },
      ]);
      await own.headGone(waits.leg);
    }),
  },
  {
    statement: 'a namespace that returns with another identity is dropped while its controller is live',
    holds: scene(async (own) => {
      const exported = await own.export(own.leg());
      const { nqn, leg } = exported;
      await own.connect(exported);
      await own.onTarget(own.unlink(exported));
      await own.states(exported, 'connecting');
      await own.onTarget({ op: 'disable-namespace', nqn, nsid: 1 });
      const other = 'c0117ac7-1000-4000-8000-000000000000';
      await own.onTarget({ op: 'create-namespace', nqn, nsid: 1, devicePath: leg.device, uuid: other, nguid: other.replaceAll('-', '') });
      await own.onTarget({ op: 'enable-namespace', nqn, nsid: 1, devicePath: leg.device });
      await own.onTarget(own.link(exported));
      await own.states(exported, 'live');
      await own.headGone(leg);
    }),
  },
  {
    statement: 'a namespace that returns with another NGUID is dropped while its controller is live, and taken at the next scan',
    holds: scene(async (own) => {
      const exported = await own.export(own.leg());
      const { nqn, leg } = exported;
      await own.connect(exported);
      expect(await own.head(leg)).toMatchObject({ nguid: nguidOf(leg.id) });
      await own.onTarget(own.unlink(exported));
      await own.states(exported, 'connecting');
      await own.onTarget({ op: 'disable-namespace', nqn, nsid: 1 });
      await own.onTarget({ op: 'create-namespace', nqn, nsid: 1, devicePath: leg.device, uuid: leg.id, nguid: OTHER_NGUID });
      await own.onTarget({ op: 'enable-namespace', nqn, nsid: 1, devicePath: leg.device });
      await own.onTarget(own.link(exported));
      const [controller] = await own.states(exported, 'live');
      await own.headGone(leg);
      await own.onClient({ op: 'probe-controller', controller: controller?.name ?? '', nqn });
      expect(await own.head(leg)).toMatchObject({ uuid: leg.id, nguid: OTHER_NGUID });
    }),
  },
  {
    statement: 'the target lists the addresses of hosts connected to a port, over RDMA and TCP, and none for other subsystems’ ports',
    holds: scene(async (own) => {
      const { client, target } = own.fabric;
      for (const transport of ['rdma', 'tcp'] as const) {
        const exported = await own.export(own.leg(), { transport });
        const point = { transport, serviceId: exported.serviceId };
        const here = { ...point, nqn: exported.nqn };
        expect(await target.host.connections([here])).toEqual([]);
        await own.connect(exported);
        const others = { transport, serviceId: exported.serviceId + 1000, nqn: `${exported.nqn}-other` };
        const found = await target.host.connections([here, others]);
        // Its admin queue and its I/O queue.
        expect(found).toMatchObject([{ ...point, address: client.address(1), established: 2 }]);
        expect(found[0]?.hasController).not.toBe(false);
      }
    }),
  },
  {
    statement: 'a host is foreign only with an I/O queue, and only to an export that is for another address',
    holds: scene(async (own) => {
      const { client, target } = own.fabric;
      for (const transport of ['rdma', 'tcp'] as const) {
        const exported = await own.export(own.leg(), { transport });
        const { nqn, serviceId } = exported;
        const check = (...hostAddresses: string[]) => own.onTarget({ op: 'check-foreign-host', nqn, transport, serviceId, hostAddresses });
        await expect(check(target.address(2))).rejects.toThrow('nothing was fenced');
        await own.connect(exported);
        await check(target.address(2));
        await expect(check(client.address(1))).rejects.toThrow('nothing was fenced');
        await own.disconnect(exported);
        await own.states(exported);
        await until(own.fabric, 'no connection', PATIENCE_SECONDS, () =>
          check(target.address(2)).then(
            () => undefined,
            () => true as const,
          ),
        );
      }
    }),
  },
  {
    statement: 'a leg visible under one subsystem is ignored under another (duplicate identity)',
    holds: scene(async (own) => {
      const leg = own.leg();
      const first = await own.export(leg);
      await own.connect(first);
      const second = await own.export(leg, { besides: [first.nqn] });
      await own.connect(second);
      expect(await own.controllers(second)).toMatchObject([{ state: 'live' }]);
      expect(await own.heads(leg)).toMatchObject([{ subsystemNqn: first.nqn }]);
    }),
  },
];
