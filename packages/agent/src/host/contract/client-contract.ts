import { expect } from 'vitest';
import type { Statement } from './contract-fabric.js';
import { LEG_BYTES, scene } from './scene.js';

/** NVMe initiator: paths and heads. */
export const clientContract: Statement[] = [
  {
    statement: 'a path is one controller from this host, with its fast_io_fail; again makes no second one',
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
    statement: 'two paths lead to one head with the leg’s identity and size; it goes with the last of them',
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
    statement: 'fast_io_fail and the I/O policy are what was set last; -1 waits for ever',
    holds: scene(async (own) => {
      const exported = await own.export(own.leg());
      await own.connect(exported);
      const [controller] = await own.controllers(exported);
      for (const seconds of [4, -1]) {
        await own.onClient({ op: 'set-fast-io-fail', controller: controller?.name ?? '', seconds });
        expect((await own.controllers(exported))[0]?.fastIoFailSeconds ?? -1).toBe(seconds);
      }
      const subsystem = async () =>
        (await own.fabric.client.host.observeFast()).initiatorSubsystems.find(({ nqn }) => nqn === exported.nqn);
      await own.onClient({ op: 'set-io-policy', subsystem: (await subsystem())?.name ?? '', policy: 'round-robin' });
      expect((await subsystem())?.ioPolicy).toBe('round-robin');
    }),
  },
  {
    statement: 'nobody listens: the connect fails, and leaves no controller',
    holds: scene(async (own) => {
      const exported = await own.export(own.leg(), { networks: [] });
      await expect(own.onClient(own.connection(exported))).rejects.toThrow();
      expect(await own.controllers(exported)).toEqual([]);
    }),
  },
  {
    statement:
      'a silent cut of the network is noticed by keep-alive: the path connects for ever, and is live again after the cut, on the same head',
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
    statement: 'a namespace that comes back with another identity is dropped, while its controller is live',
    holds: scene(async (own) => {
      const { nqn, serviceId, leg } = await own.export(own.leg());
      await own.connect({ nqn, serviceId, leg });
      await own.onTarget(own.unlink({ nqn, serviceId, leg }));
      await own.states({ nqn, serviceId, leg }, 'connecting');
      await own.onTarget({ op: 'disable-namespace', nqn, nsid: 1 });
      const other = 'c0117ac7-1000-4000-8000-000000000000';
      await own.onTarget({ op: 'create-namespace', nqn, nsid: 1, devicePath: leg.path, uuid: other, nguid: other.replaceAll('-', '') });
      await own.onTarget({ op: 'enable-namespace', nqn, nsid: 1 });
      await own.onTarget(own.link({ nqn, serviceId, leg }));
      await own.states({ nqn, serviceId, leg }, 'live');
      await own.headGone(leg);
    }),
  },
  {
    statement: 'a leg that the client sees under one subsystem is ignored under another (duplicate identity)',
    holds: scene(async (own) => {
      const leg = own.leg();
      const first = await own.export(leg);
      await own.connect(first);
      const second = await own.export(leg);
      await own.connect(second);
      expect(await own.controllers(second)).toMatchObject([{ state: 'live' }]);
      expect(await own.heads(leg)).toMatchObject([{ subsystemNqn: first.nqn }]);
    }),
  },
];
